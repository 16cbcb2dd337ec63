"""Right answers in different styles, one module a chapter."""
