"""Positions: the paper's waves to the last digit, learned vectors, and turned pairs."""

import math

import pytest
import torch
from parity.core import distance, draw, outcome
from torch.testing import assert_close

from transformer_lib.positions.learned import LearnedPositions
from transformer_lib.positions.rotary import RotaryPositions
from transformer_lib.positions.sinusoidal import (
    SinusoidalPositions,
    rotation,
    sinusoidal_table,
)

MAX_LEN = 31
ADDED = {"sinusoidal": SinusoidalPositions, "learned": LearnedPositions}
every_added = pytest.mark.parametrize("kind", ADDED.values(), ids=ADDED)
KINDS = ADDED | {"rotary": RotaryPositions}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def wave(position, feature, width, base=10_000.0):
    """Write one entry of the paper's table with plain numbers."""
    angle = position / base ** (2 * (feature // 2) / width)
    return math.sin(angle) if feature % 2 == 0 else math.cos(angle)


# The paper's waves


@pytest.mark.parametrize("d_model", [1, 2, 7, 8, 64, 512])
@pytest.mark.parametrize("start", [0, 3, 4_095, 1_000_000])
@pytest.mark.parametrize("base", [10_000.0, 7.0])
def test_every_entry_is_a_sine_or_a_cosine(d_model, start, base):
    table = sinusoidal_table(6, d_model, start=start, base=base)
    places = range(start, start + 6)
    rows = [[wave(p, i, d_model, base) for i in range(d_model)] for p in places]
    roundoff = 4 * (start + 6) * 2**-53  # of the angle, which grows with the position
    assert table.dtype == torch.float64
    wanted = torch.tensor(rows, dtype=torch.float64)
    assert_close(table, wanted, rtol=0, atol=roundoff)


def test_waves_grow_from_six_steps_to_base_times_as_many():
    """Count how often each sine rises through zero, which it does once a wave."""
    seq, d_model, base = 20_000, 16, 1_000.0
    sines = sinusoidal_table(seq, d_model, base=base)[:, 0::2]
    rises = ((sines[:-1] <= 0) & (sines[1:] > 0)).sum(0)
    for pair in range(d_model // 2):
        length = 2 * math.pi * base ** (2 * pair / d_model)
        assert abs(rises[pair].item() - seq / length) <= 1


def test_a_pair_stays_on_the_unit_circle():
    pairs = sinusoidal_table(97, 64).unflatten(-1, (32, 2))
    assert_close(pairs.norm(dim=-1), torch.ones(97, 32).double())


def test_no_two_positions_are_alike_and_distance_tells_how_far_apart():
    table = sinusoidal_table(997, 64)
    apart = torch.cdist(table, table)
    neighbours = apart.diagonal(1)
    assert (apart + 9 * torch.eye(997)).min() >= neighbours.min() - 1e-9 > 0.5
    for offset in (1, 2, 31, 500):
        distances = apart.diagonal(offset)
        assert_close(distances, distances[:1].expand_as(distances))


@pytest.mark.parametrize("seq", [0, 1, 5])
def test_a_later_start_is_a_later_part_of_the_table(seq):
    assert torch.equal(
        sinusoidal_table(seq, 7, start=11), sinusoidal_table(17, 7)[11 : 11 + seq]
    )


@pytest.mark.parametrize("offset", [0, 1, -1, 13, -13, 5_000])
@pytest.mark.parametrize("base", [10_000.0, 7.0])
def test_one_matrix_moves_every_position(offset, base):
    here = sinusoidal_table(29, 14, start=13, base=base)
    there = sinusoidal_table(29, 14, start=13 + offset, base=base)
    matrix = rotation(offset, 14, base=base)
    assert_close(here @ matrix.T, there, rtol=0, atol=1e-11)
    assert offset == 0 or not torch.allclose(here, there)


def test_moves_add_up_and_turn_without_stretching():
    forth, back, both = rotation(3, 14), rotation(-5, 14), rotation(-2, 14)
    assert_close(forth @ back, both)
    assert_close(forth.T, rotation(-3, 14))
    assert_close(forth @ forth.T, torch.eye(14).double())


# Added to the tokens


@every_added
def test_each_token_gets_the_row_of_its_position(kind):
    add = kind(7, max_len=MAX_LEN, dtype=torch.float64)
    x = draw(3, 5, 7)
    before = x.clone()
    for start in (0, 4, MAX_LEN - 5):
        rows = add.table[start : start + 5]
        assert_close(add(x, start), before + rows.expand(3, -1, -1))
    assert torch.equal(add(x), add(x, 0))
    assert torch.equal(x, before)


@every_added
def test_the_tokens_take_their_gradient_as_it_comes(kind):
    add = kind(7, max_len=MAX_LEN, dtype=torch.float64)
    x, push = draw(3, 5, 7).requires_grad_(), draw(3, 5, 7, seed=1)
    add(x, 4).backward(push)
    assert torch.equal(x.grad, push)


def test_the_waves_are_the_papers_at_every_position_of_the_table():
    exact = sinusoidal_table(4096, 6)
    for dtype in (torch.float64, torch.float32, torch.bfloat16):
        table = SinusoidalPositions(6, dtype=dtype).table
        assert torch.equal(table, exact.to(dtype))
    slow = SinusoidalPositions(6, base=7.0, dtype=torch.float64).table
    assert torch.equal(slow, sinusoidal_table(4096, 6, base=7.0))


def test_vectors_are_learned_for_the_positions_that_came():
    add = LearnedPositions(7, max_len=MAX_LEN, dtype=torch.float64)
    push = draw(3, 5, 7)
    add(draw(3, 5, 7), 4).backward(push)
    wanted = torch.zeros(MAX_LEN, 7, dtype=torch.float64)
    wanted[4:9] = push.sum(0)
    assert_close(add.table.grad, wanted)


def test_learned_vectors_begin_as_long_as_one_and_all_different():
    table = LearnedPositions(512, max_len=997).table.detach()
    assert_close(table.norm(dim=-1).mean(), torch.tensor(1.0), rtol=0.01, atol=0)
    assert torch.cdist(table, table).fill_diagonal_(9.0).min() > 1


# All kinds alike


@every_kind
def test_chunks_of_any_size_make_up_the_whole(kind):
    positions, x = kind(8, max_len=MAX_LEN, dtype=torch.float64), draw(3, 9, 8)
    parts = [positions(x[:, a:b], 2 + a) for a, b in ((0, 4), (4, 4), (4, 5), (5, 9))]
    assert torch.equal(torch.cat(parts, dim=1), positions(x, 2))


@every_kind
def test_no_token_sees_another(kind):
    positions, x = kind(8, max_len=MAX_LEN, dtype=torch.float64), draw(3, 9, 8)
    before = positions(x)
    x[1, 4] += 1.0
    changed = (positions(x) != before).any(dim=-1)
    assert changed.nonzero().tolist() == [[1, 4]]


FIXED = {"sinusoidal": ["table"], "rotary": ["cos", "sin"]}


@pytest.mark.parametrize("name, tables", FIXED.items(), ids=FIXED)
def test_what_is_fixed_moves_along_but_is_neither_learned_nor_saved(name, tables):
    positions = KINDS[name](8, max_len=MAX_LEN)
    assert [n for n, _ in positions.named_buffers()] == tables
    assert list(positions.parameters()) == []
    assert positions.state_dict() == {}
    positions.to("meta", torch.bfloat16)
    for table in positions.buffers():
        assert (table.device.type, table.dtype) == ("meta", torch.bfloat16)


@every_kind
def test_numbers_are_as_wide_as_torch_is_told_to_make_them(kind):
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        made = kind(8, max_len=MAX_LEN)
    finally:
        torch.set_default_dtype(before)
    tables = [*made.buffers(), *made.parameters()]
    assert {table.dtype for table in tables} == {torch.float64}


@every_kind
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=str)
def test_tokens_keep_their_dtype(kind, dtype):
    positions = kind(8, max_len=MAX_LEN)
    x = draw(3, 9, 8).to(dtype)
    assert positions(x).dtype == dtype
    wanted = positions(x.float())
    assert distance(positions(x).float(), wanted) <= 3 * 2**-8  # table, product, sum


@every_kind
def test_runs_on_the_meta_device(kind):
    positions = kind(8, max_len=MAX_LEN, device="meta", dtype=torch.bfloat16)
    x = torch.ones(3, 9, 8, device="meta", dtype=torch.bfloat16)
    outputs, gradients = outcome(positions, [x], positions.parameters())
    assert [(o.device.type, o.shape, o.dtype) for o in outputs] == [
        ("meta", x.shape, torch.bfloat16)
    ]
    assert gradients[0].shape == x.shape
