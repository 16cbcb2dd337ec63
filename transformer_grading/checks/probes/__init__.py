"""The probes a student sees, small enough to follow by hand; a package a chapter."""
