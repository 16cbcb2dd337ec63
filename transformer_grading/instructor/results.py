"""What grading found, as rows: for the terminal, for a spreadsheet, for a program."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

GRADED, NOT_RUN, REFUSED = "graded", "not run", "refused"


@dataclass(frozen=True)
class Result:
    """What became of one submission.

    Args:
        student: the student's id, the name of the folder.
        assignment: the assignment's name.
        status: graded, not run or refused.
        reason: why it was not graded, in one sentence.
        scores: points by grade_id; None is a score that nobody has given yet.
        maximum: the points there are, by grade_id.
    """

    student: str
    assignment: str
    status: str
    reason: str = ""
    scores: dict[str, float | None] = field(default_factory=dict)
    maximum: dict[str, float] = field(default_factory=dict)

    def tasks(self) -> dict[str, float | None]:
        """Add up the points of each task, None where a part has no score.

        The part of a grade_id before the first dash is the task's name.
        """
        totals: dict[str, float | None] = {}
        for cell in self.maximum:
            task, score = cell.partition("-")[0], self.scores.get(cell)
            before = totals.get(task, 0.0)
            if score is None or before is None:
                totals[task] = None
            else:
                totals[task] = before + score
        return totals

    def total(self) -> float | None:
        """Add up the scores given so far; None where nothing has run."""
        if self.status != GRADED:
            return None
        return sum(score for score in self.scores.values() if score is not None)


def table(results: Sequence[Result]) -> str:
    """Lay the results out for the terminal.

    Args:
        results: at least one, all of one assignment.

    Returns:
        A line for each student, and one for each reason below.
    """
    header = _header(results)
    rows = [header, *(_row(result, len(header)) for result in results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    why = [f"{r.student}: {r.status}. {r.reason}" for r in results if r.reason]
    return "\n".join([*(line.rstrip() for line in lines), "", *why]).rstrip()


def _header(results: Sequence[Result]) -> list[str]:
    maximum = next((r.maximum for r in results if r.maximum), {})
    best = Result("", "", GRADED, scores=dict(maximum), maximum=maximum)
    tasks = [f"{task} /{_points(most)}" for task, most in best.tasks().items()]
    total = f"total /{_points(best.total())}" if maximum else "total"
    return ["student", "status", *tasks, total]


def _row(result: Result, width: int) -> list[str]:
    points = [*result.tasks().values(), result.total()]
    points += [None] * (width - 2 - len(points))
    open_ = "to mark" if result.status == GRADED else "-"
    cells = [open_ if score is None else _points(score) for score in points]
    return [result.student, result.status, *cells]


def _points(score: float | None) -> str:
    return f"{score or 0:g}"


def save(results: Sequence[Result], folder: Path) -> None:
    """Write results.csv, a column for each task, and results.json, with every cell.

    Args:
        results: the results of one run.
        folder: where the two files go.
    """
    rows = [asdict(r) | {"tasks": r.tasks(), "total": r.total()} for r in results]
    (folder / "results.json").write_text(json.dumps(rows, indent=1) + "\n")
    with (folder / "results.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["assignment", "student", "task", "points", "status", "reason"])
        for r in results:
            for task, points in (r.tasks() | {"total": r.total()}).items():
                writer.writerow(
                    [r.assignment, r.student, task, points, r.status, r.reason]
                )
