"""Known mistakes of chapter 3, one module a task or a part of one."""
