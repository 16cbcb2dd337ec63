"""What a kill matrix found, and how it is printed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.notebook import Verdict
from transformer_grading.instructor.right.core import Right
from transformer_grading.mistakes.core import Mistake

NAMED = 0.9
"""The share of the wrong ways that has to be called by its name."""


@dataclass(frozen=True)
class Killed:
    """What became of one wrong way.

    Args:
        task: The name of the task.
        name: What the mistake is called.
        way: The name of the function that contains it.
        broken: The properties that do not hold.
        verdicts: The graded cells of the task.
        lost: The graded cells of other tasks that it lost as well.
    """

    task: str
    name: str
    way: str
    broken: frozenset[str]
    verdicts: list[Verdict]
    lost: tuple[str, ...] = ()

    @property
    def dead(self) -> bool:
        """Tell whether a graded cell was lost."""
        return any(verdict.error for verdict in self.verdicts)

    @property
    def names(self) -> set[str]:
        """Give the names that the messages tell."""
        return {v.mistake for v in self.verdicts if v.mistake}


@dataclass
class Report:
    """What the matrix of one assignment found.

    Args:
        lines: What to print, but for the counts.
        killed: What became of the wrong ways.
        rows: The rows of the public record that the mistakes cover, each with the
            tasks and the names of its mistakes there.
        faults: Whatever else is not as it should be, in sentences.
    """

    lines: list[str] = field(default_factory=list)
    killed: list[Killed] = field(default_factory=list)
    rows: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def named(self) -> int:
        """Count the wrong ways that are called by their name alone."""
        return sum(k.names == {k.name} for k in self.killed)

    @property
    def missed(self) -> list[str]:
        """List the bars that are missed, in sentences."""
        alive = [f"{k.task}: {k.way} survives" for k in self.killed if not k.dead]
        false = [
            f"{k.task}: {k.way} is called {wrong}"
            for k in self.killed
            for wrong in sorted(k.names - {k.name})
        ]
        others = [f"{k.task}: {k.way} loses {', '.join(k.lost)}" for k in self.killed]
        others = [line for line, k in zip(others, self.killed, strict=True) if k.lost]
        few = self.named < NAMED * len(self.killed)
        return [*alive, *false, *others, *self.faults, *["too few are named"] * few]

    def cover(self, case: Case, mistakes: Iterable[Mistake]) -> None:
        """Note which rows of the record some mistakes of a task cover."""
        for mistake in mistakes:
            for row in mistake.ids:
                where = f"{case.name}: {mistake.name}"
                self.rows.setdefault(row, []).append(where)

    def _record(self) -> Iterator[str]:
        yield f"rows of the public record: {len(self.rows)}"
        for row, where in sorted(self.rows.items()):
            yield f"  {row}  {'; '.join(where)}"

    def __str__(self) -> str:
        """Give the whole report."""
        total = len(self.killed)
        dead = sum(k.dead for k in self.killed)
        false = sum(bool(k.names - {k.name}) for k in self.killed)
        share = f" ({self.named / total:.1%})" if total else ""
        return "\n".join(
            [
                *self.lines,
                *self._record(),
                "",
                f"wrong ways {total}, killed {dead}, survivors {total - dead}",
                f"named {self.named} of {total}{share}, false {false}",
                *self.missed,
                "A BAR IS MISSED" if self.missed else "all bars met",
            ]
        )


def matrix(case: Case, killed: Iterable[Killed]) -> list[str]:
    """Print the wrong ways of a task against its properties.

    Args:
        case: The task.
        killed: What became of its wrong ways.
    """
    properties = case.visible.properties
    columns = "  ".join(f"{i}={name}" for i, name in enumerate(properties, 1))
    lines = [f"{case.name}: {columns}   (x broken, . holds)"]
    for k in killed:
        marks = "".join(" x"[p in k.broken].replace(" ", ".") for p in properties)
        fate = "killed" if k.dead else "SURVIVES"
        said = "named" if k.names == {k.name} else f"named {sorted(k.names)}"
        lines.append(f"  {marks:9} {fate:8} {said:6} {k.way}: {k.name}")
    return [*lines, ""]


def told(case: Case, right: Right) -> str:
    """Say in one line what a right style is and what it earns.

    Args:
        case: The task.
        right: The style.
    """
    earns = right.verdict.value + (f": {right.because}" if right.because else "")
    return f"{case.name:15} {right.style:4} {right.says} — {earns}"
