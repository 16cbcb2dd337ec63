"""Known mistakes of chapter 7, one module a task or a part of one."""
