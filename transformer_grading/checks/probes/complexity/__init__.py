"""Visible probes of chapter 8, one module a task."""
