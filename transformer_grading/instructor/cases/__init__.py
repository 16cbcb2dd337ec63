"""Everything that the graders of a chapter are tried on, one module a chapter."""
