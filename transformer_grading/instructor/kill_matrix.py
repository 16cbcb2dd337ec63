"""Every known mistake and every right style against the graded notebooks.

Each wrong way is written into its notebook in the place of the solution. It has to lose
a graded cell of its own task and to leave all others their points; each right style
has to earn what its verdict says; and an answer that only looks like one, such as a
constant, earns nothing. The matrix shows which properties each way breaks, in the
visible or the hidden checks.
"""

from collections.abc import Iterator
from pathlib import Path

from transformer_grading.checks.core import Trial
from transformer_grading.instructor.cases.core import Case, cases_of
from transformer_grading.instructor.notebook import Graded
from transformer_grading.instructor.report import Killed, Report, matrix, told
from transformer_grading.instructor.right.core import Right
from transformer_grading.instructor.right.core import Verdict as Earned
from transformer_grading.mistakes.core import Function, Mistake, source_of

HOLLOW = {
    "a constant": "torch.ones(2, 3)",
    "the input": "args[0]",
    "copies": "tuple(args[:n]) if len(args) >= n > 1 else args[0].clone()",
    "random numbers": "torch.rand(args[0].shape)",
}
"""Answers that only look like one, as the expressions that they return."""


def run(assignment: str, notebook: Path, *, every: int = 1) -> Report:
    """Try everything that is known on the graders of one assignment.

    Args:
        assignment: Its name.
        notebook: Its notebook with solutions.
        every: Take every so-many-th mistake and style only.
    """
    graded, report = Graded.read(notebook), Report()
    cases = cases_of(assignment)
    for case in cases:
        mistakes = case.visible.mistakes[::every]
        some = [k for m in mistakes for k in kill(graded, case, m, every)]
        report.killed += some
        report.cover(case, mistakes)
        report.lines += matrix(case, some)
    report.lines.append("right styles")
    for case in cases:
        for right in case.right[::every]:
            held = keeps(graded, case.name, right)
            report.lines.append(
                f"  {'kept' if held else 'BROKEN':6} {told(case, right)}"
            )
            if not held:
                report.faults.append(f"{case.name}: {right.says} is judged wrongly")
    report.lines.append("")
    for case in cases:
        report.faults += hollow(graded, case)
    return report


def kill(
    graded: Graded, case: Case, mistake: Mistake, every: int = 1
) -> Iterator[Killed]:
    """Put the wrong ways of a mistake into the notebook, one after the other.

    The first of them is graded on all tasks, to see that the others keep their points.

    Args:
        graded: The notebook.
        case: The task.
        mistake: The mistake.
        every: 1 takes all ways, more takes the first.
    """
    for number, way in enumerate(mistake.ways[: None if every == 1 else 1]):
        source = source_of(way, case.name)
        verdicts = graded.grade(case.name, source)
        lost = graded.others_lost(case.name, source) if number == 0 else ()
        yield Killed(
            *(case.name, mistake.name, way.__name__, broken(case, way)),
            *(verdicts, lost),
        )


def broken(case: Case, way: Function) -> frozenset[str]:
    """Give the properties that a function breaks, visibly or behind the scenes.

    Args:
        case: The task.
        way: The function.
    """
    return frozenset(
        probe.property
        for task in (case.visible, case.hidden)
        for trial in [Trial(task, way)]
        for probe in task.probes
        if trial.complaint(probe)
    )


def keeps(graded: Graded, name: str, right: Right) -> bool:
    """Tell whether a right style earns what its verdict says.

    Args:
        graded: The notebook.
        name: The task.
        right: The style.
    """
    verdicts = graded.grade(name, source_of(right.way, name))
    errors = [str(verdict.error) for verdict in verdicts if verdict.error]
    if right.verdict is Earned.FULL:
        return not errors
    if right.verdict is Earned.SEALED:
        return len(errors) == len(verdicts) and all(right.because in e for e in errors)
    return bool(errors) and right.because in graded.text


def hollow(graded: Graded, case: Case) -> Iterator[str]:
    """Name the graded cells in which an answer that only looks like one earns points.

    Args:
        graded: The notebook.
        case: The task.
    """
    n = len(case.visible.returns)
    for kind, expression in HOLLOW.items():
        lines = [f"def {case.name}(*args):", f"    n, one = {n}, {expression}"]
        lines += ["    return one if n == 1 or isinstance(one, tuple) else (one,) * n"]
        for verdict in graded.grade(case.name, "\n".join(["import torch", *lines])):
            if verdict.error is None:
                yield f"{case.name}: {kind} earns {verdict.cell}"
