"""Right ways to leave heads out of a layer."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.inspection.parts import joined, split


def masked(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v).masked_fill(gone[:, None, None], 0)
    return joined(found) @ w[3] + b[3]


def weights_of_zero(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined((weights * ~gone[:, None, None]) @ v) @ w[3] + b[3]


def a_sum_over_heads(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    d_k = x.shape[-1] // len(gone)
    output = b[3].expand(x.shape)
    for h in range(len(gone)):
        if gone[h]:
            continue
        own = slice(h * d_k, (h + 1) * d_k)
        q, k, v = (x @ w[i][:, own] + b[i, own] for i in range(3))
        weights = (q @ k.mT / d_k**0.5).softmax(dim=-1)
        output = output + weights @ v @ w[3][own]
    return output


def rows_of_w_o(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    return joined(found) @ (w[3] * kept[:, None]) + b[3]


def values_of_zero(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    v = torch.where(gone[:, None, None], torch.zeros_like(v), v)
    weights = (q @ k.mT * q.shape[-1] ** -0.5).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def heads_that_stay(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).nonzero().flatten()
    q, k, v = (split(x @ w[i] + b[i], len(gone))[:, kept] for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    rows: Tensor = w[3].unflatten(0, (len(gone), -1))[kept].flatten(0, 1)
    found: Tensor = joined(weights @ v) @ rows + b[3]
    return found


def taken_off(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    lost = found * gone[:, None, None]
    return joined(found) @ w[3] + b[3] - joined(lost) @ w[3]


def hidden_keys(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    from transformer_lib.attention import scaled_dot_product_attention

    seq = x.shape[1]
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    seen = ~gone[:, None, None].expand(len(gone), seq, seq)
    found, _ = scaled_dot_product_attention(q, k, v, seen)
    return torch.nn.functional.linear(joined(found), w[3].mT, b[3])


def by_einsum(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    heads = len(gone)
    matrices, biases = w.unflatten(-1, (heads, -1)), b.unflatten(-1, (heads, -1))
    q, k, v = torch.einsum("bsm,imhd->ibshd", x, matrices[:3]) + biases[:3, None, None]
    scores = torch.einsum("bqhd,bkhd->bhqk", q, k) / q.shape[-1] ** 0.5
    found = torch.einsum("bhqk,bkhd->bqhd", scores.softmax(-1), v)
    found = found * (~gone)[:, None]
    return torch.einsum("bqhd,hdm->bqm", found, w[3].unflatten(0, (heads, -1))) + b[3]


def of_the_course(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    from transformer_lib.inspection.ablation import ablate
    from transformer_lib.multihead import MultiHeadAttention

    layer = MultiHeadAttention(x.shape[-1], len(gone))
    with torch.no_grad():
        for i, part in enumerate((layer.w_q, layer.w_k, layer.w_v, layer.w_o)):
            part.weight.copy_(w[i].T)
            part.bias.copy_(b[i])
    with ablate(layer, gone.nonzero().flatten().tolist()):
        found = layer(x)
    assert isinstance(found, Tensor)
    return found


RIGHT = (
    Right("own", "findings blanked before they are joined", masked),
    Right("own", "weights of zero", weights_of_zero),
    Right("own", "a sum over the heads that stay", a_sum_over_heads),
    Right("own", "rows of the last matrix blanked, in a copy", rows_of_w_o),
    Right("own", "values of zero, with their bias", values_of_zero),
    Right("own", "only heads that stay, and their rows", heads_that_stay),
    Right("own", "what they add, taken off", taken_off),
    Right("own", "the course's attention with all keys hidden", hidden_keys),
    Right("own", "sums over named axes", by_einsum),
    Right(
        "own",
        "the course's own",
        of_the_course,
        Verdict.SEALED,
        "ablate is what this task asks you to write",
    ),
)
