"""The tasks of the attention chapter: every property of every one can fail."""

import functools
import time

import pytest
import torch
from checking import HIDDEN, TASKS, failure

from transformer_grading.checks import observations
from transformer_grading.checks.attention import ATTENTION
from transformer_grading.checks.core import Probe, Task, Trial
from transformer_grading.checks.observing import Subject
from transformer_grading.instructor.right.attention import power_of_d_k

pytestmark = pytest.mark.unhooked


@pytest.mark.parametrize("task", TASKS + HIDDEN, ids=lambda task: task.name)
def test_each_property_can_fail(task):
    """Broken on the inputs of one probe only, an answer fails by its property."""
    for probe in task.probes:
        broken = functools.partial(spoiled, task.reference, probe)
        trial = Trial(task, lambda *args, run=broken: run(args))
        trial.answer = Subject(trial.answer.function, task.name, task.returns)
        assert trial.complaint(probe), probe.says


def spoiled(reference, probe, args):
    """Do what the reference does, but damage what the probe looks at."""
    if probe.observe is observations.untouched:
        args[0].add_(1)
    results = reference(*args)
    parts = results if isinstance(results, tuple) else (results,)
    if probe.observe is observations.gradient:
        parts = tuple(part.detach() for part in parts)
    elif not probe.inputs:
        parts = (*parts[:3], torch.ones_like(parts[3]))
    else:
        parts = tuple(part + torch.rand(part.shape) for part in parts)
    return parts if isinstance(results, tuple) else parts[0]


def test_a_visible_and_a_hidden_task_ask_for_the_same_properties():
    for task, twin in zip(TASKS, HIDDEN, strict=True):
        assert set(task.properties) == set(twin.properties), task.name


def test_a_hidden_message_prints_no_expected_numbers():
    for task in HIDDEN:
        for probe in task.probes:
            if not probe.inputs:
                continue
            trial = Trial(task, lambda *args: None)
            expected = trial._of_ours(task.reference, probe)
            assert all(seen.numel() > 12 for seen in expected.values()), probe.says


def test_a_reference_that_fails_is_our_fault_not_the_students():
    probe = Probe("value", "It holds.", {"x": 1}, observations.value)
    task = Task("f", ("y",), lambda x: None, (probe,))
    with pytest.raises(RuntimeError, match="the reference of f: y came back as None"):
        task.check(lambda x: torch.ones(1))


def test_a_failed_check_takes_no_longer_than_ten_rights():
    """Naming stays cheap: relate it to the checks of a right answer."""

    def seconds(act):
        start = time.perf_counter()
        act()
        return time.perf_counter() - start

    right = min(seconds(lambda: ATTENTION.check(power_of_d_k)) for _ in range(3))
    wrong = min(
        seconds(lambda: failure(ATTENTION, lambda q, k, v, mask=None: (v, v)))
        for _ in range(3)
    )
    assert wrong < 10 * right
