"""Answers of any kind get a clear message."""

import re
import sys

import pytest
import torch
from checking import failure

from transformer_grading.checks.attention import (
    ATTENTION,
    COUNTEREXAMPLE,
    KERNEL,
    LAYER,
    SOFTMAX,
)
from transformer_grading.checks.core import CheckFailed
from transformer_grading.instructor.hidden.attention import KERNEL as HIDDEN_KERNEL
from transformer_grading.instructor.right.attention.attention import power_of_d_k
from transformer_grading.instructor.right.attention.others import (
    flat_mask,
    root_in_the_query,
)
from transformer_grading.instructor.right.attention.softmax import amax
from transformer_lib.attention import scaled_dot_product_attention

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

    with pytest.raises(CheckFailed, match="It does not fit together: .* = 1 .* = 2"):
        KERNEL.check(misfit)


def test_values_with_one_axis_are_told_to_be_a_column():
    def flat(x, x_known, y_known, width):
        q, k, v = root_in_the_query(x, x_known, y_known, width)
        return q, k, v[:, 0]

    for task in (KERNEL, HIDDEN_KERNEL):
        message = str(failure(task, flat))
        assert "makes a column, (key, 1)." in message
        assert "at your line" not in message and "raise" not in message


def test_an_example_may_have_a_mask_with_one_axis():
    COUNTEREXAMPLE.check(flat_mask)


@pytest.mark.parametrize(
    ("place", "part", "message"),
    [
        (2, torch.ones(2), r"v came back with shape \(2,\): values are rows"),
        (0, torch.ones(1, 3), "It does not fit together: q has d_k = 3 .* k has d_k"),
        (2, torch.ones(3, 1), "k has 2 positions and v has 3"),
        (0, torch.ones(1), r"q has shape \(1,\), but needs at least two axes"),
        (3, torch.tensor([[1, 0]]), "mask is torch.int64, but must be torch.bool"),
        (3, torch.tensor([True]), "“the mask hides a key” came out as False"),
        (0, torch.tensor([[1e38]]), "“the scores are finite” came out as False"),
    ],
)
def test_an_example_that_does_not_fit_gets_a_sentence(place, part, message):
    parts = [torch.ones(1, 1), torch.full((2, 1), 1e2), torch.ones(2, 1)]
    parts += [torch.tensor([[True, False]])]
    parts[place] = part
    error = failure(COUNTEREXAMPLE, lambda: tuple(parts))
    assert re.search(message, str(error)) and error.mistake is None or place == 3
    assert "at your line" not in str(error)


def test_a_place_in_the_course_or_a_library_is_no_line_of_the_student():
    def hands_on(x, context, *matrices):
        return scaled_dot_product_attention(x[0, 0], context, context)[0]

    message = str(failure(LAYER, hands_on))
    assert "raised ValueError: q has shape" in message
    assert "at your line" in message and "return scaled_dot_product_atten" in message
    assert "raise ValueError" not in message


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
