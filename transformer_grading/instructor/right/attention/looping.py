"""Right ways to go through the heads of a layer."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def looped(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads = w_q.shape[0]
    full = (x.shape[0], heads, x.shape[1], context.shape[1])
    parts = []
    for h in range(heads):
        own = None if mask is None else mask.expand(full)[:, h]
        found, _ = scaled_dot_product_attention(
            x @ w_q[h], context @ w_k[h], context @ w_v[h], own
        )
        parts.append(found)
    return torch.cat(parts, dim=-1) @ w_o


def buffered(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads = w_q.shape[0]
    full = (x.shape[0], heads, x.shape[1], context.shape[1])
    d_v = w_v.shape[-1]
    joined = torch.zeros(*x.shape[:2], heads * d_v)
    for h in range(heads):
        own = None if mask is None else mask.expand(full)[:, h]
        found, _ = scaled_dot_product_attention(
            x @ w_q[h], context @ w_k[h], context @ w_v[h], own
        )
        joined[..., h * d_v : (h + 1) * d_v] = found
    return joined @ w_o


def summed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads = w_q.shape[0]
    full = (x.shape[0], heads, x.shape[1], context.shape[1])
    blocks: list[Tensor] = w_o.split(w_v.shape[-1])
    output = torch.zeros_like(x[..., :1])
    for h in range(heads):
        own = None if mask is None else mask.expand(full)[:, h]
        found, _ = scaled_dot_product_attention(
            x @ w_q[h], context @ w_k[h], context @ w_v[h], own
        )
        output = output + found @ blocks[h]
    return output


def folded(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    batch, heads = x.shape[0], w_q.shape[0]
    q = (x.unsqueeze(1) @ w_q).flatten(0, 1)
    k = (context.unsqueeze(1) @ w_k).flatten(0, 1)
    v = (context.unsqueeze(1) @ w_v).flatten(0, 1)
    if mask is not None:
        full = mask.expand(batch, heads, q.shape[1], k.shape[1])
        mask = full.reshape(batch * heads, q.shape[1], k.shape[1])
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    found = found.view(batch, heads, *found.shape[1:])
    return found.transpose(1, 2).flatten(2) @ w_o


def joint(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    both = context.unsqueeze(1) @ torch.cat([w_k, w_v], dim=-1)
    k, v = both.split([w_k.shape[-1], w_v.shape[-1]], dim=-1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def linear(
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
    joined = found.transpose(1, 2).flatten(2)
    return torch.nn.functional.linear(joined, w_o.T)


def written_out(
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
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return (weights @ v).transpose(1, 2).flatten(2) @ w_o


def fused(
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
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def ready_made(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    layer = torch.nn.MultiheadAttention(
        x.shape[-1], w_q.shape[0], bias=False, batch_first=True
    )
    output: Tensor = layer(x, context, context)[0]
    return output


def modules(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    heads = w_q.shape[0]
    full = (x.shape[0], heads, x.shape[1], context.shape[1])
    parts = []
    for h in range(heads):
        made = []
        for given in (w_q[h], w_k[h], w_v[h]):
            module = torch.nn.Linear(given.shape[0], given.shape[1], bias=False)
            module.weight.data = given.T.detach().clone()
            made.append(module)
        own = None if mask is None else mask.expand(full)[:, h]
        q, k, v = made[0](x), made[1](context), made[2](context)
        parts.append(scaled_dot_product_attention(q, k, v, own)[0])
    return torch.cat(parts, dim=-1) @ w_o


RIGHT = (
    Right("W30", "a loop over heads, cat", looped),
    Right("W31", "a loop that writes into zeros", buffered),
    Right("W32", "a sum over the blocks of w_o", summed),
    Right("W33", "heads folded into the batch", folded),
    Right("W34", "keys and values from one product", joint),
    Right("W35", "F.linear with the transposed matrix", linear),
    Right("own", "attention written out", written_out),
    Right("W21", "F.scaled_dot_product_attention", fused),
    Right(
        "W36",
        "F.multi_head_attention_forward",
        ready_made,
        Verdict.SEALED,
        "multi_head_attention_forward is what this task asks you to write",
    ),
    Right(
        "W37",
        "one nn.Linear for each head",
        modules,
        Verdict.CONVENTION,
        "Gradients flow back to the inputs, from everything a function returns.",
    ),
)
