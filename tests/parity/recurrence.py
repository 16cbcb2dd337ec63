"""Cells and stacked layers beside PyTorch's RNN, LSTM and GRU."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from parity.core import BOUNDS, Row, Twins, View, randomise, worst
from transformer_lib.recurrence.cells import Cell, GRUCell, LSTMCell, RNNCell
from transformer_lib.recurrence.layers import GRU, LSTM, RNN
from transformer_lib.recurrence.unrolling import Recurrent


class Kind(NamedTuple):
    """One kind of recurrence, ours and PyTorch's.

    Attributes:
        cell: Our cell.
        torch_cell: PyTorch's.
        layer: Our stack of cells.
        torch_layer: PyTorch's.
        n_states: The tensors of a state.
    """

    cell: type[Cell]
    torch_cell: type[nn.RNNCellBase]
    layer: type[Recurrent]
    torch_layer: type[nn.RNNBase]
    n_states: int


class Size(NamedTuple):
    batch: int
    seq: int
    d_model: int
    hidden: int
    layers: int


KINDS = {
    "RNN": Kind(RNNCell, nn.RNNCell, RNN, nn.RNN, 1),
    "LSTM": Kind(LSTMCell, nn.LSTMCell, LSTM, nn.LSTM, 2),
    "GRU": Kind(GRUCell, nn.GRUCell, GRU, nn.GRU, 1),
}
PRIMES = Size(batch=5, seq=7, d_model=11, hidden=13, layers=2)
SIZES = {
    "primes": PRIMES,
    "one layer": PRIMES._replace(layers=1),
    "one token": PRIMES._replace(seq=1),
    "base": Size(batch=2, seq=128, d_model=512, hidden=512, layers=6),
}
LENGTHS = {
    "whole": lambda size: None,
    "ragged": lambda size: size.seq - torch.arange(size.batch) * 3 % size.seq,
}
PARTS = {"w_x.weight": "weight_ih", "w_h.weight": "weight_hh"}
PARTS |= {"w_x.bias": "bias_ih", "w_h.bias": "bias_hh"}


def pick(name: str) -> View:
    return lambda tensors: tensors[name]


def inputs(kind: Kind, size: Size, dtype: torch.dtype) -> list[Tensor]:
    """Draw tokens, and every part of a first state that is not zero."""
    generator = torch.Generator().manual_seed(0)
    draw = partial(torch.randn, generator=generator)
    state = [draw(size.layers, size.batch, size.hidden) for _ in range(kind.n_states)]
    tokens = draw(size.batch, size.seq, size.d_model)
    return [leaf.to(dtype) for leaf in (tokens, *state)]


def layer_twins(kind: Kind, size: Size, dtype: torch.dtype) -> Twins:
    sizes = (size.d_model, size.hidden, size.layers)
    theirs = kind.torch_layer(*sizes, batch_first=True, dtype=dtype)
    randomise(theirs)
    views = {
        f"cells.{layer}.{ours}": pick(f"{name}_l{layer}")
        for layer in range(size.layers)
        for ours, name in PARTS.items()
    }
    return Twins(kind.layer(*sizes, dtype=dtype), theirs, views)


def cell_twins(kind: Kind, size: Size, dtype: torch.dtype) -> Twins:
    theirs = kind.torch_cell(size.d_model, size.hidden, dtype=dtype)
    randomise(theirs)
    views = {ours: pick(name) for ours, name in PARTS.items()}
    return Twins(kind.cell(size.d_model, size.hidden, dtype=dtype), theirs, views)


def measure_cell(kind: Kind, size: Size, dtype: torch.dtype) -> tuple[float, float]:
    """Compare one step."""
    twins = cell_twins(kind, size, dtype)
    x, *state = inputs(kind, size, dtype)

    def theirs(x: Tensor, *state: Tensor) -> Tensor | tuple[Tensor, ...]:
        return twins.theirs(x, state if kind.n_states > 1 else state[0])

    return twins.measure([x[:, 0], *(part[0] for part in state)], theirs=theirs)


def measure_layer(
    kind: Kind, size: Size, dtype: torch.dtype, lengths_name: str
) -> tuple[float, float]:
    """Compare outputs and last states."""
    twins = layer_twins(kind, size, dtype)
    lengths = LENGTHS[lengths_name](size)

    def ours(x: Tensor, *state: Tensor) -> tuple[Tensor, ...]:
        outputs, after = twins.ours(x, state, lengths)
        return outputs, *after

    def theirs(x: Tensor, *state: Tensor) -> tuple[Tensor, ...]:
        before = state if kind.n_states > 1 else state[0]
        if lengths is None:
            outputs, after = twins.theirs(x, before)
        else:
            packing = {"batch_first": True, "enforce_sorted": False}
            packed = pack_padded_sequence(x, lengths, **packing)
            outputs, after = twins.theirs(packed, before)
            outputs, _ = pad_packed_sequence(
                outputs, batch_first=True, total_length=x.shape[1]
            )
        return outputs, *(after if kind.n_states > 1 else (after,))

    return twins.measure(inputs(kind, size, dtype), ours, theirs)


def rows() -> Iterator[Row]:
    """Compare every kind: one step, then layers with and without lengths."""
    for name, kind in KINDS.items():
        for dtype in BOUNDS:
            twin = f"{name}Cell, nn.{name}Cell"
            words = "batch 5, d_model 11, hidden 13"
            yield Row(twin, words, dtype, 1, *measure_cell(kind, PRIMES, dtype))
    for name, kind in KINDS.items():
        for size in SIZES.values():
            words = ", ".join(f"{axis} {n}" for axis, n in size._asdict().items())
            for dtype in BOUNDS:
                cases = worst(measure_layer(kind, size, dtype, n) for n in LENGTHS)
                yield Row(f"{name}, nn.{name}", words, dtype, len(LENGTHS), *cases)
