"""Right ways to read a text from both ends."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def with_a_mask(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    alive = (torch.arange(x.shape[1]) < lengths[:, None]).unsqueeze(-1)
    halves = []
    for way in (0, 1):
        h = x.new_zeros(len(x), w_h.shape[-1])
        states: list[Tensor] = []
        steps = range(x.shape[1])
        for t in reversed(steps) if way else steps:
            new = torch.tanh(x[:, t] @ w_x[way] + h @ w_h[way] + b[way])
            h = torch.where(alive[:, t], new, h)
            states.insert(0 if way else len(states), h)
        halves.append(torch.stack(states, dim=1) * alive)
    return torch.cat(halves, dim=-1)


def text_by_text(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    outputs = torch.zeros(x.shape[0], x.shape[1], 2 * w_h.shape[-1])
    for row, n in enumerate(lengths.tolist()):
        forth = back = torch.zeros(w_h.shape[-1])
        for t in range(n):
            forth = torch.tanh(x[row, t] @ w_x[0] + forth @ w_h[0] + b[0])
            outputs[row, t, : len(forth)] = forth
        for t in range(n - 1, -1, -1):
            back = torch.tanh(x[row, t] @ w_x[1] + back @ w_h[1] + b[1])
            outputs[row, t, len(back) :] = back
    return outputs


def text_by_text_padded(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    def read(tokens: Tensor, way: int) -> list[torch.Tensor]:
        h, states = torch.zeros(w_h.shape[-1]), []
        for token in tokens:
            h = torch.tanh(token @ w_x[way] + h @ w_h[way] + b[way])
            states.append(h)
        return states

    rows = []
    for text, n in zip(x, lengths, strict=True):
        own = text[:n]
        pairs = zip(read(own, 0), read(own.flip(0), 1)[::-1], strict=True)
        states = [torch.cat(pair) for pair in pairs]
        nothing = torch.zeros(2 * w_h.shape[-1])
        rows.append(torch.stack(states + [nothing] * (len(text) - len(own))))
    return torch.stack(rows)


def turned(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    seq = torch.arange(x.shape[1])
    alive = seq < lengths[:, None]
    places = torch.where(alive, lengths[:, None] - 1 - seq, seq)
    rows = torch.arange(len(x))[:, None]
    halves = []
    for way, tokens in enumerate((x, x[rows, places])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), []
        for x_t in tokens.unbind(1):
            h = torch.tanh(x_t @ w_x[way] + h @ w_h[way] + b[way])
            states.append(h)
        read = torch.stack(states, 1)
        halves.append(read[rows, places] if way else read)
    return torch.cat(halves, -1).masked_fill(~alive[..., None], 0.0)


def precomputed(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    alive = torch.arange(x.shape[1]) < lengths[:, None]
    halves = []
    for way in range(2):
        sums = x @ w_x[way] + b[way]
        h, states = x.new_zeros(len(x), w_h.shape[-1]), [torch.empty(0)] * x.shape[1]
        order = range(x.shape[1])
        for t in order if way == 0 else reversed(order):
            h = torch.tanh(sums[:, t] + h @ w_h[way]) * alive[:, t, None]
            states[t] = h
        halves.append(torch.stack(states, 1))
    return torch.cat(halves, -1)


def joined(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    w = torch.cat([w_x, w_h], dim=1)
    hidden, seq = w_h.shape[-1], x.shape[1]
    outputs = x.new_zeros(len(x), seq, 2 * hidden)
    for way in range(2):
        h = x.new_zeros(len(x), hidden)
        for t in range(seq)[:: -1 if way else 1]:
            new = torch.tanh(torch.cat([x[:, t], h], dim=-1) @ w[way] + b[way])
            h = torch.where((lengths > t)[:, None], new, h.new_zeros(()))
            outputs[:, t, way * hidden : (way + 1) * hidden] = h
    return outputs


def both_at_once(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    alive = torch.arange(x.shape[1]) < lengths[:, None]
    tokens = torch.stack([x, x.flip(1)])
    lives = torch.stack([alive, alive.flip(1)])
    sums = torch.einsum("kbtd,kdh->kbth", tokens, w_x) + b[:, None, None]
    h, states = x.new_zeros(2, len(x), w_h.shape[-1]), []
    for t in range(x.shape[1]):
        h = torch.tanh(sums[:, :, t] + torch.bmm(h, w_h)) * lives[:, :, t, None]
        states.append(h)
    forth, back = torch.stack(states, dim=2)
    return torch.cat([forth, back.flip(1)], dim=-1)


def addmm(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    columns: list[list[Tensor]] = [[], []]
    for way, states in enumerate(columns):
        h = torch.zeros(x.shape[0], w_h.shape[2])
        for t, x_t in enumerate(x.unbind(1)[:: 1 - 2 * way]):
            place = x.shape[1] - 1 - t if way else t
            h = torch.addmm(torch.addmm(b[way], x_t, w_x[way]), h, w_h[way]).tanh()
            h = h.where(place < lengths[:, None], torch.zeros_like(h))
            states.append(h)
    forth, back = torch.stack(columns[0], 1), torch.stack(columns[1][::-1], 1)
    return torch.cat((forth, back), 2)


def length_by_length(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    hidden = w_h.shape[-1]
    outputs = x.new_zeros(x.shape[0], x.shape[1], 2 * hidden)
    for n in lengths.unique().tolist():
        texts = (lengths == n).nonzero()[:, 0]
        for k in range(2):
            h = x.new_zeros(len(texts), hidden)
            for t in range(n)[:: 1 - 2 * k]:
                h = torch.tanh(x[texts, t] @ w_x[k] + h @ w_h[k] + b[k])
                outputs[texts, t, k * hidden : (k + 1) * hidden] = h
    return outputs


def layer_of_torch(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    layer = torch.nn.RNN(*w_x.shape[1:], batch_first=True, bidirectional=True)
    given = []
    for way in range(2):
        given += [w_x[way].T, w_h[way].T, b[way], torch.zeros_like(b[way])]
    for parameter, value in zip(layer.parameters(), given, strict=True):
        parameter.data = value
    outputs: Tensor = layer(x)[0]
    return outputs


RIGHT = (
    Right("own", "a state that stands still in the padding", with_a_mask),
    Right("W63", "text by text into a buffer", text_by_text),
    Right("W63", "text by text, padded afterwards", text_by_text_padded),
    Right("own", "texts turned around their own ends", turned),
    Right("W60", "x @ w_x for all steps at once", precomputed),
    Right("W61", "token and state joined", joined),
    Right("own", "both readers at once", both_at_once),
    Right("W62", "addmm", addmm),
    Right("own", "all texts of one length together", length_by_length),
    Right(
        *("own", "nn.RNN, both ways", layer_of_torch, Verdict.SEALED),
        "rnn_tanh is what this task asks you to write",
    ),
)
