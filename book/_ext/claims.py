"""Placeholder of the extension `claims`."""


def setup(app):
    """Register nothing yet."""
    return {"version": "0", "parallel_read_safe": True}
