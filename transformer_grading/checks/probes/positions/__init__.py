"""Visible probes of chapter 5, one module a task."""
