"""Right answers in different styles, a package a chapter."""
