"""The probes a student sees: inputs small enough to follow by hand."""
