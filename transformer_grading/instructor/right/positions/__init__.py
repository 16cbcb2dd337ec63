"""Right ways to write the tasks of chapter 5."""
