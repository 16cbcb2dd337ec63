"""Right ways to write a network, gated or not."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def leaky(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    return F.leaky_relu(x @ w_1 + b_1, slope) @ w_2 + b_2


def two_relus(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = torch.matmul(x, w_1) + b_1
    return torch.matmul(F.relu(inside) - slope * F.relu(-inside), w_2) + b_2


def methods(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return (inside.relu() * (1 - slope) + slope * inside) @ w_2 + b_2


def clamped(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return (inside.clamp(min=0) + slope * inside.clamp(max=0)) @ w_2 + b_2


def maximum(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.maximum(inside, slope * inside) @ w_2 + b_2


def where(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1 + b_1
    return torch.where(inside > 0, inside, slope * inside) @ w_2 + b_2


def linear(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = F.leaky_relu(F.linear(x, w_1.T, b_1), slope)
    return F.linear(inside, w_2.T, b_2)


def einsum(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = torch.einsum("...m,mf->...f", x, w_1) + b_1
    inside = inside * torch.where(inside > 0, 1.0, slope)
    return torch.einsum("...f,fm->...m", inside, w_2) + b_2


def convolved(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    signal = x.reshape(1, -1, x.shape[-1]).transpose(1, 2)
    inside = F.leaky_relu(F.conv1d(signal, w_1.T.unsqueeze(-1), b_1), slope)
    made = F.conv1d(inside, w_2.T.unsqueeze(-1), b_2)
    return made.transpose(1, 2).reshape(x.shape)


def in_place(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    inside = x @ w_1
    inside += b_1
    F.leaky_relu_(inside, slope)
    result = inside @ w_2
    result += b_2
    return result


def loop(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    made = torch.zeros_like(x) + b_2
    for feature in range(w_1.shape[-1]):
        inside = (x * w_1[:, feature]).sum(dim=-1, keepdim=True) + b_1[feature]
        inside = torch.where(inside < 0, slope * inside, inside)
        made = made + inside * w_2[feature]
    return made


def of_the_course(
    x: Tensor, w_1: Tensor, b_1: Tensor, w_2: Tensor, b_2: Tensor, slope: float = 0.0
) -> Tensor:
    from transformer_lib.blocks.sublayers import FeedForward

    network = FeedForward(*w_1.shape, dtype=x.dtype)
    made: Tensor = network(x)
    return made


def silu(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


def module(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate: Tensor = torch.nn.SiLU()(torch.matmul(x, w_gate))
    return torch.matmul(torch.mul(x @ w_up, gate), w_down)


def written_out(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = x @ w_gate
    return (gate * torch.sigmoid(gate) * (x @ w_up)) @ w_down


def exponential(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate = F.linear(x, w_gate.T)
    inside = gate * torch.exp(F.logsigmoid(gate)) * F.linear(x, w_up.T)
    return F.linear(inside, w_down.T)


def one_product(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    gate, up = (x @ torch.cat([w_gate, w_up], dim=1)).chunk(2, dim=-1)
    return torch.einsum("...f,...f,fm->...m", F.silu(gate), up, w_down)


def hyperbolic(x: Tensor, w_gate: Tensor, w_up: Tensor, w_down: Tensor) -> Tensor:
    half = x @ w_gate / 2
    made = torch.zeros_like(x)
    made += (half * (1 + half.tanh()) * (x @ w_up)) @ w_down
    return made


FEED_FORWARD = (
    Right("W54", "F.leaky_relu", leaky),
    Right("W54", "F.relu of both signs", two_relus),
    Right("W54", "relu() and a straight part", methods),
    Right("W54", "clamp", clamped),
    Right("W54", "maximum", maximum),
    Right("W54", "where", where),
    Right("W55", "F.linear with transposed matrices", linear),
    Right("W55", "einsum", einsum),
    Right("W56", "two Conv1d of width 1", convolved),
    Right("own", "in place on tensors of its own", in_place),
    Right("own", "a loop over the features inside", loop),
    Right(
        "own",
        "the course's own",
        of_the_course,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
)
GATED = (
    Right("own", "F.silu", silu),
    Right("own", "nn.SiLU", module),
    Right("own", "z times its sigmoid", written_out),
    Right("own", "exp of logsigmoid, F.linear", exponential),
    Right("own", "both ways up in one product", one_product),
    Right("own", "tanh of one half", hyperbolic),
)
