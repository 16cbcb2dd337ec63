"""Gated networks with the wrong layout, dtype, gradient or effect."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def gate_after_the_way_down(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    return F.silu(x @ w_gate @ w_down) * (x @ w_up @ w_down)


def one_gate_for_all(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = F.silu(x @ w_gate).mean(dim=-1, keepdim=True)
    return (gate * (x @ w_up)) @ w_down


def all_transposed(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate.T) * (x @ w_up.T)) @ w_down.T


def linear_layers(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    inside = F.silu(F.linear(x, w_gate)) * F.linear(x, w_up)
    return F.linear(inside, w_down)


def token_added(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return x + (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def normalised(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    x = F.layer_norm(x, x.shape[-1:])
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def batched_product(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    inside = F.silu(torch.einsum("btd,df->btf", x, w_gate)) * (x @ w_up)
    return torch.einsum("btf,fd->btd", inside, w_down)


def written_into_the_tokens(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    x.copy_((F.silu(x @ w_gate) * (x @ w_up)) @ w_down)
    return x


def token_emptied(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    inside = F.silu(x @ w_gate) * (x @ w_up)
    x.zero_()
    return inside @ w_down


def gate_detached(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate).detach() * (x @ w_up)) @ w_down


def bend_detached(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = x @ w_gate
    return (gate * torch.sigmoid(gate).detach() * (x @ w_up)) @ w_down


def without_a_tape(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    with torch.no_grad():
        return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def wrapped(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    up = x @ torch.nn.Parameter(w_up)
    gate = F.silu(x @ torch.nn.Parameter(w_gate))
    return (gate * up) @ torch.nn.Parameter(w_down)


def overflowing_slope(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    gate = x @ w_gate
    return (gate / (1 + torch.exp(-gate)) * (x @ w_up)) @ w_down


def overflowing_product(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    gate = x @ w_gate
    return (gate * gate.exp() / (1 + gate.exp()) * (x @ w_up)) @ w_down


def overflowing(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = x @ w_gate
    power = torch.exp(gate)
    return (gate * (power / (1 + power)) * (x @ w_up)) @ w_down


def single(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    x, w_gate, w_up, w_down = (t.float() for t in (x, w_gate, w_up, w_down))
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def double(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    x, w_gate, w_up, w_down = (t.double() for t in (x, w_gate, w_up, w_down))
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "a gate of the wrong width",
        "Features are not gated one by one, or only at the end.",
        "How many gates has a token in the equation, and how many has it with you?",
        _NETWORK,
        (gate_after_the_way_down, one_gate_for_all),
    ),
    Mistake(
        "matrices that multiply from the wrong side",
        "Shapes fit only where the inner width is d_model.",
        "In which layout does the text hand over its matrices, (in, out) or (out, in)?",
        _NETWORK,
        (all_transposed, linear_layers),
    ),
    Mistake(
        "a residual or a norm inside the network",
        "What stands around a network has got into it.",
        "The road and the norm stand around a sublayer. What does the equation of the "
        "network read, and what does it return?",
        _NETWORK,
        (token_added, normalised),
    ),
    Mistake(
        "a fixed number of axes",
        "It works with a batch of sequences only.",
        "Which of your lines needs exactly three axes, and would one product from the "
        "right need them?",
        _NETWORK,
        (batched_product,),
    ),
    Mistake(
        "tokens changed in place",
        "The result is right, and the caller's tokens are gone.",
        "Which of your operators writes into the tensor that was handed in?",
        _NETWORK,
        (written_into_the_tokens, token_emptied),
    ),
    Mistake(
        "a gate or a result that is cut off",
        "The numbers are right, but the gate, a matrix or all of it can learn nothing.",
        "Which of your lines forgets where the numbers came from?",
        _NETWORK,
        (gate_detached, bend_detached, without_a_tape, wrapped),
    ),
    Mistake(
        "an exponential that overflows",
        "Where a gate is wide open or shut, infinity spoils results or gradients.",
        "For small tokens you are right. What are e to the power of 100 in float32, "
        "infinity by infinity and zero times infinity? Who makes a sigmoid for you?",
        _NETWORK,
        (overflowing, overflowing_product, overflowing_slope),
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
