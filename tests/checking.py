"""What the tests of the checks share."""

from pathlib import Path

import pytest

from transformer_grading.checks.core import CheckFailed
from transformer_grading.instructor.cases.core import cases_of
from transformer_grading.instructor.matrices import notebooks

ROOT = Path(__file__).parents[1]
NOTEBOOKS = notebooks(ROOT)
CASES = {name: cases_of(name) for name in NOTEBOOKS}
ALL = [case for cases in CASES.values() for case in cases]
TASKS = tuple(case.visible for case in CASES["02_attention"])
HIDDEN = tuple(case.hidden for case in CASES["02_attention"])


def name_of(case):
    """Name a case in the list of tests, by its chapter and its task."""
    return next(f"{n[:2]}-{case.name}" for n, cases in CASES.items() if case in cases)


def failure(task, answer, *properties, **points):
    """Check an answer that must fail, and give what is raised."""
    with pytest.raises(CheckFailed) as caught:
        task.check(answer, *properties, **points)
    return caught.value
