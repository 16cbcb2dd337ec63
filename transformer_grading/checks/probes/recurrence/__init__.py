"""Visible probes of chapter 1, one module a task."""
