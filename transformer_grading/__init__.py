"""Checks that say which property failed, the mistakes they know by name, and the grader."""
