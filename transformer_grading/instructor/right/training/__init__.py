"""Right answers of chapter 10 in different styles."""
