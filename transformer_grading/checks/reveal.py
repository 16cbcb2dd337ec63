"""Cells that show a result only when the learner has earned or predicted it."""

import contextlib
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from torch import Tensor

from transformer_grading.checks.core import CheckFailed, Task
from transformer_grading.checks.said import first_line


def passes(task: Task, answer: Callable[..., object]) -> bool:
    """Say whether the answer passes, without an error where it does not.

    Args:
        task: the task whose check decides.
        answer: the learner's function.

    Returns:
        True where every property holds.
    """
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            task.check(answer)
    except CheckFailed:
        print("This cell waits until the check above passes.")
        return False
    return True


def compare(prediction: Callable[[], Any], measured: Mapping[str, Tensor]) -> None:
    """Print what was predicted beside what was measured.

    Nothing is judged, and nothing is shown before a prediction is there. Whatever the
    prediction does instead is told in one line.

    Args:
        prediction: the learner's function; its result has the names of `measured`.
        measured: the numbers found, by name.
    """
    wanted = [(name, values.tolist()) for name, values in measured.items()]
    try:
        written = prediction()
    except NotImplementedError:
        print("Write your prediction first; the measurement opens then.")
        return
    except (Exception, SystemExit) as error:
        print(f"Your prediction raised {type(error).__name__}: {first_line(error)}")
        return
    try:
        guesses = {name: _numbers(written[name], values) for name, values in wanted}
    except Exception:  # the student's object may do anything
        forms = " and ".join(
            f"{name!r}: {len(values)} numbers" for name, values in wanted
        )
        print(f"A prediction is a dictionary with {forms}, each in a list.")
        return
    for name, values in wanted:
        print(f"{name}: predicted {_row(guesses[name])}", end=", ")
        print(f"measured {_row(values)}")


def _numbers(written: Iterable[Any], values: list[float]) -> list[float]:
    numbers = [float(number) for number in written]
    if isinstance(written, str) or len(numbers) != len(values):
        raise ValueError
    return numbers


def _row(values: list[float]) -> str:
    return "(" + ", ".join(f"{value:.2f}" for value in values) + ")"
