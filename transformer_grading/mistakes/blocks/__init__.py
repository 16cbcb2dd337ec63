"""Known mistakes of chapter 6, one module a task or a part of one."""
