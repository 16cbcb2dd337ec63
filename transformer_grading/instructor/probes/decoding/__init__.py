"""Hidden probes of chapter 11, one module a task."""
