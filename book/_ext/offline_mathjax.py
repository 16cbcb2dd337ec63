"""Ship MathJax with the book: the files that pages load, from a pip package.

The package `sphinx-mathjax-offline` would copy the whole of MathJax (31 MB). Pages load
one script and a few fonts, and fetch extensions of TeX such as "cancel" on demand.
"""

import importlib.util
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

PACKAGE = "sphinx-mathjax-offline"
LOADED = ("tex-chtml.js", "output/chtml/fonts/woff-v2", "input/tex/extensions")


def _source() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ExtensionError(f"The book needs {PACKAGE}: pip install {PACKAGE}")
    return Path(spec.origin).parent / "static" / "mathjax"


def _copy(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    source, target = _source(), Path(app.outdir, "_static", "mathjax")
    shutil.rmtree(target, ignore_errors=True)
    for name in LOADED:
        destination = target / name
        destination.parent.mkdir(parents=True, exist_ok=True)
        if (source / name).is_dir():
            shutil.copytree(source / name, destination, dirs_exist_ok=True)
        else:
            shutil.copyfile(source / name, destination)


def setup(app: Sphinx) -> dict[str, bool]:
    """Copy the files once the pages are written; `mathjax_path` names the script."""
    _source()
    app.connect("build-finished", _copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
