"""Checks that say which property failed, mistakes known by name, and the grader."""
