"""Visible probes of chapter 6, one module a task."""
