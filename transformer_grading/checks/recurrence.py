"""The tasks of chapter 1: from one network that reads to two that read both ways."""

import torch
from torch import Tensor

from transformer_grading.checks.core import Task
from transformer_grading.checks.probes.recurrence import (
    both_ways,
    counterexample,
    counts,
    fading,
    last_state,
    lstm,
    rnn,
    windows,
)
from transformer_grading.mistakes.recurrence import (
    both_directions,
    both_effects,
    both_ends,
    both_halves,
    both_padding,
    both_steps,
    counted_parameters,
    counted_steps,
    cutting,
    fading_norms,
    fading_products,
    fading_slopes,
    lengths,
    lengths_effects,
    lengths_places,
    lstm_effects,
    lstm_exponentials,
    lstm_gates,
    lstm_memory,
    lstm_order,
    places,
    rnn_effects,
    rnn_exponentials,
    rnn_results,
    rnn_states,
    rnn_steps,
    rnn_sums,
    windows_effects,
    windows_places,
)
from transformer_lib.recurrence.cells import LSTMCell, RNNCell
from transformer_lib.recurrence.unrolling import unroll
from transformer_lib.recurrence.unrolling import windows as of_the_course

Pair = tuple[Tensor, Tensor]

_ALL_STEPS = (torch.rnn_tanh, torch.rnn_relu)


def _rnn(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def _last_state(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[torch.arange(len(h)), lengths]


def _counts(tokens: int, d_model: int, hidden: int, layers: int) -> tuple[int, ...]:
    widths = [d_model] + [hidden] * (layers - 1)
    parameters = sum(4 * hidden * (width + hidden + 1) for width in widths)
    return parameters, tokens * layers, tokens + layers - 1


def _lstm_step(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def _counterexample() -> tuple[int, int, int]:
    return 4, 3, 1


def _repaired(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        read, h = _rnn(tokens, h.detach(), w_x, w_h, b)
        outputs.append(read)
    return torch.cat(outputs, dim=1), h.detach()


def _fading(states: Tensor, w_h: Tensor) -> Tensor:
    so_far = torch.eye(len(w_h), dtype=w_h.dtype)
    norms = [so_far.norm()]
    for state in states[1:].flip(0):
        # One step back: row i of w_h says where feature i goes, column j arrives at j.
        so_far = w_h * (1 - state**2) @ so_far
        norms.append(so_far.norm())
    return torch.stack(norms)


def _both_ways(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves, places = [], range(x.shape[1])
    for reader, order in enumerate((places, places[::-1])):
        h = x.new_zeros(len(x), w_h.shape[-1])
        states = [h] * len(places)
        for t in order:
            alive = (lengths > t)[:, None]
            new = torch.tanh(x[:, t] @ w_x[reader] + h @ w_h[reader] + b[reader])
            states[t] = torch.where(alive, new, 0.0)
            h = torch.where(alive, new, h)
        halves.append(torch.stack(states, dim=1))
    return torch.cat(halves, dim=-1)


RNN = Task(
    name="rnn",
    returns=("outputs", "state"),
    reference=_rnn,
    probes=rnn.PROBES,
    mistakes=(
        *(*rnn_states.MISTAKES, *rnn_sums.MISTAKES, *rnn_steps.MISTAKES),
        *(*rnn_results.MISTAKES, *rnn_effects.MISTAKES),
        *rnn_exponentials.MISTAKES,
    ),
    seals=(*_ALL_STEPS, torch.rnn_tanh_cell, unroll, RNNCell.forward),
)
LAST = Task(
    name="last_state",
    returns=("state",),
    reference=_last_state,
    probes=last_state.PROBES,
    mistakes=(
        *(*lengths.MISTAKES, *lengths_places.MISTAKES, *lengths_effects.MISTAKES),
    ),
)
COUNTS = Task(
    name="counts",
    returns=("parameters", "steps", "waiting"),
    reference=_counts,
    probes=counts.PROBES,
    mistakes=(*counted_parameters.MISTAKES, *counted_steps.MISTAKES),
    numbers=True,
)
LSTM = Task(
    name="lstm_step",
    returns=("h", "c"),
    reference=_lstm_step,
    probes=lstm.PROBES,
    mistakes=(
        *(*lstm_gates.MISTAKES, *lstm_order.MISTAKES),
        *(*lstm_memory.MISTAKES, *lstm_effects.MISTAKES),
        *lstm_exponentials.MISTAKES,
    ),
    seals=(torch.lstm, torch.lstm_cell, LSTMCell.forward),
)
COUNTEREXAMPLE = Task(
    name="counterexample",
    returns=("window", "late", "early"),
    reference=_counterexample,
    probes=counterexample.PROBES,
    mistakes=places.MISTAKES,
    numbers=True,
)
REPAIRED = Task(
    name="repaired",
    returns=("outputs", "carried"),
    reference=_repaired,
    probes=windows.PROBES,
    mistakes=(
        *(*cutting.MISTAKES, *windows_places.MISTAKES, *windows_effects.MISTAKES),
    ),
    seals=(of_the_course,),
)
FADING = Task(
    name="fading",
    returns=("left",),
    reference=_fading,
    probes=fading.PROBES,
    mistakes=(
        *(*fading_slopes.MISTAKES, *fading_products.MISTAKES),
        *fading_norms.MISTAKES,
    ),
)
BOTH = Task(
    name="both_ways",
    returns=("outputs",),
    reference=_both_ways,
    probes=both_ways.PROBES,
    mistakes=(
        *(*both_directions.MISTAKES, *both_halves.MISTAKES, *both_ends.MISTAKES),
        *(*both_padding.MISTAKES, *both_steps.MISTAKES, *both_effects.MISTAKES),
    ),
    seals=_ALL_STEPS,
)
