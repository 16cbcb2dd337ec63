"""What a student's answer must hold to, one module a chapter."""
