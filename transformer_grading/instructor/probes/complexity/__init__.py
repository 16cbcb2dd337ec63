"""Hidden probes of chapter 8, one module a task or a part of one."""
