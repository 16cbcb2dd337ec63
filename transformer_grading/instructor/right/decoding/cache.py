"""Right ways to read on with kept keys and values."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Tensor, Tensor, Tensor]


def joined(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    q, k, v = x @ w[0], x @ w[1], x @ w[2]
    keys, values = torch.cat([keys, k], dim=-2), torch.cat([values, v], dim=-2)
    seen = torch.ones(new, old + new, dtype=torch.bool).tril(old)
    scores = (q @ keys.mT / w.shape[-1] ** 0.5).masked_fill(~seen, -1e9)
    return scores.softmax(dim=-1) @ values, keys, values


def buffers(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    *lead, new, _ = x.shape
    old = keys.shape[-2]
    x = x + positions.narrow(0, old, new)
    all_keys = x.new_zeros(*lead, old + new, w.shape[-1])
    all_values = torch.zeros_like(all_keys)
    all_keys[..., :old, :], all_keys[..., old:, :] = keys, x @ w[1]
    all_values[..., :old, :], all_values[..., old:, :] = values, x @ w[2]
    scores = (x @ w[0]) @ all_keys.transpose(-2, -1) / math.sqrt(w.shape[-1])
    query, key = torch.arange(old, old + new)[:, None], torch.arange(old + new)
    scores = scores.where(key <= query, torch.tensor(-torch.inf, dtype=scores.dtype))
    return torch.softmax(scores, -1) @ all_values, all_keys, all_values


def token_by_token(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    outputs = []
    for token in x.split(1, dim=-2):
        token = token + positions[keys.shape[-2]]
        keys = torch.cat([keys, token @ w[1]], dim=-2)
        values = torch.cat([values, token @ w[2]], dim=-2)
        scores = (token @ w[0]) @ keys.mT / math.sqrt(w.shape[-1])
        outputs.append(scores.softmax(dim=-1) @ values)
    return torch.cat(outputs, dim=-2), keys, values


def ready_made(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    old, new = keys.shape[-2], x.shape[-2]
    q, k, v = torch.unbind((x + positions[old:][:new]).unsqueeze(-3) @ w, dim=-3)
    keys, values = torch.cat((keys, k), -2), torch.cat((values, v), -2)
    seen = torch.ones(new, old + new, dtype=torch.bool).tril(diagonal=old)
    attend = torch.nn.functional.scaled_dot_product_attention
    return attend(q, keys, values, attn_mask=seen), keys, values


def of_the_course(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    from transformer_lib.attention import scaled_dot_product_attention
    from transformer_lib.masking.masks import causal_mask

    old, new = keys.shape[-2], x.shape[-2]
    x = x + positions[old : old + new]
    keys = torch.cat([keys, x @ w[1]], dim=-2)
    values = torch.cat([values, x @ w[2]], dim=-2)
    mask = causal_mask(new, old + new)
    return scaled_dot_product_attention(x @ w[0], keys, values, mask)[0], keys, values


def summed(
    x: Tensor, keys: Tensor, values: Tensor, w: Tensor, positions: Tensor
) -> Three:
    old = keys.size(-2)
    place = old + torch.arange(x.size(-2))
    x = x + positions[place]
    q, k, v = torch.einsum("...qm,pmk->p...qk", x, w)
    keys, values = torch.cat([keys, k], dim=-2), torch.cat([values, v], dim=-2)
    scores = torch.einsum("...qk,...sk->...qs", q / math.sqrt(q.size(-1)), keys)
    later = torch.arange(keys.size(-2)) > place[:, None]
    weights = torch.softmax(
        scores + scores.new_zeros(()).masked_fill(later, -math.inf), -1
    )
    return torch.einsum("...qs,...sv->...qv", weights, values), keys, values


RIGHT = (
    Right("W72", "new entries joined to the old ones", joined),
    Right("W72", "a buffer for all, filled in two parts", buffers),
    Right("own", "token by token, without a mask", token_by_token),
    Right("own", "PyTorch's own attention, with a mask", ready_made),
    Right("own", "the course's attention and mask", of_the_course),
    Right("own", "sums over named axes", summed),
)
