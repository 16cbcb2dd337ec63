"""Right answers of chapter 7 in different styles."""
