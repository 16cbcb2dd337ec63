"""Right ways to let heads share keys and values in groups."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def interleaved(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = (y.repeat_interleave(size, dim=1) for y in (k, v))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def expanded(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k = k[:, :, None].expand(-1, -1, size, -1, -1).flatten(1, 2)
    v = v[:, :, None].expand(-1, -1, size, -1, -1).flatten(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def matrices_widened(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    size = n_heads // n_groups
    wide_k, wide_v = (
        w.unflatten(1, (n_groups, -1)).repeat_interleave(size, dim=1).flatten(1)
        for w in (w_k, w_v)
    )
    made = (x @ w_q, x @ wide_k, x @ wide_v)
    q, k, v = (torch.stack(y.chunk(n_heads, dim=-1), dim=1) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def groups_as_an_axis(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    q = q.unflatten(1, (n_groups, -1))
    k, v = (y.unsqueeze(2).expand(-1, -1, q.shape[2], -1, -1) for y in (k, v))
    wide = mask[:, :, None] if mask is not None and mask.dim() == 4 else mask
    found, _ = scaled_dot_product_attention(q, k, v, wide)
    return found.flatten(1, 2).transpose(1, 2).flatten(2) @ w_o


def looped(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    queries = (x @ w_q).chunk(n_heads, dim=-1)
    keys, values = (x @ w_k).chunk(n_groups, dim=-1), (x @ w_v).chunk(n_groups, -1)
    size, parts = n_heads // n_groups, []
    for h, q in enumerate(queries):
        k, v = keys[h // size], values[h // size]
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def group_by_group(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    found = []
    for g, asked in enumerate(q.split(size, dim=1)):
        k_g, v_g = (y[:, g : g + 1].expand(-1, size, -1, -1) for y in (k, v))
        found.append(scaled_dot_product_attention(asked, k_g, v_g, mask)[0])
    return torch.cat(found, dim=1).transpose(1, 2).flatten(2) @ w_o


def kernel_for_groups(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    found = torch.nn.functional.scaled_dot_product_attention(
        q, k, v, attn_mask=mask, enable_gqa=True
    )
    return found.transpose(1, 2).flatten(2) @ w_o


def summed(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    size, output = n_heads // n_groups, torch.zeros_like(x)
    for h in range(n_heads):
        q = x @ w_q.chunk(n_heads, dim=1)[h]
        k, v = (x @ w.chunk(n_groups, dim=1)[h // size] for w in (w_k, w_v))
        found, _ = scaled_dot_product_attention(q, k, v, own)
        output = output + found @ w_o.chunk(n_heads)[h]
    return output


def rearranged(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    from einops import rearrange, repeat

    size = n_heads // n_groups
    q = rearrange(x @ w_q, "b t (h d) -> b h t d", h=n_heads)
    k, v = (
        repeat(x @ w, "b t (g d) -> b (g s) t d", g=n_groups, s=size)
        for w in (w_k, w_v)
    )
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return rearrange(found, "b h t d -> b t (h d)") @ w_o


def einsum(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_groups, n_heads // n_groups, -1))
    k = (x @ w_k).unflatten(-1, (n_groups, -1))
    v = (x @ w_v).unflatten(-1, (n_groups, -1))
    scores = torch.einsum("bqgsd,bkgd->bgsqk", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        shown = mask[:, :, None] if mask.dim() == 4 else mask
        scores = scores.masked_fill(~shown, -torch.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return torch.einsum("bgsqk,bkgd->bqgsd", weights, v).flatten(2) @ w_o


RIGHT = (
    Right("own", "repeat_interleave", interleaved),
    Right("W26", "expand, flatten", expanded),
    Right("W27", "matrices widened before the product", matrices_widened),
    Right("own", "groups as an axis of their own", groups_as_an_axis),
    Right("W30", "a loop over heads, cat", looped),
    Right("own", "group by group", group_by_group),
    Right("W21", "the kernel's own flag for groups", kernel_for_groups),
    Right("W32", "a sum over the blocks of w_o", summed),
    Right("W28", "einops", rearranged),
    Right("W17", "einsum", einsum),
)
