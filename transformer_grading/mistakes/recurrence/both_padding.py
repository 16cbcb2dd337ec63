"""Reading both ways where padding is read or written."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def padding_first(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    alive = torch.arange(x.shape[1]) < lengths[:, None]
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            h = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = h * alive[:, t, None]
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def padding_first_on_the_way_back(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = new if k else torch.where(alive, new, h)
            states[t] = torch.where(alive, h, 0.0)
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def ignored(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            h = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = h
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def held(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h)
            states[t] = h
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def read_on(x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Tensor:
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            alive = (t < lengths)[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where(alive, new, h) if k else new
            states[t] = h
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def blanked_and_read(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    alive = torch.arange(x.shape[1]) < lengths[:, None]
    x = x * alive[..., None]
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            h = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = h * alive[:, t, None]
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def blanked_and_kept(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    own = torch.arange(x.shape[1]) < lengths[:, None]
    x = x.masked_fill(~own[..., None], 0.0)
    halves = []
    for k, order in enumerate((range(x.shape[1]), range(x.shape[1])[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            h = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = h
        halves.append(torch.stack([states[t] for t in range(x.shape[1])], dim=1))
    return torch.cat(halves, dim=-1)


def ends_at_zeros(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    places, halves = range(x.shape[1]), []
    for k, order in enumerate((places, places[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            there = ((lengths > t) & (x[:, t] != 0).any(dim=-1))[:, None]
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            states[t] = torch.where(there, new, torch.zeros_like(new))
            h = torch.where(there, new, h)
        halves.append(torch.stack([states[t] for t in places], dim=1))
    return torch.cat(halves, dim=-1)


def tokens_counted(
    x: Tensor, lengths: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Tensor:
    places, halves = range(x.shape[1]), []
    inside = torch.arange(x.shape[1]) < lengths[:, None]
    n = ((x.abs().sum(dim=-1) > 0) & inside).sum(dim=1)
    for k, order in enumerate((places, places[::-1])):
        h, states = x.new_zeros(len(x), w_h.shape[-1]), {}
        for t in order:
            new = torch.tanh(x[:, t] @ w_x[k] + h @ w_h[k] + b[k])
            h = torch.where((n > t)[:, None], new, h)
            states[t] = h * (n > t)[:, None]
        halves.append(torch.stack([states[t] for t in places], dim=1))
    return torch.cat(halves, dim=-1)


_BACK = "Looking back"

MISTAKES = (
    Mistake(
        "a second reader that begins with padding",
        "It has read the padding before it comes to the text.",
        "Texts without padding are right. At which place does your second reader "
        "begin with a text of 2 tokens in a row of 5?",
        _BACK,
        (
            padding_first,
            padding_first_on_the_way_back,
        ),
        ("R14",),
        "To read backwards, flip the batch.",
        "A flip brings the padding to the front; each text has an end of its own.",
    ),
    Mistake(
        "lengths that are ignored",
        "All rows are read as if they were full.",
        "Texts without padding are right. Which of your lines would give another "
        "result if the lengths were different?",
        _BACK,
        (ignored,),
    ),
    Mistake(
        "outputs in the padding",
        "Places beyond the end of a text are not zero.",
        "Your outputs are right at every token. What should stand where a text has no "
        "token?",
        _BACK,
        (
            held,
            read_on,
        ),
    ),
    Mistake(
        "padding set to zero and read all the same",
        "The bias and the state go on, although the tokens are zero.",
        "With b = 0 the second reader is right. What does a step make of a token that "
        "is zero?",
        _BACK,
        (
            blanked_and_read,
            blanked_and_kept,
        ),
        (),
        "A token of zeros changes nothing.",
        "The state still passes w_h, the bias and the tanh.",
    ),
    Mistake(
        "a token of zeros taken for padding",
        "A token whose features are all zero is not read.",
        "Texts without such a token are right. What tells you where a text ends: its "
        "tokens, or its length?",
        _BACK,
        (ends_at_zeros, tokens_counted),
        (),
        "Padding is zero, so what is zero is padding.",
        "A token may be zero, and padding may be anything.",
    ),
)
