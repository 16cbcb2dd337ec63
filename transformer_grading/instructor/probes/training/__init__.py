"""Hidden probes of chapter 10, one module a task."""
