"""Let no failed build make the next one pass.

Sphinx warns about a page only when it reads it. After a build that failed on a warning
the page counts as read, and the same command run again would succeed.
"""

from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx


def _forget(app: Sphinx, error: Exception | None) -> None:
    if app._warncount:
        Path(app.doctreedir, ENV_PICKLE_FILENAME).unlink(missing_ok=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Forget what was read, once everything that may warn has run."""
    app.connect("build-finished", _forget, priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
