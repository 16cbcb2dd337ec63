"""The tasks of the exercises: every property of every one can fail."""

import pytest
import torch
from checking import ALL, HIDDEN, TASKS, failure, name_of

from transformer_grading.checks import core, observations
from transformer_grading.checks.attention import ATTENTION
from transformer_grading.checks.core import Probe, Task, Trial
from transformer_grading.checks.observing import Subject, outcome

pytestmark = pytest.mark.unhooked


@pytest.mark.parametrize("case", ALL, ids=name_of)
def test_each_property_can_fail(case):
    """Some damage to what the reference does is seen by each probe."""
    for task in (case.visible, case.hidden):
        for probe in task.probes:
            assert any(seen(task, probe, damage) for damage in DAMAGES), probe.says


def seen(task, probe, damage):
    """Ask a probe about the reference with some damage; it may call what is sealed."""

    trial = unsealed(task, lambda *args: damage(task.reference, args))
    says = trial.complaint(probe)
    return says and "It raised" not in says


def unsealed(task, answer):
    """Observe an answer that may call what the task seals."""
    trial = Trial(task, answer)
    trial.answer = Subject(answer, task.name, task.returns, numbers=task.numbers)
    return trial


def changed(results, change):
    """Change each part of what was returned."""
    if isinstance(results, tuple):
        return tuple(map(change, results))
    return change(results)


def off(reference, args):
    """Be off by some noise, or the other way round where there is only yes and no."""

    def change(part):
        if isinstance(part, torch.Tensor) and part.dtype == torch.bool:
            return ~part
        if isinstance(part, torch.Tensor) and part.is_floating_point():
            return part + 1 + torch.rand(part.shape, dtype=part.dtype)
        return part + 1

    return changed(reference(*args), change)


def cut_off(reference, args):
    """Let no gradient through."""
    return changed(reference(*args), torch.Tensor.detach)


def untidy(reference, args):
    """Change what was passed in."""
    for tensor in args:
        if isinstance(tensor, torch.Tensor) and tensor.is_leaf:
            with torch.no_grad():
                tensor.copy_(tensor.flip(-1) if tensor.dim() else tensor + 1)
    return reference(*args)


def blank(reference, args):
    """Give zeros, or nothing allowed."""
    return changed(reference(*args), torch.zeros_like)


def full(reference, args):
    """Give ones, or everything allowed."""
    return changed(reference(*args), torch.ones_like)


def nosy(reference, args):
    """Let every result hear of every input."""
    heard = sum(a.double().sum() for a in args if isinstance(a, torch.Tensor))
    return changed(reference(*args), lambda part: part + heard.to(part.dtype))


def wasteful(reference, args):
    """Keep a million numbers that nobody needs."""
    kept = torch.zeros(1_000_000)
    return changed(reference(*args), lambda part: part + kept[0].to(part.dtype))


def turned(reference, args):
    """Give the parts in the wrong order."""
    results = reference(*args)
    return results[::-1] if isinstance(results, tuple) else results


def meddling(reference, args):
    """Change a model or a list that was passed in, after all is done."""
    results = reference(*args)
    for model in args:
        if isinstance(model, list):
            model.clear()
        if isinstance(model, torch.nn.Module):
            model.train(not model.training)
            for weight in model.parameters():
                weight.grad = torch.ones_like(weight)
                weight.data += 1
    return results


DAMAGES = (off, cut_off, untidy, blank, full, nosy, wasteful, turned, meddling)


def test_a_visible_and_a_hidden_task_ask_for_the_same_properties():
    for case in ALL:
        visible, hidden = case.visible.properties, case.hidden.properties
        assert set(visible) == set(hidden), case.name


@pytest.mark.parametrize("case", ALL, ids=name_of)
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
