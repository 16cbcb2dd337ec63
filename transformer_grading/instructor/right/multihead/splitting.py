"""Right ways to share features out among heads, and to join heads."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def viewed(x: Tensor, n_heads: int) -> Tensor:
    return x.view(*x.shape[:-1], n_heads, x.shape[-1] // n_heads).transpose(-2, -3)


def permuted(x: Tensor, n_heads: int) -> Tensor:
    apart = x.reshape(*x.shape[:-1], n_heads, -1)
    axes = list(range(apart.dim()))
    axes[-3], axes[-2] = axes[-2], axes[-3]
    return apart.permute(axes).contiguous()


def reshaped(x: Tensor, n_heads: int) -> Tensor:
    *lead, seq, width = x.shape
    return x.reshape(*lead, seq, n_heads, width // n_heads).swapaxes(-3, -2)


def unflattened(x: Tensor, n_heads: int) -> Tensor:
    heads: Tensor = x.unflatten(-1, (n_heads, -1)).movedim(-2, -3)
    return heads


def chunked(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def cut(x: Tensor, n_heads: int) -> Tensor:
    return torch.stack(x.split(x.shape[-1] // n_heads, dim=-1), dim=-3)


def rearranged(x: Tensor, n_heads: int) -> Tensor:
    from einops import rearrange

    return rearrange(x, "... t (h d) -> ... h t d", h=n_heads)


def chosen(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    columns = torch.eye(x.shape[-1], dtype=x.dtype).view(-1, n_heads, d_k)
    return torch.einsum("...tm,mhd->...htd", x, columns)


def looped(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    parts = []
    for h in range(n_heads):
        parts.append(x[..., h * d_k : (h + 1) * d_k].unsqueeze(-3))
    return torch.cat(parts, dim=-3)


def buffered(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    heads = x.new_zeros(*x.shape[:-2], n_heads, x.shape[-2], d_k)
    for h in range(n_heads):
        heads[..., h, :, :] = x[..., h * d_k : (h + 1) * d_k]
    return heads


def turned_first(x: Tensor, n_heads: int) -> Tensor:
    columns = x.mT
    return columns.reshape(*x.shape[:-2], n_heads, -1, x.shape[-2]).mT


def narrowed(x: Tensor, n_heads: int) -> Tensor:
    d_k = x.shape[-1] // n_heads
    parts = [x.narrow(-1, h * d_k, d_k) for h in range(n_heads)]
    return torch.stack(parts, -3)


def folded_batch(x: Tensor, n_heads: int) -> Tensor:
    batch = x.reshape(-1, *x.shape[-2:])
    heads = batch.view(len(batch), x.shape[-2], n_heads, -1).permute(0, 2, 1, 3)
    return heads.reshape(*x.shape[:-2], *heads.shape[1:])


def the_courses_own(x: Tensor, n_heads: int) -> Tensor:
    from transformer_lib.multihead import MultiHeadAttention

    return MultiHeadAttention(x.shape[-1], n_heads)._split(x)


def transposed(x: Tensor) -> Tensor:
    return x.transpose(-3, -2).reshape(*x.shape[:-3], x.shape[-2], -1)


def contiguous(x: Tensor) -> Tensor:
    heads, seq, d_v = x.shape[-3:]
    moved = x.transpose(-2, -3).contiguous()
    return moved.view(*x.shape[:-3], seq, heads * d_v)


def axes_permuted(x: Tensor) -> Tensor:
    lead = range(x.dim() - 3)
    moved = x.permute(*lead, -2, -3, -1).contiguous()
    return moved.view(*moved.shape[:-2], moved.shape[-2] * moved.shape[-1])


def flattened(x: Tensor) -> Tensor:
    return x.movedim(-3, -2).flatten(start_dim=-2)


def unbound(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1)


def joined_by_pattern(x: Tensor) -> Tensor:
    import einops

    return einops.rearrange(x, "... head token part -> ... token (head part)")


def joined_by_einsum(x: Tensor) -> Tensor:
    heads, _, d_v = x.shape[-3:]
    places = torch.eye(heads * d_v, dtype=x.dtype).view(heads, d_v, -1)
    return torch.einsum("...htd,hdm->...tm", x, places)


def joined_in_a_loop(x: Tensor) -> Tensor:
    joined = x[..., 0, :, :]
    for h in range(1, x.shape[-3]):
        joined = torch.cat([joined, x[..., h, :, :]], dim=-1)
    return joined


def joined_into_zeros(x: Tensor) -> Tensor:
    heads, seq, d_v = x.shape[-3:]
    joined = torch.zeros(*x.shape[:-3], seq, heads * d_v, dtype=x.dtype)
    for h in range(heads):
        joined[..., h * d_v : (h + 1) * d_v] = x[..., h, :, :]
    return joined


def token_by_token(x: Tensor) -> Tensor:
    rows = [x[..., t, :].flatten(-2) for t in range(x.shape[-2])]
    return torch.stack(rows, dim=-2)


def stacked(x: Tensor) -> Tensor:
    return torch.stack(x.unbind(-3), dim=-2).flatten(-2, -1)


def hidden_in_a_layer(x: Tensor) -> Tensor:
    from torch import nn

    from transformer_lib.multihead import MultiHeadAttention

    heads, _, d_v = x.shape[-3:]
    layer = MultiHeadAttention(heads * d_v, heads)
    layer.w_o = nn.Identity()  # type: ignore[assignment]
    return layer._mix(x)


_SEALED = Verdict.SEALED

SPLIT = (
    Right("W23", "view, transpose", viewed),
    Right("W24", "permute, contiguous", permuted),
    Right("W25", "reshape, swapaxes", reshaped),
    Right("W26", "unflatten, movedim", unflattened),
    Right("W27", "chunk and stack", chunked),
    Right("W27", "split and stack", cut),
    Right("W28", "einops", rearranged),
    Right("W29", "einsum with columns of the unit matrix", chosen),
    Right("W30", "a loop over heads, cat", looped),
    Right("W31", "a loop that writes into zeros", buffered),
    Right("own", "columns cut, then turned", turned_first),
    Right("own", "narrow and stack", narrowed),
    Right("own", "all leading axes folded into one", folded_batch),
    Right(
        *("own", "the course's own layer", the_courses_own),
        _SEALED,
        "_split is what this task asks you to write",
    ),
)
MERGE = (
    Right("W25", "transpose, reshape", transposed),
    Right("W23", "transpose, contiguous, view", contiguous),
    Right("W24", "permute, contiguous, view", axes_permuted),
    Right("W26", "movedim, flatten", flattened),
    Right("W27", "unbind and cat", unbound),
    Right("W28", "einops", joined_by_pattern),
    Right("W29", "einsum with blocks of the unit matrix", joined_by_einsum),
    Right("W30", "a loop over heads, cat", joined_in_a_loop),
    Right("W31", "a loop that writes into zeros", joined_into_zeros),
    Right("own", "token by token", token_by_token),
    Right("own", "stack, flatten", stacked),
    Right(
        *("own", "the course's own layer", hidden_in_a_layer),
        _SEALED,
        "_mix is what this task asks you to write",
    ),
)
