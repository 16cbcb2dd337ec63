"""Right answers of chapter 12 in different styles."""
