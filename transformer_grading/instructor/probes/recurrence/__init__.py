"""Hidden probes of chapter 1, one module for a few tasks."""
