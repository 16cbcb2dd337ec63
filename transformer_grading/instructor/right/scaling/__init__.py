"""Right answers of chapter 3 in different styles."""
