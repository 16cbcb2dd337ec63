"""Probes of the tasks of chapter 11."""
