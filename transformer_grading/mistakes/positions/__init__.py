"""Known mistakes of chapter 5, one module a task or a part of one."""
