"""What the tests of the checks share."""

import pytest

from transformer_grading.checks import attention as visible
from transformer_grading.checks.core import CheckFailed, Task
from transformer_grading.instructor.probes import attention as hidden

NAMES = (
    *("SOFTMAX", "ATTENTION", "COUNTEREXAMPLE", "REPAIRED"),
    *("TEMPERATURE", "KERNEL", "LAYER"),
)
TASKS: tuple[Task, ...] = tuple(getattr(visible, name) for name in NAMES)
HIDDEN: tuple[Task, ...] = tuple(getattr(hidden, name) for name in NAMES)


def failure(task, answer, *properties):
    """Check an answer that must fail, and give what is raised."""
    with pytest.raises(CheckFailed) as caught:
        task.check(answer, *properties)
    return caught.value
