"""A task with everything that its grader is tried on."""

import importlib
from dataclasses import dataclass

from transformer_grading.checks.core import Task
from transformer_grading.instructor.right.core import Right


@dataclass(frozen=True)
class Case:
    """A task with its hidden twin and its right styles; it knows its own mistakes.

    Args:
        visible: The task as the student sees it.
        hidden: The same with hidden probes.
        right: The right styles.
    """

    visible: Task
    hidden: Task
    right: tuple[Right, ...]

    @property
    def name(self) -> str:
        """Give the name of the function that the task asks for."""
        return self.visible.name


def cases_of(assignment: str) -> tuple[Case, ...]:
    """Give the cases of an assignment, in the order of its tasks.

    Args:
        assignment: The name of the assignment, such as 02_attention.
    """
    slug = assignment.partition("_")[2]
    module = importlib.import_module(f"transformer_grading.instructor.cases.{slug}")
    cases: tuple[Case, ...] = module.CASES
    return cases
