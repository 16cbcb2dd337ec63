"""Visible probes of chapter 12, one module a task."""
