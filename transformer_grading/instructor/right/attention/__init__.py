"""Right answers of chapter 2 in different styles."""
