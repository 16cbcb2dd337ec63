"""The tasks with hidden probes, one module a chapter."""
