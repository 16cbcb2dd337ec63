"""Answers of any kind get a clear message."""

import sys

import pytest
import torch

from transformer_grading.checks.attention import ATTENTION, KERNEL, SOFTMAX
from transformer_grading.checks.core import CheckFailed
from transformer_grading.instructor.right.attention import power_of_d_k
from transformer_grading.instructor.right.others import root_in_the_query
from transformer_grading.instructor.right.softmax import amax

pytestmark = pytest.mark.unhooked


class Rigged:
    """Equal to everything, whatever one does with it."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return True

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True


class Obliging(torch.Tensor):
    """A tensor that takes every comparison for true."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True


class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def unwritten(scores, dim=-1):
    raise NotImplementedError()


def endless(scores, dim=-1):
    return endless(scores, dim)


def divides(scores, dim=-1):
    return scores[0] / (1 // 0)


def mute(scores, dim=-1):
    raise MuteError


def leaves(scores, dim=-1):
    sys.exit(0)


def returns(thing):
    return lambda scores, dim=-1: thing(scores)


BAD_SOFTMAXES = [
    (3, "softmax: the check needs a function, and this is an int"),
    (None, "and this is None"),
    (unwritten, "^softmax: not written yet.$"),
    (lambda: 0, r"it is called as softmax\(scores\), and yours takes \(\)"),
    (lambda a, b, c: 0, "missing a required argument"),
    (returns(lambda s: None), "weights came back as None"),
    (returns(lambda s: ...), "weights came back as an ellipsis; return a torch.Tensor"),
    (returns(lambda s: s.tolist()), "weights came back as a list"),
    (returns(lambda s: s.numpy()), "weights came back as a ndarray|an ndarray"),
    (returns(lambda s: (s, s)), "weights came back as a tuple"),
    (returns(lambda s: Rigged()), "weights came back as a Rigged"),
    (returns(lambda s: s.as_subclass(Obliging)), "weights came back as an Obliging"),
    (returns(lambda s: s[:1]), r"weights has shape \(1,\), expected \(3,\)"),
    (returns(lambda s: s.double()), "weights has dtype float64, expected float32"),
    (returns(lambda s: s > 0), "weights has dtype bool, expected float32"),
    (returns(lambda s: s * torch.nan), r"came out as \[nan, nan, nan\], expected"),
    (returns(lambda s: s.to("meta")), "on device meta; the inputs are dense and on"),
    (returns(lambda s: s.to_sparse()), "torch.sparse_coo on device cpu"),
    (divides, "raised ZeroDivisionError: .*\nat your line .*: return scores"),
    (mute, r"raised MuteError: \(no message\)"),
    (leaves, "raised SystemExit: 0"),
    (endless, "calls itself without end"),
]


@pytest.mark.parametrize(("answer", "message"), BAD_SOFTMAXES)
def test_a_bad_answer_gets_a_clear_message(answer, message):
    with pytest.raises(CheckFailed, match=message):
        SOFTMAX.check(answer)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda q, k, v, mask=None: None, r"returned None; return the tuple \(output,"),
        (lambda q, k, v, mask=None: list(power_of_d_k(q, k, v)), "returned a list; "),
        (lambda q, k, v, mask=None: v, "returned a Tensor; return the tuple"),
        (lambda q, k, v, mask=None: (v,), "returned a tuple of 1; return the tuple"),
        (lambda q, k, v, mask=None: (v, 1.0), "weights came back as a float"),
        (lambda q, k, v, mask=None: Rigged(), "returned a Rigged"),
        (
            lambda q, k, v: power_of_d_k(q, k, v),
            r"attention\(q, k, v, mask\), and yours",
        ),
    ],
)
def test_a_bad_pair_gets_a_clear_message(answer, message):
    with pytest.raises(CheckFailed, match=message):
        ATTENTION.check(answer)


def test_queries_that_do_not_fit_the_keys_are_told_by_attention_itself():
    def misfit(x, x_known, y_known, width):
        q, k, v = root_in_the_query(x, x_known, y_known, width)
        return q[:, :1], k, v

    with pytest.raises(CheckFailed, match="ValueError: .*1.*2"):
        KERNEL.check(misfit)


def test_an_answer_that_hides_its_signature_is_called_as_it_is():
    class Odd:
        @property
        def __signature__(self):
            raise RuntimeError("none of your business")

        def __call__(self, scores, dim=-1):
            return amax(scores, dim)

    SOFTMAX.check(Odd())


def test_a_parameter_is_as_good_as_a_tensor():
    SOFTMAX.check(
        lambda scores, dim=-1: torch.nn.Parameter(amax(scores, dim)), "value", "axis"
    )
