"""Right answers of chapter 1 in different styles."""
