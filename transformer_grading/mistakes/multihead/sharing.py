"""Layers with groups that are right, with side effects."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def single(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q.float(), k.float(), v.float(), mask)
    return found.transpose(1, 2).flatten(2) @ w_o.float()


def buffer_of_float32(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    owners = [h * n_groups // n_heads for h in range(n_heads)]
    q = (x @ w_q).chunk(n_heads, dim=-1)
    k, v = (x @ w_k).chunk(n_groups, dim=-1), (x @ w_v).chunk(n_groups, dim=-1)
    own = mask[:, 0] if mask is not None and mask.dim() == 4 else mask
    output = torch.zeros(x.shape, dtype=torch.float32)
    for h, g in enumerate(owners):
        found, _ = scaled_dot_product_attention(q[h], k[g], v[g], own)
        output += found @ w_o.chunk(n_heads)[h]
    return output


def shared_keys_detached(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.detach().repeat_interleave(size, 1), v.detach().repeat_interleave(size, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def without_gradient(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    with torch.no_grad():
        q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
        k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
        v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
        size = n_heads // n_groups
        k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
        found, _ = scaled_dot_product_attention(q, k, v, mask)
        return found.transpose(1, 2).flatten(2) @ w_o


def tokens_doubled_in_place(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    x *= 2
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q / 2, k / 2, v / 2, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def output_written_into_x(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return x.copy_(found.transpose(1, 2).flatten(2) @ w_o)


def mask_opened(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    if mask is not None:
        mask.fill_(True)
    return found.transpose(1, 2).flatten(2) @ w_o


def mask_lengthened_in_place(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    while mask is not None and mask.dim() < 4:
        mask = mask.unsqueeze_(0)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 by itself, and whose dtype should it "
        "take over?",
        _HEADS,
        (single, buffer_of_float32),
    ),
    Mistake(
        "matrices cut off from the gradient",
        "The numbers are right, but some matrices can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _HEADS,
        (shared_keys_detached, without_gradient),
    ),
    Mistake(
        "inputs that are changed",
        "The output is right, and the caller's tensors are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _HEADS,
        (
            *(tokens_doubled_in_place, output_written_into_x),
            *(mask_opened, mask_lengthened_in_place),
        ),
    ),
)
