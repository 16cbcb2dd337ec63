"""Visible probes of chapter 2, one module a task or a part of one."""
