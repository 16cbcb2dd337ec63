"""An assignment as students get it, and with the answers of one of them."""

import copy
import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from transformer_grading.instructor.release import RELEASE, SOURCE


@dataclass(frozen=True)
class Exercise:
    """An assignment, as students get it and as it is solved.

    Args:
        name: the name of its folder and of its notebook.
        release: the notebook that students get.
        solved: the source of each cell to be solved, by grade_id and in order.
    """

    name: str
    release: NotebookNode
    solved: dict[str, str]

    def functions(self) -> dict[str, str]:
        """Give the name of the function that a cell asks for, by grade_id."""
        found = {
            cell: re.search(r"^def (\w+)", source, re.MULTILINE)
            for cell, source in self.solved.items()
        }
        return {cell: match[1] for cell, match in found.items() if match}

    def answered(self, answers: dict[str, str]) -> NotebookNode:
        """Give the notebook of a student.

        Args:
            answers: the source of each cell that the student changed, by grade_id.
        """
        notebook = copy.deepcopy(self.release)
        for cell in notebook.cells:
            cell.source = answers.get(grade_id(cell), cell.source)
        return notebook


def exercises(root: Path) -> list[Exercise]:
    """Read every assignment of the course.

    Args:
        root: the course's folder, with solutions/ and exercises/ in it.
    """
    found = []
    for path in sorted((root / SOURCE).glob("*/*.ipynb")):
        source = nbformat.read(path, as_version=4)
        solved = {
            grade_id(cell): cell.source
            for cell in source.cells
            if cell.metadata.get("nbgrader", {}).get("solution")
        }
        release = root / RELEASE / path.relative_to(root / SOURCE)
        found.append(Exercise(path.stem, nbformat.read(release, as_version=4), solved))
    return found


def grade_id(cell: NotebookNode) -> str:
    """Give the name that nbgrader has for a cell, or nothing."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
