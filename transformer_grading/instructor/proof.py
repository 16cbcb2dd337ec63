"""What the written summary of a kill matrix rests on, as one hash."""

import ast
import dataclasses
import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from transformer_grading.instructor.notebook import Graded

PACKAGES = ("transformer_grading", "transformer_lib")
_HERE = "transformer_grading.instructor"


def digest(assignment: str, notebook: Path) -> str:
    """Give a hash of a notebook and of all modules that its matrix rests on.

    Args:
        assignment: The name of the assignment.
        notebook: Its notebook with solutions; only the code counts.
    """
    slug = assignment.partition("_")[2]
    files = modules(f"{_HERE}.cases.{slug}", f"{_HERE}.kill_matrix")
    cells = dataclasses.replace(Graded.read(notebook), text="")
    total = hashlib.sha256(repr(cells).encode())
    for name in sorted(files):
        total.update(name.encode() + files[name].read_bytes())
    return total.hexdigest()


def modules(*names: str) -> dict[str, Path]:
    """Give the files of our modules that some of them import, and of these.

    Args:
        *names: Where to begin.
    """
    found: dict[str, Path] = {}
    wanted = [*names]
    while wanted:
        name = wanted.pop()
        if name not in found and (file := _file(name)):
            found[name] = file
            wanted += _imports(file)
    return found


def _file(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # the name of something in a module
        return None
    return Path(spec.origin) if spec and spec.origin else None


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        module = getattr(node, "module", None) or ""
        if isinstance(node, ast.ImportFrom) and module.startswith(PACKAGES):
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
