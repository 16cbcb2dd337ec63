"""Ready-mades refuse while student code runs, and work again afterwards."""

import functools

import pytest
import torch
import torch.nn.functional as F
from checking import TASKS, failure
from torch.nn.functional import softmax as bound_long_before

from transformer_grading.checks.attention import ATTENTION, SOFTMAX
from transformer_grading.checks.core import CheckFailed
from transformer_grading.checks.sealing import Seal, SealedError
from transformer_grading.instructor.right.attention.softmax import amax
from transformer_lib.attention import scaled_dot_product_attention

pytestmark = pytest.mark.unhooked


@pytest.mark.parametrize(
    "ready_made",
    [
        torch.softmax,
        F.softmax,
        bound_long_before,
        torch.special.softmax,
        lambda s, dim: s.softmax(dim),
        lambda s, dim: torch.nn.Softmax(dim)(s),
        lambda s, dim: F.log_softmax(s, dim).exp(),
        lambda s, dim: F.softmin(-s, dim),
    ],
)
def test_every_softmax_of_torch_is_sealed(ready_made):
    message = str(failure(SOFTMAX, lambda scores, dim=-1: ready_made(scores, dim=dim)))
    assert "is what this task asks you to write." in message
    assert message.count("\n") == 0


@pytest.mark.parametrize(
    "ready_made",
    [
        scaled_dot_product_attention,
        lambda q, k, v, mask: (F.scaled_dot_product_attention(q, k, v, mask), 0),
        lambda q, k, v, mask: torch.nn.MultiheadAttention(4, 1)(q, k, k),
    ],
)
def test_every_attention_but_ones_own_is_sealed(ready_made):
    def answer(q, k, v, mask=None):
        return ready_made(q, k, v, mask)

    with pytest.raises(CheckFailed, match="attention.* is what this task asks you"):
        ATTENTION.check(answer)


def test_a_swallowed_refusal_is_remembered():
    def tries(scores, dim=-1):
        try:
            return torch.softmax(scores, dim)
        except Exception:
            return amax(scores, dim)

    def wraps(scores, dim=-1):
        try:
            return torch.softmax(scores, dim)
        except Exception as error:
            raise ValueError from error

    for answer in (tries, wraps):
        with pytest.raises(CheckFailed, match="softmax is what this task asks you"):
            SOFTMAX.check(answer)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_the_reference_is_sealed(task):
    with pytest.raises(CheckFailed, match="is what this task asks you to write"):
        task.check(task.reference)


def ours(x):
    return x + 1


@functools.wraps(ours)
def wrapped(x):
    return ours(x)


def closed_over(number):
    def add(x):
        return x + number

    return add


def test_a_seal_is_lifted_after_an_exception():
    add = closed_over(2)
    with pytest.raises(KeyError), Seal([ours, add, torch.exp]):
        raise KeyError
    assert (ours(1), add(1), torch.exp(torch.zeros(())).item()) == (2, 3, 1)


def test_a_seal_reaches_through_wrappers_closures_and_older_names():
    add, older = closed_over(2), ours
    with Seal([wrapped, add]) as seal:
        for function in (ours, older, wrapped, add):
            with pytest.raises(SealedError, match="is what this task asks"):
                function(1)
    assert seal.touched == ["ours", "ours", "ours", "add"]


def test_seals_nest():
    with Seal([ours]) as outer:
        with Seal([ours, torch.exp]) as inner, pytest.raises(SealedError):
            ours(1)
        assert torch.exp(torch.zeros(())) == 1
        with pytest.raises(SealedError):
            ours(1)
    assert (inner.touched, outer.touched) == (["ours"], ["ours"])
    assert ours(1) == 2


def test_a_check_within_a_sealed_answer_leaves_the_seal():
    def checks_itself(scores, dim=-1):
        SOFTMAX.check(amax, "value")
        return torch.softmax(scores, dim)

    with pytest.raises(CheckFailed, match="softmax is what this task asks"):
        SOFTMAX.check(checks_itself)
