"""Every known mistake and every right style against the graded notebook.

    python -m transformer_grading.instructor.kill_matrix [--sample] [--write FILE]

Each wrong way is written into the notebook in the place of the solution and has to
lose a graded cell; each right style has to earn what its verdict says. The matrix
shows which properties each way breaks, in the visible or the hidden checks. The
command fails if a way survives, if fewer than nine ways in ten are named, if one is
named wrongly, or if a verdict on a right style does not hold.
"""

import argparse
import dataclasses
import datetime
import hashlib
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from transformer_grading.checks import attention as visible
from transformer_grading.checks.core import Task, Trial
from transformer_grading.instructor.notebook import Graded, Verdict
from transformer_grading.instructor.probes import attention as hidden
from transformer_grading.instructor.right import (
    attention,
    joining,
    looping,
    others,
    products,
    softmax,
)
from transformer_grading.instructor.right.core import Right
from transformer_grading.instructor.right.core import Verdict as Earned
from transformer_grading.mistakes.core import Function, Mistake, source_of

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "solutions/02_attention/02_attention.ipynb"
NAMED = 0.9
_ATTENTION = (*attention.RIGHT, *products.RIGHT)


@dataclass(frozen=True)
class Case:
    """A task with its hidden twin and its right styles.

    Args:
        visible: The task as the student sees it.
        hidden: The same with hidden probes.
        right: The right styles.
    """

    visible: Task
    hidden: Task
    right: tuple[Right, ...]


CASES = (
    Case(visible.SOFTMAX, hidden.SOFTMAX, softmax.RIGHT),
    Case(visible.ATTENTION, hidden.ATTENTION, _ATTENTION),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, others.COUNTEREXAMPLES),
    Case(visible.REPAIRED, hidden.REPAIRED, _ATTENTION),
    Case(visible.TEMPERATURE, hidden.TEMPERATURE, others.TEMPERATURES),
    Case(visible.KERNEL, hidden.KERNEL, others.CURVES),
    Case(visible.LAYER, hidden.LAYER, (*joining.RIGHT, *looping.RIGHT)),
)


@dataclass(frozen=True)
class Killed:
    """What became of one wrong way.

    Args:
        task: The name of the task.
        mistake: The mistake.
        way: The name of the function that contains it.
        broken: The properties that do not hold.
        verdicts: The graded cells.
    """

    task: str
    mistake: Mistake
    way: str
    broken: frozenset[str]
    verdicts: list[Verdict]

    @property
    def dead(self) -> bool:
        """Tell whether a graded cell was lost."""
        return any(verdict.error for verdict in self.verdicts)

    @property
    def names(self) -> set[str]:
        """Give the names that the messages tell."""
        return {v.mistake for v in self.verdicts if v.mistake}


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


def kill(graded: Graded, case: Case, every: int) -> Iterator[Killed]:
    """Put the wrong ways of a task into the notebook, one after the other.

    Args:
        graded: The notebook.
        case: The task.
        every: Take only the first way of every so-many-th mistake; 0 takes all.
    """
    name = case.visible.name
    for mistake in case.visible.mistakes[:: every or 1]:
        for way in mistake.ways[: 1 if every else None]:
            verdicts = graded.grade(name, source_of(way, name))
            yield Killed(name, mistake, way.__name__, broken(case, way), verdicts)


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


def matrix(case: Case, killed: list[Killed]) -> list[str]:
    """Print the wrong ways of a task against its properties.

    Args:
        case: The task.
        killed: What became of its wrong ways.
    """
    properties = case.visible.properties
    columns = "  ".join(f"{i}={name}" for i, name in enumerate(properties, 1))
    lines = [f"{case.visible.name}: {columns}   (x broken, . holds)"]
    for k in killed:
        marks = "".join(" x"[p in k.broken].replace(" ", ".") for p in properties)
        fate = "killed" if k.dead else "SURVIVES"
        said = "named" if k.names == {k.mistake.name} else f"named {sorted(k.names)}"
        lines.append(f"  {marks:9} {fate:8} {said:6} {k.way}: {k.mistake.name}")
    return [*lines, ""]


def styles(graded: Graded, every: int) -> tuple[list[str], int]:
    """Print what right styles earn, and count the verdicts that do not hold.

    Args:
        graded: The notebook.
        every: Take every so-many-th style only; 0 takes all.
    """
    lines, wrong = ["right styles"], 0
    for case in CASES:
        for right in case.right[:: every or 1]:
            held = keeps(graded, case.visible.name, right)
            wrong += not held
            what = f"{right.verdict.value}" + (
                f": {right.because}" * bool(right.because)
            )
            mark = "kept" if held else "BROKEN"
            name = case.visible.name
            lines.append(f"  {mark:6} {name:15} {right.style:4} {right.says} — {what}")
    return [*lines, ""], wrong


def digest() -> str:
    """Give a hash of the sources that the summary covers."""
    folders = ("checks", "mistakes", "instructor/probes", "instructor/right")
    files = [
        f for d in folders for f in (ROOT / "transformer_grading" / d).rglob("*.py")
    ]
    files += [ROOT / "transformer_lib/attention.py", Path(__file__)]
    files += [Path(__file__).with_name("notebook.py")]
    cells = dataclasses.replace(Graded.read(NOTEBOOK), text="")
    total = hashlib.sha256(repr(cells).encode())
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT).as_posix()).encode())
        total.update(file.read_bytes())
    return total.hexdigest()


def summary(every: int) -> tuple[str, bool]:
    """Run everything; give the report and whether all bars are met.

    Args:
        every: Take only every so-many-th mistake and style; 0 takes all.
    """
    graded = Graded.read(NOTEBOOK)
    lines, killed = [], []
    for case in CASES:
        some = list(kill(graded, case, every))
        killed += some
        lines += matrix(case, some)
    more, wrong = styles(graded, every)
    alive = sum(not k.dead for k in killed)
    named = sum(k.names == {k.mistake.name} for k in killed)
    false = sum(bool(k.names - {k.mistake.name}) for k in killed)
    rows = {i for k in killed for i in k.mistake.ids}
    lines += [
        *more,
        f"wrong ways {len(killed)}, killed {len(killed) - alive}, survivors {alive}",
        f"named {named} of {len(killed)} ({named / len(killed):.1%}), false {false}",
        f"rows of the public record covered: {len(rows)} ({', '.join(sorted(rows))})",
        f"verdicts on right styles that do not hold: {wrong}",
    ]
    good = not (alive or false or wrong) and named >= NAMED * len(killed)
    return "\n".join([*lines, "all bars met" if good else "A BAR IS MISSED"]), good


def main() -> int:
    """Print the matrix, write it if asked, and give 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sample", action="store_true", help="take every fifth only")
    parser.add_argument("--write", type=Path, help="write a dated summary as well")
    options = parser.parse_args()
    torch.set_num_threads(1)
    report, good = summary(every=5 if options.sample else 0)
    print(report)
    if options.write and not options.sample:
        when = f"{datetime.date.today()}, Python {platform.python_version()}"
        head = f"sha256 {digest()}\n{when}, torch {torch.__version__}\n\n"
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_text(head + report + "\n", encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
