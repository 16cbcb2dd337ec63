"""Known mistakes of chapter 10, one module a task or a part of one."""
