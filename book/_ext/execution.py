"""Placeholder of the extension `execution`."""


def setup(app):
    """Register nothing yet."""
    return {"version": "0", "parallel_read_safe": True}
