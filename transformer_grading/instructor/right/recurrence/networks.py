"""Right ways to write a recurrent network."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def precomputed(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    sums = x @ w_x + b
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(sums[:, t] + h @ w_h)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def joined(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    w = torch.cat([w_x, w_h])
    outputs = []
    for x_t in x.unbind(1):
        h = torch.tanh(torch.cat([x_t, h], dim=-1) @ w + b)
        outputs.append(h.unsqueeze(1))
    return torch.cat(outputs, dim=1), h


def addmm(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(1):
        h = torch.addmm(torch.addmm(b, x_t, w_x), h, w_h).tanh()
        outputs.append(h)
    return torch.stack(outputs, 1), outputs[-1]


def cell_of_torch(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(1):
        h = torch.rnn_tanh_cell(x_t, h, w_x.T, w_h.T, b, torch.zeros_like(b))
        outputs.append(h)
    return torch.stack(outputs, 1), h


def layer_of_torch(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    layer = torch.nn.RNN(*w_x.shape, batch_first=True)
    given = [w_x.T, w_h.T, b, torch.zeros_like(b)]
    for parameter, value in zip(layer.parameters(), given, strict=True):
        parameter.data = value
    outputs, state = layer(x, h[None])
    return outputs, state[0]


def cells_of_torch(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    cell = torch.nn.RNNCell(*w_x.shape)
    given = [w_x.T, w_h.T, b, torch.zeros_like(b)]
    for parameter, value in zip(cell.parameters(), given, strict=True):
        parameter.data = value
    for x_t in x.unbind(1):
        h = cell(x_t, h)
    return h, h


def of_the_course(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    from transformer_lib.recurrence.cells import RNNCell
    from transformer_lib.recurrence.unrolling import unroll

    outputs, (state,) = unroll(RNNCell(*w_x.shape), x, (h,))
    return outputs, state


def buffered(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    batch, seq, _ = x.shape
    outputs = torch.zeros(batch, seq, w_h.shape[0])
    for t in range(seq):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs[:, t] = h
    return outputs, h


def empty_buffer(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = x.new_empty(x.shape[:2] + w_h.shape[:1])
    for t in range(x.size(1)):
        h = torch.tanh(x[:, t, :].matmul(w_x) + h.matmul(w_h) + b)
        outputs[:, t, :] = h
    return outputs, outputs[:, -1]


def with_the_first(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    states = [h]
    for x_t in x.transpose(0, 1):
        states.append(torch.tanh(x_t @ w_x + states[-1] @ w_h + b))
    return torch.stack(states, dim=1)[:, 1:], states[-1]


def sigmoid_by_hand(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(1):
        z = x_t @ w_x + h @ w_h + b
        h = 2 / (1 + torch.exp(-2 * z)) - 1
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def mapped(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    def one_text(tokens: Tensor, state: Tensor) -> torch.Tensor:
        states = []
        for token in tokens.unbind():
            state = torch.tanh(token @ w_x + state @ w_h + b)
            states.append(state)
        return torch.stack(states)

    outputs = torch.vmap(one_text)(x, h)
    return outputs, outputs[:, -1]


def einsum(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    sums = torch.einsum("btd,dh->tbh", x, w_x) + b
    outputs = []
    for s in sums:
        h = torch.tanh(s + torch.einsum("bh,hk->bk", h, w_h))
        outputs.append(h)
    return torch.stack(outputs).transpose(0, 1), h


def functional(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    linear = torch.nn.functional.linear
    outputs = []
    for t in range(x.shape[1]):
        h = torch.nn.functional.tanh(linear(x[:, t], w_x.T, b) + linear(h, w_h.mT))
        outputs.append(h)
    return torch.stack(outputs, dim=-2), h


def accumulated(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    from itertools import accumulate

    def step(old: Tensor, x_t: Tensor) -> torch.Tensor:
        return torch.tanh(x_t @ w_x + old @ w_h + b)

    states = list(accumulate(x.unbind(1), step, initial=h))
    return torch.stack(states[1:], dim=1), states[-1]


def recursive(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    def read(n: int) -> list[torch.Tensor]:
        if n == 0:
            return [h]
        before = read(n - 1)
        return [*before, torch.tanh(x[:, n - 1] @ w_x + before[-1] @ w_h + b)]

    states = read(x.shape[1])
    return torch.stack(states[1:], 1), states[-1]


def text_by_text(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    texts = []
    for text, state in zip(x, h, strict=True):
        states = []
        for token in text:
            state = torch.tanh(token @ w_x + state @ w_h + b)
            states.append(state)
        texts.append(torch.stack(states))
    outputs = torch.stack(texts)
    return outputs, outputs[:, -1, :]


def columns(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    state, outputs = h.T, []
    for x_t in x.unbind(1):
        state = torch.tanh(w_x.T @ x_t.T + w_h.T @ state + b[:, None])
        outputs.append(state.T)
    return torch.stack(outputs, 1), state.T


def in_place(x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    outputs = []
    for x_t in x.unbind(1):
        z = x_t @ w_x
        z += h @ w_h
        z += b
        h = z.tanh_()
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


_SAYS = "is what this task asks you to write"

RIGHT = (
    Right("W60", "x @ w_x for all steps at once", precomputed),
    Right("W61", "token and state joined", joined),
    Right("W62", "addmm", addmm),
    Right(
        *("W62", "torch.rnn_tanh_cell", cell_of_torch, Verdict.SEALED),
        f"rnn_tanh_cell {_SAYS}",
    ),
    Right("W63", "a buffer of zeros", buffered),
    Right("W63", "an empty buffer, its last step returned", empty_buffer),
    Right("W63", "a stack of all states, the first one cut", with_the_first),
    Right("W65", "tanh from a sigmoid by hand", sigmoid_by_hand),
    Right("own", "one text, mapped over the batch", mapped),
    Right("own", "einsum", einsum),
    Right("own", "F.linear with the transposed matrices", functional),
    Right("own", "itertools.accumulate", accumulated),
    Right("own", "a function that calls itself", recursive),
    Right("own", "text by text", text_by_text),
    Right("own", "states as columns", columns),
    Right("own", "in place on its own sums", in_place),
    Right("own", "nn.RNN", layer_of_torch, Verdict.SEALED, f"rnn_tanh {_SAYS}"),
    Right(
        *("own", "nn.RNNCell", cells_of_torch, Verdict.SEALED),
        f"rnn_tanh_cell {_SAYS}",
    ),
    Right(
        *("own", "the course's loop", of_the_course, Verdict.SEALED), f"unroll {_SAYS}"
    ),
)
