"""Right answers of chapter 4 in different styles."""
