"""Right answers of chapter 6 in different styles."""
