"""What student code does on the side costs nothing and changes nothing."""

import random
import sys
import warnings

import pytest
import torch
import torch.nn.functional as F
from checking import failure

from transformer_grading.checks.attention import SOFTMAX
from transformer_grading.instructor.right.softmax import amax

pytestmark = pytest.mark.unhooked


def test_prints_and_warnings_cost_nothing_and_are_passed_on(capsys):
    def chatty(scores, dim=-1):
        print("shape", tuple(scores.shape))
        print("to stderr", file=sys.stderr)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        return amax(scores, dim)

    SOFTMAX.check(chatty, "value")
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "softmax: value holds.",
        "Your code also said: shape (3,)",
        "Your code also said: to stderr",
        "Your code also said: DeprecationWarning: old",
        "(and 2 lines more)",
    ]
    assert err == ""
    wrong = failure(SOFTMAX, lambda scores, dim=-1: chatty(scores))
    assert "Your code also said: shape" in str(wrong)


def test_warnings_as_errors_stay_outside():
    def warns(scores, dim=-1):
        warnings.warn("old", UserWarning, stacklevel=1)
        return amax(scores, dim)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SOFTMAX.check(warns)


def meddle(scores, dim=-1):
    torch.manual_seed(7)
    random.seed(7)
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(torch.get_num_threads() + 1)
    warnings.simplefilter("error")
    raise KeyError("mess")


def state():
    return (
        torch.get_rng_state().tolist(),
        random.getstate(),
        torch.is_grad_enabled(),
        torch.get_default_dtype(),
        torch.get_num_threads(),
        list(warnings.filters),
        sys.stdout,
        F.scaled_dot_product_attention,
    )


def test_global_settings_are_put_back():
    torch.manual_seed(3)
    before = state()
    failure(SOFTMAX, meddle)
    assert state() == before


def test_a_check_works_inside_no_grad_and_leaves_it():
    with torch.no_grad():
        SOFTMAX.check(amax)
        assert not torch.is_grad_enabled()


def test_a_call_cannot_spoil_the_next():
    def spoils(scores, dim=-1):
        result = amax(scores, dim)
        scores.detach().zero_()
        return result

    SOFTMAX.check(spoils, "value", "axis", "large scores")
    assert "after the call, scores came out as" in str(failure(SOFTMAX, spoils))
    SOFTMAX.check(amax)
