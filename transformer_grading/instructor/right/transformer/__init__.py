"""Right answers of chapter 9 in different styles."""
