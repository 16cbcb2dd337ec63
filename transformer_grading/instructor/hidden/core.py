"""Turn a task into its hidden twin."""

from dataclasses import replace

from transformer_grading.checks.core import Probe, Task


def hidden(task: Task, *probes: Probe) -> Task:
    """Ask for the same properties with other probes; messages keep their numbers back.

    Args:
        task: The task as the student sees it.
        *probes: What must hold as well.
    """
    return replace(task, probes=probes, secret=True)
