"""Right ways to lay out the heads of a layer with fused matrices."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def viewed(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, query, _ = x.shape
    q = (x @ w_q).view(batch, query, n_heads, -1).transpose(1, 2)
    k = (read @ w_k).view(batch, -1, n_heads, w_k.shape[1] // n_heads).transpose(1, 2)
    v = (read @ w_v).view(batch, -1, n_heads, w_v.shape[1] // n_heads).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).contiguous().view(batch, query, -1) @ w_o


def permuted(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (torch.matmul(y, w) for y, w in ((x, w_q), (read, w_k), (read, w_v)))
    q, k, v = (y.view(*y.shape[:2], n_heads, -1).permute(0, 2, 1, 3) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    joined = found.permute(0, 2, 1, 3).contiguous()
    return joined.view(*joined.shape[:2], -1) @ w_o


def reshaped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    context = x if context is None else context
    q = (x @ w_q).reshape(x.size(0), x.size(1), n_heads, -1).swapaxes(1, 2)
    k = (context @ w_k).reshape(*context.shape[:2], n_heads, -1).swapaxes(1, 2)
    v = (context @ w_v).reshape(*context.shape[:2], n_heads, -1).swapaxes(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.swapaxes(1, 2).reshape(x.size(0), x.size(1), w_o.size(0)) @ w_o


def unflattened(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    from transformer_lib.attention import fused_attention

    read = context if context is not None else x
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    return fused_attention(q, k, v, mask).transpose(1, 2).flatten(2) @ w_o


def chunked(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (torch.stack(y.chunk(n_heads, dim=-1), dim=1) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(found.unbind(dim=1), dim=-1) @ w_o


def cut(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_k.shape[1] // n_heads, w_v.shape[1] // n_heads
    q = torch.stack((x @ w_q).split(d_k, dim=-1), dim=1)
    k = torch.stack((read @ w_k).split(d_k, dim=-1), dim=1)
    v = torch.stack((read @ w_v).split(d_v, dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(list(found.unbind(1)), dim=2) @ w_o


def rearranged(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    from einops import rearrange

    read = x if context is None else context
    q = rearrange(x @ w_q, "b t (h d) -> b h t d", h=n_heads)
    k = rearrange(read @ w_k, "b t (h d) -> b h t d", h=n_heads)
    v = rearrange(read @ w_v, "b t (h d) -> b h t d", h=n_heads)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return rearrange(found, "b h t d -> b t (h d)") @ w_o


def einsum(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_model = x.shape[-1]
    q = torch.einsum("bqm,mhd->bhqd", x, w_q.view(d_model, n_heads, -1))
    k = torch.einsum("bkm,mhd->bhkd", read, w_k.view(d_model, n_heads, -1))
    v = torch.einsum("bkm,mhd->bhkd", read, w_v.view(d_model, n_heads, -1))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.einsum("bhqd,hdm->bqm", found, w_o.view(n_heads, -1, d_model))


def heads_in_front(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q, k, v = (
        torch.stack((y @ w).chunk(n_heads, dim=-1))
        for y, w in ((x, w_q), (read, w_k), (read, w_v))
    )
    turned = mask.transpose(0, 1) if mask is not None and mask.dim() == 4 else mask
    found, _ = scaled_dot_product_attention(q, k, v, turned)
    return found.permute(1, 2, 0, 3).flatten(2) @ w_o


def matrices_with_heads(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q, k, v = (
        y[:, None] @ w.unflatten(1, (n_heads, -1)).transpose(0, 1)
        for y, w in ((x, w_q), (read, w_k), (read, w_v))
    )
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.mT.flatten(1, 2).mT @ w_o


RIGHT = (
    Right("W23", "view, transpose", viewed),
    Right("W24", "permute, contiguous, view", permuted),
    Right("W25", "reshape", reshaped),
    Right("W26", "unflatten, flatten", unflattened),
    Right("W27", "chunk and stack, unbind and cat", chunked),
    Right("W27", "split and stack", cut),
    Right("W28", "einops", rearranged),
    Right("W29", "einsum with matrices viewed as (d_model, heads, d_k)", einsum),
    Right("own", "heads in front, mask turned", heads_in_front),
    Right("own", "matrices with an axis for heads", matrices_with_heads),
)
