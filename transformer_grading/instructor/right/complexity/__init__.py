"""Right answers of chapter 8 in different styles."""
