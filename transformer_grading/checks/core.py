"""Checks that diagnose: which property failed, on what, and what that looks like.

There are four ideas.

A **probe** is one thing that must hold: some inputs, and an observation to make of a
function on them (its value, its gradient, what an edit changes …). Nothing else is
said about what is right, because

the **reference** is right: the same observation is made of it and of the answer, and
the two are compared. Only observations, plain tensors by name, are compared, so
that student code can run in one process and the verdict can be made in another.

A **mistake** is one more function to observe. If the answer does what the mistake
does on every probe that the mistake is about, exceptions included, the mistake is
named; if that fits no mistake, or several, none is. So a name is never a guess.

A **task** puts the three together, with the ready-mades that are sealed while
student code runs.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from transformer_grading.checks.compare import alike, difference, shown
from transformer_grading.checks.observing import (
    Failure,
    Inputs,
    Observe,
    Outcome,
    Subject,
    outcome,
)
from transformer_grading.checks.said import Said, first_line
from transformer_grading.checks.settings import known_settings
from transformer_grading.checks.summary import noted
from transformer_grading.mistakes.core import Mistake


class CheckFailed(AssertionError):  # noqa: N818
    """Say what does not hold yet; a notebook shows this message alone.

    Args:
        message: What to show.
        property: The property that does not hold, if it is about one.
        mistake: The mistake that the answer equals, if it is a known one.
    """

    def __init__(
        self, message: str, property: str = "", mistake: Mistake | None = None
    ) -> None:
        super().__init__(message)
        self.property = property
        self.mistake = mistake

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class CheckStopped(KeyboardInterrupt):  # noqa: N818
    """Pass on that somebody stopped the check; a notebook shows this line alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


@dataclass(frozen=True)
class Probe:
    """One thing that must hold.

    Args:
        property: The property that the probe is about; several probes may share one.
        says: What must hold, in a sentence.
        inputs: The arguments of the call, by name and in order.
        observe: What to look at.
        atol: The absolute difference that counts as equal.
        rtol: The relative difference that counts as equal.
    """

    property: str
    says: str
    inputs: Inputs
    observe: Observe
    atol: float = 1e-5
    rtol: float = 1e-4


@dataclass(frozen=True)
class Task:
    """What a function has to be like.

    Args:
        name: The name of the function.
        returns: The names of what it returns; more than one means a tuple.
        reference: A function that is right.
        probes: What must hold, the smallest inputs first.
        mistakes: The mistakes that can be named.
        seals: Ready-mades that refuse while student code runs.
        numbers: Whether it returns plain numbers, such as counts, and not tensors.
        secret: Whether messages keep back the numbers expected.
    """

    name: str
    returns: tuple[str, ...]
    reference: Callable[..., Any]
    probes: tuple[Probe, ...]
    mistakes: tuple[Mistake, ...] = ()
    seals: tuple[Callable[..., Any], ...] = ()
    numbers: bool = False
    secret: bool = False

    @property
    def properties(self) -> tuple[str, ...]:
        """Give the properties in the order of their first probes."""
        return tuple(dict.fromkeys(probe.property for probe in self.probes))

    def check(
        self, answer: object, *properties: str, points: float | None = None
    ) -> None:
        """Print a line if the properties hold; say which does not otherwise.

        Args:
            answer: The student's function; anything else is refused politely.
            properties: Which properties to look at; all of them if none is named.
            points: What they earn; kept for the summary.

        Raises:
            CheckFailed: If a property does not hold.
            CheckStopped: If somebody interrupts the check.
            ValueError: If the task has no such property.
        """
        wanted = properties or self.properties
        for name in wanted:
            if name not in self.properties:
                known = ", ".join(self.properties)
                raise ValueError(f"{self.name} has no property {name!r}, only: {known}")
        with (
            noted(self.name, properties, points),
            known_settings(),
            self._apology(),
        ):
            trial = Trial(self, answer)
            for probe in self.probes:
                if probe.property in wanted and trial.complaint(probe):
                    raise trial.verdict(probe) from None
            print("\n".join([self._held(properties), *trial.said.told()]))

    @contextlib.contextmanager
    def _apology(self) -> Iterator[None]:
        """Never show a student an error that is not the answer's."""
        try:
            yield
        except KeyboardInterrupt:
            raise CheckStopped(f"{self.name}: the check was stopped.") from None
        except CheckFailed:
            raise
        except Exception as error:
            kind = type(error).__name__
            raise CheckFailed(
                f"{self.name}: the check itself does not work here ({kind}: "
                f"{first_line(error)}). Restart the kernel and run all cells; if it "
                "stays, report it: your answer is not at fault."
            ) from None

    def _held(self, properties: tuple[str, ...]) -> str:
        if properties:
            verb = "holds" if len(properties) == 1 else "hold"
            return f"{self.name}: {', '.join(properties)} {verb}."
        number = len(self.properties)
        return f"{self.name}: " + (
            f"all {number} properties hold." if number > 1 else "the property holds."
        )


class Trial:
    """Observe one answer on the probes of a task, each probe at most once."""

    def __init__(self, task: Task, answer: object) -> None:
        self.task = task
        self.said = Said()
        seals = (*task.seals, task.reference)
        self.answer = Subject(answer, task.name, task.returns, seals, task.numbers)
        self.seen: dict[int, tuple[Outcome, str | None]] = {}

    def _look(self, probe: Probe) -> tuple[Outcome, str | None]:
        if id(probe) not in self.seen:
            seen = outcome(self.answer, probe.inputs, probe.observe, self.said)
            right = self._of_ours(self.task.reference, probe)
            if isinstance(right, Failure):
                raise RuntimeError(f"the reference of {self.task.name}: {right.says}")
            task = self.task
            wrong = difference(seen, right, probe.atol, probe.rtol, task.secret)
            self.seen[id(probe)] = seen, wrong
        return self.seen[id(probe)]

    def _of_ours(self, function: Callable[..., Any], probe: Probe) -> Outcome:
        task = self.task
        subject = Subject(function, task.name, task.returns, numbers=task.numbers)
        return outcome(subject, probe.inputs, probe.observe, Said())

    def complaint(self, probe: Probe) -> str | None:
        """Say how the answer differs from the reference on a probe, if it does."""
        return self._look(probe)[1]

    def mistake(self) -> Mistake | None:
        """Give the one mistake that the answer equals wherever its name applies."""
        if all(isinstance(self._look(p)[0], Failure) for p in self.task.probes):
            return None
        fitting = [m for m in self.task.mistakes if self._fits(m)]
        return fitting[0] if len(fitting) == 1 else None

    def _fits(self, mistake: Mistake) -> bool:
        probes = [p for p in self.task.probes if p.property not in mistake.beside]
        # What went wrong tells mistakes apart soonest.
        probes.sort(key=lambda probe: self.complaint(probe) is None)
        return self.complaint(probes[0]) is not None and any(
            all(
                alike(self._look(p)[0], self._of_ours(way, p), p.atol, p.rtol)
                for p in probes
            )
            for way in mistake.ways
        )

    def verdict(self, probe: Probe) -> CheckFailed:
        """Tell what failed, on what, what holds, and the mistake if it is known."""
        seen, complaint = self._look(probe)
        if isinstance(seen, Failure) and seen.basic:
            return CheckFailed(f"{self.task.name}: {seen.says}")
        lines = [f"{self.task.name}, {probe.property}: not yet. {probe.says}"]
        if probe.inputs:
            values = [f"{name} = {shown(v)}" for name, v in probe.inputs.items()]
            lines.append(f"With {', '.join(values)}:")
        lines.append(str(complaint))
        failed = {p.property for p in self.task.probes if self.complaint(p)}
        held = [name for name in self.task.properties if name not in failed]
        if held:
            lines.append(f"What holds already: {', '.join(held)}.")
        mistake = self.mistake()
        if mistake:
            lines.append(f"It is what comes of {mistake.name}. {mistake.does}")
            lines.append(f"{mistake.hint} Reread “{mistake.reread}”.")
        message = "\n".join([*lines, *self.said.told()])
        return CheckFailed(message, probe.property, mistake)
