"""Right answers of chapter 11 in different styles."""
