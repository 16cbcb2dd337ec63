"""Gated networks whose gate goes wrong."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def exchanged(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return ((x @ w_gate) * F.silu(x @ w_up)) @ w_down


def no_bend(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return ((x @ w_gate) * (x @ w_up)) @ w_down


def bent_twice(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate) * F.silu(x @ w_up)) @ w_down


def bent_product(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return F.silu((x @ w_gate) * (x @ w_up)) @ w_down


def bent_at_the_end(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return F.silu(((x @ w_gate) * (x @ w_up)) @ w_down)


def bent_again(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = F.silu(F.silu(x @ w_gate))
    return (gate * (x @ w_up)) @ w_down


def sigmoid(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (torch.sigmoid(x @ w_gate) * (x @ w_up)) @ w_down


def relu(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (torch.relu(x @ w_gate) * (x @ w_up)) @ w_down


def gelu(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.gelu(x @ w_gate) * (x @ w_up)) @ w_down


def tanh(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (torch.tanh(x @ w_gate) * (x @ w_up)) @ w_down


def softmax(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return ((x @ w_gate).softmax(dim=-1) * (x @ w_up)) @ w_down


def softplus(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.softplus(x @ w_gate) * (x @ w_up)) @ w_down


def hard(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.hardswish(x @ w_gate) * (x @ w_up)) @ w_down


def steeper(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = x @ w_gate
    return (gate * torch.sigmoid(1.702 * gate) * (x @ w_up)) @ w_down


def sign_turned(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = x @ w_gate
    return (gate / (1 + torch.exp(gate)) * (x @ w_up)) @ w_down


def no_minus_in_the_exponential(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    gate = x @ w_gate
    return (gate * torch.sigmoid(-gate) * (x @ w_up)) @ w_down


def sigmoid_of_up(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return ((x @ w_gate) * torch.sigmoid(x @ w_up)) @ w_down


def gate_of_the_token(
    x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor
) -> Tensor:
    return (torch.sigmoid(x @ w_gate) * (x @ w_gate) * (x @ w_gate)) @ w_down


def added(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate) + x @ w_up) @ w_down


def mixed(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = torch.sigmoid(x @ w_gate)
    return (gate * (x @ w_up) + (1 - gate) * (x @ w_gate)) @ w_down


def gate_alone(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return F.silu(x @ w_gate) @ w_down


def up_alone(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return F.silu(x @ w_up) @ w_down


def no_way_down(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return F.silu(x @ w_gate) * (x @ w_up)


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "gate and content in each other's place",
        "The bend falls on the content, and the gate stays straight.",
        "One of the two products is bent, and it is the other one. Which matrix makes "
        "the gate?",
        _NETWORK,
        (exchanged, sigmoid_of_up),
    ),
    Mistake(
        "a bend in the wrong place, or none",
        "The gate is straight, or something else is bent as well.",
        "Go through the equation: how many bends has it, and what exactly is bent?",
        _NETWORK,
        (no_bend, bent_twice, bent_product, bent_at_the_end, bent_again),
    ),
    Mistake(
        "another gate than SiLU",
        "The gate opens along another curve.",
        "Follow z = 2 and z = −2 through your gate. What is z times its sigmoid for "
        "each?",
        _NETWORK,
        (
            *(sigmoid, relu, gelu, tanh, softmax, softplus),
            *(hard, steeper, sign_turned, no_minus_in_the_exponential),
        ),
        (),
        "A gate is a number between 0 and 1.",
        "This one is z times a number between 0 and 1: it can be large, and negative.",
    ),
    Mistake(
        "another operation than a product",
        "Gate and content are added or mixed.",
        "If the gate is zero, what should be left of the content?",
        _NETWORK,
        (added, mixed),
    ),
    Mistake(
        "a matrix that is not used",
        "One of the three matrices changes nothing.",
        "The network has three matrices. Which of them never appears in your code?",
        _NETWORK,
        (gate_alone, up_alone, no_way_down, gate_of_the_token),
    ),
)
