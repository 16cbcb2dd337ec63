"""Right ways to lay out the heads of a layer."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def viewed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, d_k = w_q.shape
    wide_q, wide_k, wide_v = (
        w.permute(1, 0, 2).reshape(d_model, -1) for w in (w_q, w_k, w_v)
    )
    batch, query, _ = x.shape
    key = context.shape[1]
    q = (x @ wide_q).view(batch, query, heads, d_k).transpose(1, 2)
    k = (context @ wide_k).view(batch, key, heads, d_k).transpose(1, 2)
    v = (context @ wide_v).view(batch, key, heads, -1).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(batch, query, -1) @ w_o


def permuted(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    joined = found.permute(0, 2, 1, 3).contiguous()
    return joined.view(*joined.shape[:2], -1) @ w_o


def reshaped(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    batch, heads, query, d_v = found.shape
    return found.swapaxes(1, 2).reshape(batch, query, heads * d_v) @ w_o


def unflattened(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, d_k = w_q.shape
    wide_q, wide_k, wide_v = (
        w.permute(1, 0, 2).reshape(d_model, -1) for w in (w_q, w_k, w_v)
    )
    q = (x @ wide_q).unflatten(-1, (heads, d_k)).transpose(1, 2)
    k = (context @ wide_k).unflatten(-1, (heads, d_k)).transpose(1, 2)
    v = (context @ wide_v).unflatten(-1, (heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def chunked(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, d_k = w_q.shape
    wide_q, wide_k, wide_v = (
        w.permute(1, 0, 2).reshape(d_model, -1) for w in (w_q, w_k, w_v)
    )
    q = torch.stack((x @ wide_q).chunk(heads, dim=-1), dim=1)
    k = torch.stack((context @ wide_k).chunk(heads, dim=-1), dim=1)
    v = torch.stack((context @ wide_v).chunk(heads, dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(found.unbind(dim=1), dim=-1) @ w_o


def split(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads, d_model, d_k = w_q.shape
    wide_q, wide_k, wide_v = (
        w.permute(1, 0, 2).reshape(d_model, -1) for w in (w_q, w_k, w_v)
    )
    q = torch.stack((x @ wide_q).split(d_k, dim=-1), dim=1)
    k = torch.stack((context @ wide_k).split(d_k, dim=-1), dim=1)
    v = torch.stack((context @ wide_v).split(w_v.shape[-1], dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(list(found.unbind(dim=1)), dim=-1) @ w_o


def rearranged(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    from einops import rearrange

    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return rearrange(found, "b h q d -> b q (h d)") @ w_o


def einsum(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = torch.einsum("bqm,hmd->bhqd", x, w_q)
    k = torch.einsum("bkm,hmd->bhkd", context, w_k)
    v = torch.einsum("bkm,hmd->bhkd", context, w_v)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    mixing = w_o.view(w_v.shape[0], w_v.shape[2], -1)
    return torch.einsum("bhqd,hdm->bqm", found, mixing)


RIGHT = (
    Right("W23", "view, transpose", viewed),
    Right("W24", "permute, contiguous, view", permuted),
    Right("W25", "reshape", reshaped),
    Right("W26", "unflatten, flatten", unflattened),
    Right("W27", "chunk and stack", chunked),
    Right("W27", "split and stack", split),
    Right("W28", "einops", rearranged),
    Right("W29", "einsum", einsum),
)
