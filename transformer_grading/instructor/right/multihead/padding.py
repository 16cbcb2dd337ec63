"""Right examples that expose the colleague's bug, and right repairs."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right
from transformer_lib.attention import scaled_dot_product_attention

Three = tuple[Tensor, Tensor, Tensor]


def smallest() -> Three:
    x, edited = torch.zeros(2, 2, 2), torch.zeros(2, 2, 2)
    edited[1, 1] = 8.0
    return x, edited, torch.tensor([[True, True], [True, False]])


def other_way_round() -> Three:
    x = torch.randn(2, 3, 4)
    real = torch.tensor([[True, False, False], [True, True, True]])
    return x, torch.where(real[..., None], x, x + 5), real


def random_and_long() -> Three:
    x = torch.randn(2, 7, 6)
    real = torch.arange(7) < torch.tensor([[7], [4]])
    edited = x.clone()
    edited[~real] = 3.0
    return x, edited, real


def padding_in_front() -> Three:
    real = torch.tensor([[True, True, True], [False, False, True]])
    x = torch.ones(2, 3, 2)
    return x, x.masked_fill(~real[..., None], -4.0), real


def in_double() -> Three:
    x = torch.zeros(2, 2, 2).double()
    real = torch.tensor([[True, True], [True, False]])
    return x, x + 2.0 * ~real[..., None], real


def two_axes_of_length_one(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.view(*x.shape[:2], n_heads, -1).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads, real[:, None, None])
    return found.transpose(1, 2).reshape(x.shape)


def viewed_mask(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    from transformer_lib.attention import fused_attention

    heads = torch.stack(x.chunk(n_heads, dim=-1), dim=1)
    mask = real.view(real.shape[0], 1, 1, real.shape[1])
    return torch.cat(fused_attention(heads, heads, heads, mask).unbind(1), dim=-1)


def expanded_mask(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    batch, seq, _ = x.shape
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real[:, None, None, :].expand(batch, n_heads, seq, seq)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def both_sides(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = (real[:, :, None] & real[:, None, :]).unsqueeze(1)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2)


def zeroed_afterwards(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    mask = real.unsqueeze(1).unsqueeze(2)
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    return found.transpose(1, 2).flatten(2) * real[..., None]


def head_by_head(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    found = [
        scaled_dot_product_attention(part, part, part, real[:, None])[0]
        for part in x.chunk(n_heads, dim=-1)
    ]
    return torch.cat(found, dim=-1)


def sequence_by_sequence(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    rows = []
    for tokens, mine in zip(x, real, strict=True):
        heads = tokens.unflatten(-1, (n_heads, -1)).transpose(0, 1)
        found, _ = scaled_dot_product_attention(heads, heads, heads, mine[None])
        rows.append(found.transpose(0, 1).flatten(1))
    return torch.stack(rows)


def padding_left_out(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    output = torch.zeros_like(x)
    for b in range(len(x)):
        kept = x[b, real[b]].unflatten(-1, (n_heads, -1)).transpose(0, 1)
        found, _ = scaled_dot_product_attention(kept, kept, kept)
        output[b, real[b]] = found.transpose(0, 1).flatten(1)
    return output


def folded(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2).flatten(0, 1)
    mask = real.repeat_interleave(n_heads, dim=0)[:, None]
    found, _ = scaled_dot_product_attention(heads, heads, heads, mask)
    apart = found.view(len(x), n_heads, *found.shape[1:])
    return apart.transpose(1, 2).flatten(2)


def written_out(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = heads @ heads.mT / math.sqrt(heads.shape[-1])
    weights = scores.masked_fill(~real[:, None, None], -math.inf).softmax(dim=-1)
    found: Tensor = weights @ heads
    return found.transpose(1, 2).flatten(2)


def added(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    hidden = torch.zeros(real.shape, dtype=x.dtype).masked_fill(~real, -1e9)
    scores = heads @ heads.mT / heads.shape[-1] ** 0.5 + hidden[:, None, None]
    found: Tensor = scores.softmax(dim=-1) @ heads
    return found.transpose(1, 2).flatten(2)


def einsum(x: Tensor, real: Tensor, n_heads: int) -> Tensor:
    heads = x.unflatten(-1, (n_heads, -1))
    scores = torch.einsum("bqhd,bkhd->bhqk", heads, heads) * heads.shape[-1] ** -0.5
    lowest = torch.finfo(x.dtype).min
    weights = torch.where(real[:, None, None], scores, lowest).softmax(dim=-1)
    return torch.einsum("bhqk,bkhd->bqhd", weights, heads).flatten(2)


COUNTEREXAMPLES = (
    Right("own", "two tokens, all zeros", smallest),
    Right("own", "padding in sequence 0", other_way_round),
    Right("own", "random, with padding at the end", random_and_long),
    Right("own", "padding in front", padding_in_front),
    Right("own", "float64", in_double),
)
REPAIRS = (
    Right("W23", "two axes of length 1", two_axes_of_length_one),
    Right("W27", "a mask that is viewed, the fused kernel", viewed_mask),
    Right("W26", "a mask that is expanded", expanded_mask),
    Right("W22", "padding hidden as a query too", both_sides),
    Right("W22", "padding multiplied out afterwards", zeroed_afterwards),
    Right("W30", "head by head, with a mask of three axes", head_by_head),
    Right("own", "sequence by sequence", sequence_by_sequence),
    Right("own", "padding left out, sequence by sequence", padding_left_out),
    Right("W33", "heads folded into the batch", folded),
    Right("W09", "written out, with minus infinity", written_out),
    Right("W13", "written out, -1e9 added", added),
    Right("W17", "einsum, the lowest number filled in", einsum),
)
