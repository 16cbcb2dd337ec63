"""Right ways to read in windows."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def split(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def at_the_end_of_each(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for begin in range(0, x.shape[1], window):
        for t in range(begin, min(begin + window, x.shape[1])):
            h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
            outputs.append(h)
        h = h.detach()
    return torch.stack(outputs, dim=1), h


def by_remainder(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        if t and t % window == 0:
            h = h.detach()
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach().clone()


def after_the_last(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t, x_t in enumerate(x.unbind(1)):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
        if (t + 1) % window == 0:
            h = h.detach()
    return torch.stack(outputs, dim=1), h.data


def buffered(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = x.new_zeros(*x.shape[:2], w_h.shape[0])
    state = h
    for t in range(x.shape[1]):
        old = state.detach() if t % window == 0 else state
        state = torch.tanh(x[:, t] @ w_x + old @ w_h + b)
        outputs[:, t] = state
    return outputs, state.detach()


def ready_for_more(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, 1):
        h = h.detach().requires_grad_()
        for x_t in tokens.unbind(1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, 1), h.detach().requires_grad_()


def in_two_passes(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    starts = []
    with torch.no_grad():
        for t, x_t in enumerate(x.unbind(1)):
            if t % window == 0:
                starts.append(h)
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
    outputs = []
    for tokens, state in zip(x.split(window, 1), starts, strict=True):
        for x_t in tokens.unbind(1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            outputs.append(state)
    return torch.stack(outputs, 1), h


def precomputed(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for sums in (x @ w_x + b).split(window, 1):
        h = h.detach()
        for s in sums.unbind(1):
            h = (s + h @ w_h).tanh()
            outputs.append(h)
    return torch.stack(outputs, 1), h.detach()


def joined(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    w, pieces = torch.cat([w_x, w_h]), []
    for tokens in x.split(window, 1):
        states, h = [], h.detach()
        for x_t in tokens.unbind(1):
            h = torch.tanh(torch.cat([x_t, h], -1) @ w + b)
            states.append(h)
        pieces.append(torch.stack(states, 1))
    return torch.cat(pieces, 1), h.detach()


def calls_itself(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    def read(tokens: Tensor, state: Tensor) -> list[torch.Tensor]:
        states = []
        for x_t in tokens[:, :window].unbind(1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            states.append(state)
        rest = tokens[:, window:]
        return states + (read(rest, state.detach()) if rest.shape[1] else [])

    states = read(x, h)
    return torch.stack(states, 1), states[-1].detach()


def layer_of_torch(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    layer = torch.nn.RNN(*w_x.shape, batch_first=True)
    names = [name for name, _ in layer.named_parameters()]
    given = [w_x.T, w_h.T, b, torch.zeros_like(b)]
    weights = dict(zip(names, given, strict=True))
    pieces, state = [], h[None]
    for tokens in x.split(window, 1):
        inputs = (tokens, state.detach())
        read, state = torch.func.functional_call(layer, weights, inputs)
        pieces.append(read)
    return torch.cat(pieces, 1), state[0].detach()


def of_the_course(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    from transformer_lib.recurrence.layers import RNN
    from transformer_lib.recurrence.unrolling import windows

    pieces = list(windows(RNN(*w_x.shape), x, window, (h[None],)))
    return torch.cat(pieces, 1), pieces[-1][:, -1]


RIGHT = (
    Right("own", "cut off before each window", split),
    Right("own", "cut off after each window", at_the_end_of_each),
    Right("own", "cut off by the remainder, the first state not", by_remainder),
    Right("own", "cut off after the last step of a window", after_the_last),
    Right("W63", "a buffer of zeros", buffered),
    Right("own", "a carried state that may ask for a gradient", ready_for_more),
    Right("own", "states first, windows afterwards", in_two_passes),
    Right("W60", "x @ w_x for all steps at once", precomputed),
    Right("W61", "token and state joined", joined),
    Right("own", "a function that calls itself", calls_itself),
    Right("own", "nn.RNN, window by window", layer_of_torch),
    Right(
        *("own", "the course's windows", of_the_course, Verdict.SEALED),
        "windows is what this task asks you to write",
    ),
)
