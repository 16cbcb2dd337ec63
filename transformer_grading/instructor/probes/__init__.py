"""Hidden probes, one module a chapter."""
