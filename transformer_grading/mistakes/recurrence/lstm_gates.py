"""Steps of an LSTM whose gates are squashed, summed or biased otherwise."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def tanh_on_output(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.tanh() * c.tanh(), c


def tanh_on_input(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.tanh() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def tanh_on_forget(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.tanh() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def tanh_on_all(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = torch.tanh(x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f * c + i * g
    return o * torch.tanh(c), c


def output_squashed_twice(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid().tanh() * c.tanh(), c


def output_sigmoid_twice(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid().sigmoid() * c.tanh(), c


def all_sigmoid_twice(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    i, f, o = i.sigmoid(), f.sigmoid(), o.sigmoid()
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def candidate_sigmoid(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = torch.sigmoid(x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f * c + i * g
    return o * torch.tanh(c), c


def candidate_bare(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g
    return o.sigmoid() * c.tanh(), c


def candidate_relu(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.relu()
    return o.sigmoid() * c.tanh(), c


def output_bare(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o * c.tanh(), c


def forget_bare(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def gates_bare(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f * c + i * g.tanh()
    return o * c.tanh(), c


def forget_is_the_rest(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, _, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    i = i.sigmoid()
    c = (1 - i) * c + i * g.tanh()
    return o.sigmoid() * c.tanh(), c


def input_is_the_rest(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    _, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    f = f.sigmoid()
    c = f * c + (1 - f) * g.tanh()
    return o.sigmoid() * c.tanh(), c


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "a tanh where a gate wants a sigmoid",
        "A gate can be negative, and then it turns the sign of what it lets through.",
        "Which values can your gates take? A gate says how much is let through: how "
        "much is least?",
        _FADING,
        (tanh_on_output, tanh_on_input, tanh_on_forget, tanh_on_all),
        ("R11",),
        "tanh and sigmoid squash alike, so either will do for a gate.",
        "A gate must lie between 0 and 1; tanh gives −1 to 1.",
    ),
    Mistake(
        "a gate squashed twice",
        "The gate can no longer open fully, or no longer shut.",
        "Give a gate a bias of 25: how wide does yours open? How many functions stand "
        "between its sum and its use?",
        _FADING,
        (output_squashed_twice, output_sigmoid_twice, all_sigmoid_twice),
        ("R11",),
    ),
    Mistake(
        "another function than tanh on the candidate",
        "What is written has another range than −1 to 1.",
        "Your gates are right. Should the memory be able to fall as well as to rise, "
        "and by how much in one step?",
        _FADING,
        (candidate_sigmoid, candidate_bare, candidate_relu),
    ),
    Mistake(
        "a gate that is not squashed",
        "The bare sum is used as a factor, of any size and sign.",
        "Your sums are right. Between which numbers does a gate lie, and which "
        "function brings yours there?",
        _FADING,
        (output_bare, forget_bare, gates_bare),
    ),
    Mistake(
        "two gates tied together",
        "What is forgotten and what is written add up to 1.",
        "Open both gates wide with their biases: what should the memory do, and what "
        "does yours do? Which block of columns do you never use?",
        _FADING,
        (forget_is_the_rest, input_is_the_rest),
        ("R09",),
        "What is not forgotten leaves no room for what is new, so f = 1 − i.",
        "In the LSTM both gates are learned apart: it may keep all and add to it.",
    ),
)
