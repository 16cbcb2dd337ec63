"""Feed-forward networks with the wrong axes, dtype, gradient or effect."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def tokens_averaged(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    made = F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2
    return made.mean(dim=-2, keepdim=True).expand(made.shape)


def largest_of_the_tokens(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    return inside.cummax(dim=0).values @ w_2 + b_2


def one_batch_axis(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    batch, seq, d_model = x.shape
    inside = F.leaky_relu(x.reshape(-1, d_model) @ w_1 + b_1, slope)
    return (inside @ w_2 + b_2).reshape(batch, seq, d_model)


def batched_product(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = torch.bmm(x, w_1.expand(len(x), *w_1.shape)) + b_1
    bent = F.leaky_relu(inside, slope)
    return torch.bmm(bent, w_2.expand(len(x), *w_2.shape)) + b_2


def written_into_the_tokens(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    x.copy_(F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2)
    return x


def token_emptied(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope)
    x.zero_()
    return inside @ w_2 + b_2


def without_a_tape(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    with torch.no_grad():
        return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def inside_detached(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(x @ w_1 + b_1, slope).detach()
    return inside @ w_2 + b_2


def step(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    kept = (inside > 0).to(x.dtype)
    bent = (inside * kept + slope * inside * (1 - kept)).detach()
    return bent @ w_2 + b_2.detach()


def wrapped(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    w_1, b_1, w_2, b_2 = (torch.nn.Parameter(t) for t in (w_1, b_1, w_2, b_2))
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def single(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    x, w_1, b_1, w_2, b_2 = (t.float() for t in (x, w_1, b_1, w_2, b_2))
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def double(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    x, w_1, b_1, w_2, b_2 = (t.double() for t in (x, w_1, b_1, w_2, b_2))
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "tokens that hear each other",
        "Editing one token moves another.",
        "A token alone is right. Which of your operations runs along the tokens?",
        _NETWORK,
        (tokens_averaged, largest_of_the_tokens),
        (),
        "The network works on the whole sequence at once.",
        "It works on each token by itself, with the same weights.",
    ),
    Mistake(
        "a fixed number of axes",
        "It works with a batch of sequences only.",
        "Which of your lines needs exactly three axes, and would one product from the "
        "right need them?",
        _NETWORK,
        (one_batch_axis, batched_product),
    ),
    Mistake(
        "inputs changed in place",
        "The result is right, and the caller's tensors are gone.",
        "Which of your operators writes into a tensor that was handed in?",
        _NETWORK,
        (written_into_the_tokens, token_emptied),
    ),
    Mistake(
        "a result cut off from some of its inputs",
        "The numbers are right, but something can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _NETWORK,
        (without_a_tape, inside_detached, step, wrapped),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _NETWORK,
        (single, double),
    ),
)
