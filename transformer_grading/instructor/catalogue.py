"""Variants of an instructor's own, one a file, tried like those of the course.

    FOLDER/02_attention/no_scale.py

The folder has the name of the assignment. The file defines the function that a task
asks for, and what else that needs; its docstring begins with "wrong:" or "right:" and
says in a line what the variant is.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from transformer_grading.instructor.notebook import Graded


class CatalogueError(ValueError):
    """A file of a catalogue is not in the form that it needs."""


@dataclass(frozen=True)
class Variant:
    """One answer to a task, by an instructor.

    Args:
        assignment: The name of the assignment.
        file: Where it stands.
        task: The function that it defines.
        right: Whether it is right.
        says: What it is.
        source: Its source.
    """

    assignment: str
    file: Path
    task: str
    right: bool
    says: str
    source: str


def read(folder: Path, assignments: dict[str, Graded]) -> list[Variant]:
    """Read a catalogue.

    Args:
        folder: Where it is.
        assignments: The assignments that there are.

    Raises:
        CatalogueError: If there is nothing in it, or a file is not in the form.
    """
    files = sorted(folder.glob("*/*.py"))
    if not files:
        raise CatalogueError(
            f"{folder} holds no variants: put each into a file such as "
            f"{folder}/{next(iter(assignments))}/my_variant.py."
        )
    return [_variant(file, assignments) for file in files]


def _variant(file: Path, assignments: dict[str, Graded]) -> Variant:
    assignment, source = file.parent.name, file.read_text(encoding="utf-8")
    if assignment not in assignments:
        known = ", ".join(assignments)
        raise CatalogueError(f"{file}: no assignment {assignment}, only: {known}.")
    try:
        tree = ast.parse(source, file.name)
    except SyntaxError as error:
        raise CatalogueError(f"{file}, line {error.lineno}: {error.msg}.") from None
    kind, _, says = (ast.get_docstring(tree) or "").partition(":")
    if kind.strip().lower() not in ("right", "wrong") or not says.strip():
        raise CatalogueError(
            f'{file}: begin it with """wrong: what it does""" or """right: ...""".'
        )
    tasks = assignments[assignment].answers
    found = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
    task = [name for name in found if name in tasks]
    if len(task) != 1:
        raise CatalogueError(
            f"{file}: define one function of a task, one of: {', '.join(tasks)}."
        )
    right, says = kind.strip().lower() == "right", " ".join(says.split())
    return Variant(assignment, file, task[0], right, says, source)


@dataclass(frozen=True)
class Tried:
    """What a grader made of a variant.

    Args:
        variant: The variant.
        lost: The graded cells that it lost.
        names: The mistakes that the messages named.
    """

    variant: Variant
    lost: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Tell whether a right variant keeps its points and a wrong one does not."""
        return self.variant.right != bool(self.lost)

    def __str__(self) -> str:
        """Say it in one line."""
        kind = "right" if self.variant.right else "wrong"
        fate = f"loses {', '.join(self.lost)}" if self.lost else "keeps its points"
        said = f", named {' and '.join(self.names)}" if self.names else ""
        mark = "good" if self.good else "BAD"
        where = f"{self.variant.assignment}/{self.variant.file.name}"
        return f"  {mark:4} {where}: {kind}, {fate}{said}: {self.variant.says}"


def tried(variants: list[Variant], assignments: dict[str, Graded]) -> Iterator[Tried]:
    """Put variants into their notebooks, one after the other.

    Args:
        variants: The variants.
        assignments: The assignments that there are.
    """
    for variant in variants:
        graded = assignments[variant.assignment]
        verdicts = graded.grade(variant.task, variant.source)
        lost = tuple(v.cell for v in verdicts if v.error)
        names = sorted({v.mistake for v in verdicts if v.mistake})
        yield Tried(variant, lost, tuple(names))
