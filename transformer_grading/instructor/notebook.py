"""A notebook of solutions, with one answer exchanged and its graded cells run."""

import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from transformer_grading.checks.core import CheckFailed


@dataclass(frozen=True)
class Verdict:
    """What became of one graded cell.

    Args:
        cell: Its grade id.
        error: What it raised, if it did.
    """

    cell: str
    error: Exception | None

    @property
    def mistake(self) -> str | None:
        """Give the name of the mistake that the message tells, if it tells one."""
        known = isinstance(self.error, CheckFailed) and self.error.mistake
        return known.name if known else None


@dataclass(frozen=True)
class Graded:
    """The cells of a notebook that grading needs.

    Args:
        before: Sources of the cells before the first answer.
        answers: Sources of the answers, by the name of the function.
        given: Sources of read-only cells that are not graded.
        graded: Sources of the graded cells, hidden parts included, by grade id.
        text: What the notebook says, in one line.
    """

    before: tuple[str, ...]
    answers: dict[str, str]
    given: tuple[str, ...]
    graded: dict[str, str]
    text: str

    @classmethod
    def read(cls, path: Path) -> "Graded":
        """Read a notebook of solutions.

        Args:
            path: Where it is.
        """
        before, answers, given, graded, text = [], {}, [], {}, []
        for cell in nbformat.read(path, as_version=4).cells:
            tags = cell.metadata.get("nbgrader", {})
            if cell.cell_type != "code":
                text += cell.source.split()
            elif tags.get("grade"):
                graded[str(tags["grade_id"])] = str(cell.source)
            elif found := tags.get("solution") and re.search(r"def (\w+)", cell.source):
                answers[found[1]] = str(cell.source)
            elif tags.get("locked"):
                given.append(str(cell.source))
            elif not answers:
                before.append(str(cell.source))
        return cls(tuple(before), answers, tuple(given), graded, " ".join(text))

    def of_task(self, name: str) -> dict[str, str]:
        """Give the graded cells that check one function.

        Args:
            name: The name of the function.
        """
        pattern = rf"\.check\({name}\b"
        return {c: s for c, s in self.graded.items() if re.search(pattern, s)}

    def grade(self, name: str, answer: str) -> list[Verdict]:
        """Exchange one answer and run the graded cells that check it.

        Args:
            name: The name of the function.
            answer: The source of the cell that defines it.
        """
        return self._run(name, answer, self.of_task(name))

    def others_lost(self, name: str, answer: str) -> tuple[str, ...]:
        """Exchange one answer and say which graded cells of other tasks fail.

        Args:
            name: The name of the function.
            answer: The source of the cell that defines it.
        """
        own = self.of_task(name)
        others = {c: source for c, source in self.graded.items() if c not in own}
        return tuple(v.cell for v in self._run(name, answer, others) if v.error)

    def _run(self, name: str, answer: str, cells: dict[str, str]) -> list[Verdict]:
        names: dict[str, Any] = {"__name__": "__main__"}
        answers = {**self.answers, name: answer}
        with contextlib.redirect_stdout(io.StringIO()):
            for source in (*self.before, *self.given, *answers.values()):
                exec(source, names)  # noqa: S102
            return [Verdict(cell, _error(s, names)) for cell, s in cells.items()]


def _error(source: str, names: dict[str, Any]) -> Exception | None:
    try:
        exec(source, names)  # noqa: S102
    except Exception as error:
        return error
    return None
