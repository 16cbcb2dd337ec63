"""Known mistakes of chapter 12, one module a task or a part of one."""
