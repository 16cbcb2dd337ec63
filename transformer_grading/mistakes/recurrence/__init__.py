"""Known mistakes of chapter 1, one module a task or a part of one."""
