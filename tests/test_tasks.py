"""The tasks of the attention chapter: every property of every one can fail."""

import functools

import pytest
import torch
from checking import ALL, HIDDEN, TASKS, failure

from transformer_grading.checks import core, observations
from transformer_grading.checks.attention import ATTENTION
from transformer_grading.checks.core import Probe, Task, Trial
from transformer_grading.checks.observing import Subject, outcome

pytestmark = pytest.mark.unhooked


@pytest.mark.parametrize("task", TASKS + HIDDEN, ids=lambda task: task.name)
def test_each_property_can_fail(task):
    """Broken on the inputs of one probe only, an answer fails by its property."""
    for probe in task.probes:
        broken = functools.partial(spoiled, task.reference, probe)
        trial = unsealed(task, lambda *args, run=broken: run(args))
        assert trial.complaint(probe), probe.says


def unsealed(task, answer):
    """Observe an answer that may call what the task seals."""
    trial = Trial(task, answer)
    trial.answer = Subject(answer, task.name, task.returns)
    return trial


def spoiled(reference, probe, args):
    """Do what the reference does, but damage what the probe looks at."""
    if probe.property == "input untouched":
        args[0].add_(1)
    results = reference(*args)
    parts = results if isinstance(results, tuple) else (results,)
    if probe.property == "gradient":
        parts = tuple(part.detach() for part in parts)
    elif not probe.inputs:
        parts = (*parts[:3], torch.ones_like(parts[3]))
    else:
        parts = tuple(part + torch.rand(part.shape) for part in parts)
    return parts if isinstance(results, tuple) else parts[0]


def test_a_visible_and_a_hidden_task_ask_for_the_same_properties():
    for case in ALL:
        visible, hidden = case.visible.properties, case.hidden.properties
        assert set(visible) == set(hidden), case.name


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_hidden_message_keeps_the_expected_numbers_back(case):
    assert case.hidden.secret or case.hidden is case.visible
    assert not case.visible.secret


def test_a_secret_is_kept():
    probe = Probe("value", "It doubles.", {"x": 21}, observations.value, 0, 0)
    task = Task("f", ("y",), lambda x: 2 * x, (probe,), numbers=True, secret=True)
    message = str(failure(task, lambda x: 41))
    assert "With x = 21:\ny came out as 41, which is not what it should" in message
    assert "42" not in message


def test_a_reference_that_fails_is_our_fault_not_the_students():
    probe = Probe("value", "It holds.", {"x": 1}, observations.value)
    task = Task("f", ("y",), lambda x: None, (probe,))
    message = str(failure(task, lambda x: torch.ones(1)))
    assert "f: the check itself does not work here" in message
    assert "the reference of f: y came back as None" in message
    assert message.endswith("your answer is not at fault.") and "\n" not in message


def test_to_name_a_mistake_takes_one_look_at_most_ways(monkeypatch):
    """What went wrong is compared first, and rules nearly every way out."""
    looks = []

    def counted(*args):
        looks.append(args)
        return outcome(*args)

    monkeypatch.setattr(core, "outcome", counted)
    failure(ATTENTION, lambda q, k, v, mask=None: (v, v))
    ways = sum(len(mistake.ways) for mistake in ATTENTION.mistakes)
    assert len(looks) <= 2 * len(ATTENTION.probes) + 1.5 * ways


MASKED = [t for t in TASKS + HIDDEN if t.name in ("attention", "repaired")]
LAYERS = [t for t in TASKS + HIDDEN if t.name == "attention_layer"]


@pytest.mark.parametrize("task", TASKS + HIDDEN, ids=lambda task: task.name)
def test_a_change_of_any_input_is_seen_and_is_all_that_is_seen(task):
    most = max(task.probes, key=lambda probe: len(probe.inputs)).inputs
    for place, (name, value) in enumerate(most.items()):
        if not isinstance(value, torch.Tensor):
            continue

        def changes(*args, place=place):
            copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in args]
            for written in args[place : place + 1]:
                written.copy_(written == 0)
            return task.reference(*copies)

        trial = unsealed(task, changes)
        seen = [p for p in task.probes if trial.complaint(p)]
        assert {probe.property for probe in seen} == {"input untouched"}, name
        assert any(f"after the call, {name}" in trial.complaint(p) for p in seen)


@pytest.mark.parametrize("task", MASKED + LAYERS, ids=lambda task: task.name)
def test_a_mask_is_looked_at_after_the_call_where_a_row_is_empty(task):
    probes = [p for p in task.probes if p.property == "input untouched"]
    assert any(
        "mask" in p.inputs and not p.inputs["mask"].any(dim=-1).all() for p in probes
    )
    assert any(not p.inputs["mask"].any() for p in task.probes if "mask" in p.inputs)


@pytest.mark.parametrize("task", TASKS + HIDDEN, ids=lambda task: task.name)
def test_a_result_in_float32_alone_is_seen(task):
    if "mask" in task.returns:
        return

    def single(*args):
        results = task.reference(*args)
        if isinstance(results, tuple):
            return tuple(part.float() for part in results)
        return results.float()

    trial = unsealed(task, single)
    complaints = [c for c in map(trial.complaint, task.probes) if c]
    assert complaints and all("has dtype float32" in c for c in complaints)
