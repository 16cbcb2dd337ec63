"""Known mistakes of chapter 9, one module a task or a part of one."""
