"""Known mistakes of chapter 4, one module a task or a part of one."""
