"""Right ways to write a step of an LSTM."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def joined(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = torch.cat([x, h], dim=1) @ torch.cat([w_x, w_h], dim=0) + b
    i, f, g, o = z.split(c.shape[-1], dim=-1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def addmm(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    i, f, g, o = torch.addmm(torch.addmm(b, x, w_x), h, w_h).chunk(4, 1)
    c = torch.addcmul(f.sigmoid() * c, i.sigmoid(), g.tanh())
    return o.sigmoid().mul(c.tanh()), c


def cell_of_torch(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    new: Pair = torch.lstm_cell(x, (h, c), w_x.T, w_h.T, b, torch.zeros_like(b))
    return new


def layer_of_torch(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    layer = torch.nn.LSTM(len(w_x), len(w_h), batch_first=True)
    given = [w_x.T, w_h.T, b, torch.zeros_like(b)]
    for parameter, value in zip(layer.parameters(), given, strict=True):
        parameter.data = value
    _, (h, c) = layer(x[:, None], (h[None], c[None]))
    return h[0], c[0]


def of_the_course(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    from transformer_lib.recurrence.cells import LSTMCell

    new: Pair = LSTMCell(len(w_x), len(w_h)).forward(x, h, c)
    return new


def four_products(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    n = c.shape[1]
    i = torch.sigmoid(x @ w_x[:, :n] + h @ w_h[:, :n] + b[:n])
    f = torch.sigmoid(x @ w_x[:, n : 2 * n] + h @ w_h[:, n : 2 * n] + b[n : 2 * n])
    g = torch.tanh(
        x @ w_x[:, 2 * n : 3 * n] + h @ w_h[:, 2 * n : 3 * n] + b[2 * n : 3 * n]
    )
    o = torch.sigmoid(x @ w_x[:, 3 * n :] + h @ w_h[:, 3 * n :] + b[3 * n :])
    c = f * c + i * g
    return o * torch.tanh(c), c


def chunked_weights(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    parts = zip(w_x.chunk(4, 1), w_h.chunk(4, 1), b.chunk(4), strict=True)
    i, f, g, o = (x @ u + h @ v + bias for u, v, bias in parts)
    memory = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * memory.tanh(), memory


def sigmoid_by_hand(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    i, f, o = (1 / (1 + torch.exp(-z)) for z in (i, f, o))
    c = f * c + i * torch.tanh(g)
    return o * torch.tanh(c), c


def half_angles(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).view(len(x), 4, -1).unbind(dim=1)
    i, f, o = (0.5 * (1 + torch.tanh(z / 2)) for z in (i, f, o))
    c = torch.lerp(torch.zeros_like(c), c, f) + i * g.tanh()
    return o * c.tanh(), c


def viewed(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = (x @ w_x + h @ w_h + b).view(len(x), 4, -1)
    i, f, g, o = z.unbind(dim=1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def einsum(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    n = c.shape[-1]
    u, v = w_x.reshape(-1, 4, n), w_h.reshape(-1, 4, n)
    z = torch.einsum("bd,dkn->kbn", x, u) + torch.einsum("bh,hkn->kbn", h, v)
    i, f, g, o = z + b.view(4, 1, n)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def sigmoid_of_all(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = x @ w_x + h @ w_h + b
    n = h.size(1)
    gates = torch.sigmoid(z)
    c = gates[:, n : 2 * n] * c + gates[:, :n] * torch.tanh(z[:, 2 * n : 3 * n])
    return gates[:, -n:] * torch.tanh(c), c


def in_place(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = ((x @ w_x).add_(h @ w_h).add_(b)).chunk(4, dim=-1)
    memory = c.clone()
    memory *= f.sigmoid()
    memory += i.sigmoid() * g.tanh()
    return o.sigmoid() * memory.tanh(), memory


def tanh_as_sigmoid(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = c * f.sigmoid() + i.sigmoid() * (2 * (2 * g).sigmoid() - 1)
    return o.sigmoid() * (2 * (2 * c).sigmoid() - 1), c


def text_by_text(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    states, memories = [], []
    for token, state, memory in zip(x, h, c, strict=True):
        i, f, g, o = (token @ w_x + state @ w_h + b).chunk(4)
        memory = f.sigmoid() * memory + i.sigmoid() * g.tanh()
        memories.append(memory)
        states.append(o.sigmoid() * memory.tanh())
    return torch.stack(states), torch.stack(memories)


_SAYS = "is what this task asks you to write"

RIGHT = (
    Right("W61", "token and state joined", joined),
    Right("W62", "addmm and addcmul", addmm),
    Right(
        *("W62", "torch.lstm_cell", cell_of_torch, Verdict.SEALED), f"lstm_cell {_SAYS}"
    ),
    Right("own", "nn.LSTM", layer_of_torch, Verdict.SEALED, f"lstm {_SAYS}"),
    Right(
        *("own", "the course's cell", of_the_course, Verdict.SEALED), f"forward {_SAYS}"
    ),
    Right("W64", "four products, columns cut out", four_products),
    Right("W64", "matrices cut into four", chunked_weights),
    Right("W65", "a sigmoid by hand", sigmoid_by_hand),
    Right("W65", "a sigmoid from a tanh", half_angles),
    Right("own", "blocks as an axis", viewed),
    Right("own", "einsum", einsum),
    Right("own", "a sigmoid of all columns", sigmoid_of_all),
    Right("own", "in place on its own tensors", in_place),
    Right("own", "tanh written as a sigmoid", tanh_as_sigmoid),
    Right("own", "text by text", text_by_text),
)
