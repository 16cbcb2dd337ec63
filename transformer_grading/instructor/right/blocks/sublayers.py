"""Right ways to write a sublayer with its road, and a tower of them."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.blocks.parts import norm


def two_lines(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x + x @ w, gain, bias)


def one_line(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    total = x + (norm(x, gain, bias) if norm_first else x) @ w
    return total if norm_first else norm(total, gain, bias)


def ready_made(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    size = (x.shape[-1],)
    read = F.layer_norm(x, size, gain, bias) if norm_first else x
    total = torch.add(x, torch.matmul(read, w))
    if not norm_first:
        total = F.layer_norm(total, size, gain, bias)
    return total


def by_hand(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    y = x if norm_first else x + torch.einsum("...i,ij->...j", x, w)
    centred = y - y.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    y = gain * centred * torch.rsqrt(variance + 1e-5) + bias
    return x + torch.einsum("...i,ij->...j", y, w) if norm_first else y


def wider_matrix(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if not norm_first:
        wide = w + torch.eye(len(w), dtype=w.dtype)
        return norm(x @ wide, gain, bias)
    return F.linear(norm(x) * gain, w.T) + bias @ w + x


def on_a_copy(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    kept = x.clone()
    kept += norm(x, gain, bias) @ w if norm_first else x @ w
    return kept if norm_first else norm(kept, gain, bias)


def of_the_course(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    from transformer_lib.blocks.sublayers import Residual

    wrapped = Residual(x.shape[-1], norm_first=norm_first, dropout=0.0, dtype=x.dtype)
    made: Tensor = wrapped(x, lambda tokens: tokens @ w)
    return made


def with_a_module(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    layer = torch.nn.LayerNorm(x.shape[-1], dtype=x.dtype)
    layer.weight, layer.bias = torch.nn.Parameter(gain), torch.nn.Parameter(bias)
    total: Tensor = x + layer(x) @ w if norm_first else layer(x + x @ w)
    return total


def listed(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = [x.square().mean().sqrt()]
    for matrix in w:
        x = x + norm(x) @ matrix if norm_first else norm(x + x @ matrix)
        found.append(torch.sqrt(torch.mean(x**2)))
    return torch.stack(found)


def counted(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    heights = [x]
    for layer in range(w.shape[0]):
        y = heights[-1]
        if norm_first:
            heights.append(y + torch.matmul(norm(y), w[layer]))
        else:
            heights.append(norm(y + torch.matmul(y, w[layer])))
    kept = torch.stack(heights).flatten(1)
    return kept.pow(2).mean(dim=1).pow(0.5)


def lengths(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = torch.zeros(len(w) + 1, dtype=x.dtype)
    found[0] = x.norm() / x.numel() ** 0.5
    for place, matrix in enumerate(w, 1):
        read = norm(x) if norm_first else x
        x = x + read @ matrix
        x = x if norm_first else norm(x)
        found[place] = x.norm() / x.numel() ** 0.5
    return found


def spread_and_mean(x: Tensor, w: Tensor, norm_first: bool) -> Tensor:
    found = []
    for matrix in (*w, None):
        found.append((x.var(unbiased=False) + x.mean() ** 2).sqrt())
        if matrix is not None and norm_first:
            x = x + F.layer_norm(x, x.shape[-1:]) @ matrix
        elif matrix is not None:
            x = F.layer_norm(x + x @ matrix, x.shape[-1:])
    return torch.stack(found)


RESIDUAL = (
    Right("own", "a line for each design", two_lines),
    Right("own", "the norm chosen twice", one_line),
    Right("W48", "F.layer_norm, where it is allowed", ready_made),
    Right("W50", "the norm written out, einsum", by_hand),
    Right("own", "the road as a unit matrix", wider_matrix),
    Right("own", "in place on a copy", on_a_copy),
    Right(
        "own",
        "the course's own",
        of_the_course,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
    Right(
        "own",
        "nn.LayerNorm, its parameters set",
        with_a_module,
        Verdict.CONVENTION,
        "Gradients flow back to all floating-point inputs.",
    ),
)
SIZES = (
    Right("own", "a list of sizes", listed),
    Right("own", "a list of heights", counted),
    Right("own", "lengths written into zeros", lengths),
    Right("own", "spread and mean, F.layer_norm", spread_and_mean),
)
