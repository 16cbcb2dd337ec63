"""Right ways to go through the heads of a layer with fused matrices."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def looped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for h in range(n_heads):
        q = x @ w_q[:, h * d_k : (h + 1) * d_k]
        k = read @ w_k[:, h * d_k : (h + 1) * d_k]
        v = read @ w_v[:, h * d_v : (h + 1) * d_v]
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def buffered(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    own = mask.squeeze(1) if mask is not None and mask.dim() == 4 else mask
    d_v = w_v.shape[1] // n_heads
    joined = torch.zeros(*x.shape[:2], n_heads * d_v)
    for h in range(n_heads):
        q, k, v = (
            y @ w.chunk(n_heads, dim=1)[h]
            for y, w in ((x, w_q), (read, w_k), (read, w_v))
        )
        found, _ = scaled_dot_product_attention(q, k, v, own)
        joined[..., h * d_v : (h + 1) * d_v] = found
    return joined @ w_o


def summed(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    output = torch.zeros_like(x)
    blocks = zip(
        *(w.chunk(n_heads, dim=1) for w in (w_q, w_k, w_v)),
        w_o.chunk(n_heads),
        strict=True,
    )
    for m_q, m_k, m_v, m_o in blocks:
        found, _ = scaled_dot_product_attention(x @ m_q, read @ m_k, read @ m_v, own)
        output = output + found @ m_o
    return output


def folded(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (torch.stack(y.chunk(n_heads, -1), 1).flatten(0, 1) for y in made)
    if mask is not None and mask.dim() == 4:
        mask = mask[:, 0].repeat_interleave(n_heads, dim=0)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    heads = found.view(len(x), n_heads, *found.shape[1:])
    return heads.transpose(1, 2).flatten(2) @ w_o


def folded_in_front(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (torch.cat(y.chunk(n_heads, dim=-1), dim=0) for y in made)
    if mask is not None and mask.dim() == 4:
        mask = mask[:, 0].repeat(n_heads, 1, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return torch.cat(found.chunk(n_heads), dim=-1) @ w_o


def joint(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    both = read @ torch.cat([w_k, w_v], dim=1)
    k, v = both.split([w_k.shape[1], w_v.shape[1]], dim=-1)
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in (x @ w_q, k, v))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def linear(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    import torch.nn.functional as F

    read = x if context is None else context
    made = (F.linear(x, w_q.T), F.linear(read, w_k.T), F.linear(read, w_v.T))
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return F.linear(found.transpose(1, 2).flatten(2), w_o.T)


def written_out(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def ready_kernel(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def mixed_before(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = torch.stack((x @ w_q).chunk(n_heads, dim=-1), dim=1)
    k = torch.stack((read @ w_k).chunk(n_heads, dim=-1), dim=1)
    pairs = zip(w_v.chunk(n_heads, 1), w_o.chunk(n_heads), strict=True)
    v = torch.stack([read @ (m_v @ m_o) for m_v, m_o in pairs], dim=1)
    return scaled_dot_product_attention(q, k, v, mask)[0].sum(dim=1)


def ready_made(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    import torch.nn.functional as F

    read = x if context is None else context
    q, k = x.transpose(0, 1), read.transpose(0, 1)
    packed = torch.cat([w_q, w_k, w_v], dim=1).T
    output, _ = F.multi_head_attention_forward(
        q, k, k, x.shape[-1], n_heads, packed, None, None, None, False, 0.0, w_o.T, None
    )
    return output.transpose(0, 1)


def modules(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    parts = []
    for h in range(n_heads):
        made = []
        for y, w in ((x, w_q), (read, w_k), (read, w_v)):
            block = w.chunk(n_heads, dim=1)[h]
            module = torch.nn.Linear(len(block), block.shape[1], bias=False)
            module.weight.data = block.T.detach().clone()
            made.append(module(y))
        q, k, v = made
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


def renormalised(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
    weights = (q @ k.mT * k.shape[-1] ** -0.5).softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(dim=-1, keepdim=True).clamp(min=1e-12)
    found: Tensor = weights @ v
    return found.transpose(1, 2).flatten(2) @ w_o


RIGHT = (
    Right("W30", "a loop over heads, cat", looped),
    Right("W31", "a loop that writes into zeros", buffered),
    Right("W32", "a sum over the blocks of w_o", summed),
    Right("W33", "heads folded into the batch, mask repeat_interleave", folded),
    Right("W33", "the batch folded into the heads, mask repeat", folded_in_front),
    Right("W34", "keys and values from one product", joint),
    Right("W35", "F.linear with the transposed matrix", linear),
    Right("W10", "attention written out, -1e9 and zeros", written_out),
    Right("W21", "F.scaled_dot_product_attention", ready_kernel),
    Right("own", "w_v and w_o of a head multiplied first", mixed_before),
    Right(
        *("W36", "F.multi_head_attention_forward", ready_made),
        Verdict.SEALED,
        "multi_head_attention_forward is what this task asks you to write",
    ),
    Right(
        *("W37", "one nn.Linear for each head", modules),
        Verdict.CONVENTION,
        "Gradients flow back to the inputs.",
    ),
    Right(
        *("W16", "a mask after the softmax, divided again", renormalised),
        Verdict.CONVENTION,
        "A token that may be seen counts, however low its score is.",
    ),
)
