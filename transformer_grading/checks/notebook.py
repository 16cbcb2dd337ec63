"""Run a notebook of one's own from the command line, and say what passes so far."""

import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from transformer_grading.checks.said import first_line

SECONDS = 300
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookError(RuntimeError):
    """The notebook can't be run at all."""


@dataclass(frozen=True)
class Cell:
    """How one graded cell went.

    Args:
        name: Its grade id.
        points: What it earns.
        held: Whether it ran through.
        says: What it said, or why it has no points; nothing if a person marks it.
    """

    name: str
    points: float
    held: bool
    says: str

    @property
    def earned(self) -> float:
        """Give the points so far."""
        return self.points if self.held else 0


def check(path: Path) -> list[Cell]:
    """Run a notebook where it is and look at its graded cells; the file stays as it is.

    Args:
        path: The notebook.

    Raises:
        NotebookError: If there is no such notebook, no graded cell in it, or no end.
    """
    try:
        notebook = nbformat.read(path, as_version=4)
    except OSError as error:
        raise NotebookError(f"{path} can't be read: {error.strerror}.") from None
    except Exception:  # nbformat and json raise what they like
        raise NotebookError(f"{path} is no Jupyter notebook.") from None
    if not any(_is_graded(cell) for cell in notebook.cells):
        raise NotebookError(f"{path} has no graded cell: is it an exercise?")
    try:
        _execute(notebook, path.resolve().parent)
    except Exception as error:  # a dead kernel, a cell without an end
        why = first_line(error)
        raise NotebookError(f"{path} could not be run to its end: {why}") from None
    return [_cell(cell) for cell in notebook.cells if _is_graded(cell)]


def _execute(notebook: nbformat.NotebookNode, where: Path) -> None:
    """Run all cells in a kernel that no network sees and that leaves nothing behind."""
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        allow_errors=True,
        resources={"metadata": {"path": str(where)}},
    )
    kernel = client.create_kernel_manager()
    with tempfile.TemporaryDirectory() as folder:
        if sys.platform != "win32":
            kernel.transport, kernel.ip = "ipc", f"{folder}/kernel"
        client.execute(env=os.environ | {"IPYTHONDIR": folder})


def table(cells: list[Cell]) -> str:
    """Lay out what was found.

    Args:
        cells: The graded cells.
    """
    width = max(len(cell.name) for cell in cells)
    by_code = [cell for cell in cells if cell.says]
    lines = [
        f"{c.name:{width}}  {c.earned:g} of {c.points:g}  {c.says}" for c in by_code
    ]
    earned = sum(cell.earned for cell in by_code)
    total = sum(cell.points for cell in by_code)
    by_hand = sum(cell.points for cell in cells) - total
    lines.append(f"{'total':{width}}  {earned:g} of {total:g} points so far")
    if by_hand:
        lines.append(f"{by_hand:g} more points are marked by a person.")
    return "\n".join([*lines, "When you hand in, hidden checks decide as well."])


def _is_graded(cell: Any) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


def _cell(cell: Any) -> Cell:
    grading = cell.metadata.nbgrader
    name, points = str(grading.grade_id), float(grading.get("points", 0))
    if cell.cell_type != "code":
        return Cell(name, points, True, "")
    for output in cell.outputs:
        if output.output_type == "error":
            return Cell(name, points, False, _first(output))
    said = "".join(o.get("text", "") for o in cell.outputs)
    return Cell(name, points, True, said.strip().split("\n")[0] or "holds")


def _first(error: Any) -> str:
    plain = _COLOURS.sub("", str(error.evalue)).strip()
    return plain.split("\n")[0] or str(error.ename)
