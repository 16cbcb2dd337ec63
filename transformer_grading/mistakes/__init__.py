"""Known mistakes as data: what each does, a hint, and where to reread."""
