"""Hidden probes of chapter 5, one module a few tasks."""
