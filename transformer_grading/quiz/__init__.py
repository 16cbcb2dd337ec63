"""Questions of the lessons, one module a chapter; every wrong option is explained."""
