"""Layers that are right, with side effects."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def single(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x.float() if context is None else context.float()
    q = (x.float() @ w_q.float()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k.float()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v.float()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o.float()


def buffer_of_float32(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    output = torch.zeros(x.shape, dtype=torch.float32)
    output += found.transpose(1, 2).flatten(2) @ w_o
    return output


def double(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x.double() if context is None else context.double()
    q = (x.double() @ w_q.double()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k.double()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v.double()).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o.double()


def without_gradient(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    with torch.no_grad():
        read = x if context is None else context
        made = (x @ w_q, read @ w_k, read @ w_v)
        q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
        found, _ = scaled_dot_product_attention(q, k, v, mask)
        return found.transpose(1, 2).flatten(2) @ w_o


def weights_detached(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    _, weights = scaled_dot_product_attention(q, k, v, mask)
    found: Tensor = weights.detach() @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def modules_with_copies(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    made = []
    for tokens, w in ((x, w_q), (read, w_k), (read, w_v)):
        module = torch.nn.Linear(w.shape[0], w.shape[1], bias=False, dtype=w.dtype)
        module.weight.data = w.detach().T.clone()
        made.append(module(tokens).unflatten(-1, (n_heads, -1)).transpose(1, 2))
    q, k, v = made
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def findings_detached(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.detach().transpose(1, 2).flatten(2) @ w_o


def context_detached(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context.detach()
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def scaled_in_place(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    w_q /= math.sqrt(w_q.shape[1] // n_heads)
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q * math.sqrt(q.shape[-1]), k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def output_written_into_x(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return x.copy_(found.transpose(1, 2).flatten(2) @ w_o)


def mask_opened(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool)
    empty = ~mask.any(dim=-1, keepdim=True)
    mask |= empty
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.masked_fill(empty, 0.0).transpose(1, 2).flatten(2) @ w_o


def mask_squeezed_in_place(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask.squeeze_(1)[:, None]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def padding_turned_in_place(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None and mask.dim() == 4:
        scores = scores.masked_fill(mask.logical_not_(), -math.inf)
    elif mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def flattened_by_view(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x.view(-1, x.shape[2]) @ w_q).view(*x.shape[:2], n_heads, -1)
    k = (read.view(-1, x.shape[2]) @ w_k).view(*read.shape[:2], n_heads, -1)
    v = (read.view(-1, x.shape[2]) @ w_v).view(*read.shape[:2], n_heads, -1)
    q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _HEADS,
        (single, buffer_of_float32, double),
    ),
    Mistake(
        "inputs cut off from the gradient",
        "The numbers are right, but some of the inputs can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _HEADS,
        (
            *(without_gradient, weights_detached, modules_with_copies),
            *(findings_detached, context_detached),
        ),
    ),
    Mistake(
        "a view of tensors that lie otherwise in memory",
        "A transposed input raises an error.",
        "As long as a tensor lies in memory row by row, you are right. Which method "
        "does what view does, and copies where it must?",
        _HEADS,
        (flattened_by_view,),
    ),
    Mistake(
        "inputs that are changed",
        "The output is right, and the caller's tensors are other ones.",
        "Which of your operators writes into a tensor that was handed in?",
        _HEADS,
        (
            *(scaled_in_place, output_written_into_x, mask_opened),
            *(mask_squeezed_in_place, padding_turned_in_place),
        ),
    ),
)
