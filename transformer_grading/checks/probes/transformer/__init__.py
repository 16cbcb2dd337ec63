"""Visible probes of chapter 9, one module a task."""
