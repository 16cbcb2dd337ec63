"""Recurrence: equal to PyTorch's, in order, and blind to what follows the end."""

import copy
import math

import pytest
import torch
from jaxtyping import TypeCheckError
from parity.core import BOUNDS, distance, outcome, randomise
from parity.recurrence import (
    KINDS,
    LENGTHS,
    PRIMES,
    SIZES,
    inputs,
    measure_cell,
    measure_layer,
)
from torch.testing import assert_close

from transformer_lib.recurrence.unrolling import windows

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
every_dtype = pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
LENGTH = LENGTHS["ragged"](PRIMES)  # 7, 4, 1, 5, 2


def layer(kind, dtype=torch.float64, **settings):
    layer = kind.layer(PRIMES.d_model, PRIMES.hidden, 2, dtype=dtype, **settings)
    randomise(layer)
    return layer


def tokens_and_state(kind):
    x, *state = inputs(kind, PRIMES, torch.float64)
    return x, tuple(state)


def all_equal(ours, theirs):
    return all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))


# Equal to PyTorch's own, gradients included


@every_kind
@every_dtype
def test_a_cell_equals_torch(kind, dtype, bound):
    assert max(measure_cell(kind, PRIMES, dtype)) <= bound


@every_kind
@every_dtype
@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("size", ["primes", "one layer", "one token"])
def test_a_layer_equals_torch(kind, size, dtype, bound, lengths):
    assert max(measure_layer(kind, SIZES[size], dtype, lengths)) <= bound


@every_kind
@every_dtype
def test_six_wide_layers_equal_torch(kind, dtype, bound):
    assert max(measure_layer(kind, SIZES["base"], dtype, "whole")) <= bound


@every_kind
def test_bfloat16_costs_some_roundoffs_a_step(kind):
    """Allow one unit roundoff for each of about six results that a step stores."""
    x, state = tokens_and_state(kind)
    exact, half = layer(kind), layer(kind, torch.bfloat16)
    outputs, after = half(x.bfloat16(), tuple(part.bfloat16() for part in state))
    assert outputs.dtype == after[0].dtype == torch.bfloat16
    assert distance(outputs, exact(x, state)[0]) <= 6 * PRIMES.seq * 2**-8
    outputs.sum().backward()
    assert all(p.grad.isfinite().all() for p in half.parameters())


# One token after the other


@every_kind
def test_what_comes_later_changes_nothing_before(kind):
    x, state = tokens_and_state(kind)
    before = layer(kind)(x, state)[0]
    x[:, 3] += 1.0
    after = layer(kind)(x, state)[0]
    assert torch.equal(after[:, :3], before[:, :3])
    assert (after[:, 3:] != before[:, 3:]).any(-1).all()


@every_kind
def test_reading_on_from_the_state_is_reading_all(kind):
    x, state = tokens_and_state(kind)
    whole, end = layer(kind)(x, state)
    first, state = layer(kind)(x[:, :3], state)
    second, state = layer(kind)(x[:, 3:], state)
    assert_close(torch.cat([first, second], dim=1), whole)
    assert_close(state, end)


@every_kind
def test_no_row_sees_another(kind):
    x, state = tokens_and_state(kind)
    before = layer(kind)(x, state, LENGTH)
    x[2], state[0][:, 2] = 1.0, 2.0
    after = layer(kind)(x, state, LENGTH)
    others = [0, 1, 3, 4]
    assert torch.equal(after[0][others], before[0][others])
    assert torch.equal(after[1][0][:, others], before[1][0][:, others])
    assert not torch.equal(after[0][2], before[0][2])


@every_kind
def test_without_a_state_it_starts_from_zeros_each_time(kind):
    x, state = tokens_and_state(kind)
    module = layer(kind)
    zeros = tuple(map(torch.zeros_like, state))
    for _ in range(2):
        outputs, after = module(x)
        assert torch.equal(outputs, module(x, zeros)[0])
        assert all_equal(after, module(x, zeros)[1])
    assert (module(x, state)[0] != outputs).any(-1).all()


@every_kind
def test_inputs_stay_as_they_were(kind):
    x, state = tokens_and_state(kind)
    before = [part.clone() for part in (x, *state, LENGTH)]
    layer(kind)(x.requires_grad_(), state, LENGTH)[0].sum().backward()
    assert all_equal(before, (x, *state, LENGTH))


# The end of a sequence


@every_kind
@pytest.mark.parametrize("filler", [1e3, math.nan], ids=str)
def test_what_follows_the_end_has_no_say(kind, filler):
    def results(x):
        module = layer(kind)
        call = lambda x, *s: (o := module(x, s, LENGTH))[:1] + o[1]  # noqa: E731
        return outcome(call, [x, *state], module.parameters())

    x, state = tokens_and_state(kind)
    before = results(x)
    after_end = torch.arange(PRIMES.seq) >= LENGTH[:, None]
    x[after_end] = filler
    outputs, gradients = results(x)
    assert all_equal(outputs, before[0])
    assert all_equal(gradients, before[1])
    assert (outputs[0][after_end] == 0).all()
    assert (outputs[0][~after_end] != 0).all()


@every_kind
def test_the_last_state_is_that_of_the_sequence_alone(kind):
    x, state = tokens_and_state(kind)
    outputs, after = layer(kind)(x, state, LENGTH)
    for row, n in enumerate(LENGTH):
        own = tuple(part[:, [row]] for part in state)
        alone, end = layer(kind)(x[[row], :n], own)
        assert_close(outputs[[row], :n], alone)
        assert_close(tuple(part[:, [row]] for part in after), end)


@every_kind
def test_no_tokens_leave_the_state_as_it_was(kind):
    x, state = tokens_and_state(kind)
    outputs, after = layer(kind)(x, state, torch.zeros(PRIMES.batch, dtype=torch.int64))
    assert torch.equal(outputs, torch.zeros_like(outputs))
    assert all_equal(after, state)


# Windows


@every_kind
def test_windows_carry_the_state_but_not_the_gradient(kind):
    x, state = tokens_and_state(kind)
    x.requires_grad_()
    parts = []
    for outputs in windows(layer(kind), x, 3, state):
        x.grad = None
        outputs.sum().backward()  # would fail if it went back into the window before
        seen = (x.grad != 0).any(-1).all(0).nonzero().flatten().tolist()
        assert seen == list(range(3 * len(parts), min(3 * len(parts) + 3, PRIMES.seq)))
        parts.append(outputs)
    assert [part.shape[1] for part in parts] == [3, 3, 1]
    assert_close(torch.cat(parts, dim=1), layer(kind)(x, state)[0])


# Where it has to run


def test_shapes_are_checked_in_this_session():
    with pytest.raises(TypeCheckError, match="hidden"):
        KINDS["GRU"].cell(11, 13)(torch.ones(5, 11), torch.ones(3, 13))


@every_kind
@pytest.mark.parametrize("lengths", LENGTHS)
def test_runs_on_the_meta_device(kind, lengths):
    size = PRIMES._replace(layers=3)
    module = kind.layer(size.d_model, size.hidden, size.layers, device="meta")
    x, *state = (part.to("meta") for part in inputs(kind, size, torch.float32))
    lengths = LENGTHS[lengths](size)
    lengths = None if lengths is None else lengths.to("meta")
    for before in (None, tuple(state)):
        outputs, after = module(x, before, lengths)
        outputs.sum().backward()
        assert outputs.device.type == "meta"
        assert outputs.shape == (size.batch, size.seq, size.hidden)
        assert {part.shape for part in after} == {state[0].shape}
        assert all(p.grad.shape == p.shape for p in module.parameters())


@every_kind
def test_weights_survive_saving_and_copying(kind):
    x, state = tokens_and_state(kind)
    module = layer(kind)
    other = kind.layer(PRIMES.d_model, PRIMES.hidden, 2, dtype=torch.float64)
    other.load_state_dict(module.state_dict())
    for twin in (other, copy.deepcopy(module)):
        assert torch.equal(twin(x, state)[0], module(x, state)[0])
        with torch.no_grad():
            next(twin.parameters()).zero_()
        assert not torch.equal(twin(x, state)[0], module(x, state)[0])
