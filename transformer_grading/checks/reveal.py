"""Cells that show a result only when the learner has earned or predicted it."""

import contextlib
import io
from collections.abc import Callable, Mapping

from torch import Tensor

from transformer_grading.checks.core import CheckFailed, Task


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


def compare(
    prediction: Callable[[], Mapping[str, list[float]]], measured: Mapping[str, Tensor]
) -> None:
    """Print what was predicted beside what was measured.

    Nothing is judged, and nothing is shown before a prediction is there.

    Args:
        prediction: the learner's function; its result has the names of `measured`.
        measured: the numbers found, by name.
    """
    try:
        written = dict(prediction())
        guesses = {name: [float(x) for x in written[name]] for name in measured}
    except NotImplementedError:
        print("Write your prediction first; the measurement opens then.")
    except (KeyError, TypeError, ValueError):
        names = " and ".join(repr(name) for name in measured)
        print(f"A prediction is a dictionary with {names}, each a list of numbers.")
    else:
        for name, values in measured.items():
            print(f"{name}: predicted {_row(guesses[name])}", end=", ")
            print(f"measured {_row(values.tolist())}")


def _row(values: list[float]) -> str:
    return "(" + ", ".join(f"{value:.2f}" for value in values) + ")"
