"""Hidden probes, a package a chapter."""
