"""Known mistakes of chapter 11, one module a task or a part of one."""
