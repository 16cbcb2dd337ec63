"""Layers whose heads get the wrong features, or are joined in the wrong order."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def split_straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, query, key = len(x), x.shape[1], read.shape[1]
    q = (x @ w_q).view(batch, n_heads, query, -1)
    k = (read @ w_k).view(batch, n_heads, key, -1)
    v = (read @ w_v).view(batch, n_heads, key, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(batch, query, -1) @ w_o


def queries_split_straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).reshape(len(x), n_heads, x.shape[1], -1)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def keys_split_straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, key = read.shape[:2]
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).view(batch, n_heads, key, -1)
    v = (read @ w_v).view(batch, n_heads, key, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def joined_straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = torch.stack((x @ w_q).chunk(n_heads, dim=-1), dim=1)
    k = torch.stack((read @ w_k).chunk(n_heads, dim=-1), dim=1)
    v = torch.stack((read @ w_v).chunk(n_heads, dim=-1), dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    batch, heads, query, d_v = found.shape
    return found.reshape(batch, query, heads * d_v) @ w_o


def joined_straight_in_memory(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    if context is None:
        context = x
    q = (x @ w_q).view(len(x), -1, n_heads, w_q.shape[1] // n_heads)
    k = (context @ w_k).view(len(x), -1, n_heads, w_k.shape[1] // n_heads)
    v = (context @ w_v).view(len(x), -1, n_heads, w_v.shape[1] // n_heads)
    q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
    output, _ = scaled_dot_product_attention(q, k, v, mask)
    return output.contiguous().view(len(x), x.shape[1], -1) @ w_o


def both_straight(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    batch, query, key = len(x), x.shape[1], read.shape[1]
    q = (x @ w_q).view(batch, n_heads, query, -1)
    k = (read @ w_k).view(batch, n_heads, key, -1)
    v = (read @ w_v).view(batch, n_heads, key, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.reshape(batch, query, -1) @ w_o


def both_straight_reshaped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = context if context is not None else x
    shapes = [(len(y), n_heads, y.shape[1], -1) for y in (x, read, read)]
    made = (x @ w_q, read @ w_k, read @ w_v)
    q, k, v = (y.reshape(shape) for y, shape in zip(made, shapes, strict=True))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.contiguous().view(*x.shape[:2], w_o.shape[0]) @ w_o


def dealt_in_turn(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (-1, n_heads)).movedim(-1, 1)
    k = (read @ w_k).unflatten(-1, (-1, n_heads)).movedim(-1, 1)
    v = (read @ w_v).unflatten(-1, (-1, n_heads)).movedim(-1, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def dealt_and_joined_in_turn(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = torch.stack([(x @ w_q)[..., h::n_heads] for h in range(n_heads)], dim=1)
    k = torch.stack([(read @ w_k)[..., h::n_heads] for h in range(n_heads)], dim=1)
    v = torch.stack([(read @ w_v)[..., h::n_heads] for h in range(n_heads)], dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.permute(0, 2, 3, 1).flatten(2) @ w_o


def joined_in_turn(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.permute(0, 2, 3, 1).flatten(2) @ w_o


def heads_first_joined_as_second(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = torch.stack((x @ w_q).chunk(n_heads, dim=-1))
    k = torch.stack((read @ w_k).chunk(n_heads, dim=-1))
    v = torch.stack((read @ w_v).chunk(n_heads, dim=-1))
    turned = mask.transpose(0, 1) if mask is not None and mask.dim() > 2 else mask
    found, _ = scaled_dot_product_attention(q, k, v, turned)
    return found.transpose(1, 2).flatten(2) @ w_o


def heads_first_reshaped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).permute(2, 0, 1, 3)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).permute(2, 0, 1, 3)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).permute(2, 0, 1, 3)
    turned = mask.transpose(0, 1) if mask is not None and mask.dim() > 2 else mask
    found, _ = scaled_dot_product_attention(q, k, v, turned)
    return found.transpose(1, 2).reshape(*x.shape[:2], -1) @ w_o


def heads_behind_the_tokens(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1))
    k = (read @ w_k).unflatten(-1, (n_heads, -1))
    v = (read @ w_v).unflatten(-1, (n_heads, -1))
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.flatten(2) @ w_o


def heads_behind_by_hand(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1))
    k = (read @ w_k).unflatten(-1, (n_heads, -1))
    v = (read @ w_v).unflatten(-1, (n_heads, -1))
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    found: Tensor = scores.softmax(dim=-1) @ v
    return found.flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "a view straight to the heads",
        "A head attends to pieces of a few tokens, as if they were tokens.",
        "One head alone is right. Fill each token with its own number and split: which "
        "tokens does head 0 see?",
        _HEADS,
        (split_straight, queries_split_straight, keys_split_straight),
        ("M01",),
    ),
    Mistake(
        "heads joined in memory order",
        "A row that meets the last matrix holds several tokens of one head.",
        "What the heads found is right, and so is the shape. What has to happen before "
        "the findings about one token lie side by side?",
        _HEADS,
        (joined_straight, joined_straight_in_memory),
        ("M02",),
        "If the shape is right after the heads are joined, so are the rows.",
        "A shape says nothing about which number stands where.",
    ),
    Mistake(
        "heads split and joined in memory order",
        "Tokens are mixed up on the way in, and otherwise on the way out.",
        "Your two steps undo each other, and still the heads in between see the wrong "
        "thing. What should head 0 see of each token?",
        _HEADS,
        (both_straight, both_straight_reshaped),
        ("M03",),
        "If joining undoes splitting, both are right.",
        "Any way there has a way back; attention happens in between.",
    ),
    Mistake(
        "features dealt out in turn",
        "A head owns every so-many-th column of a matrix, not a block of columns.",
        "One head alone is right. Which columns of w_q belong to head 0: the first "
        "ones, or one here and one there?",
        _HEADS,
        (dealt_in_turn, dealt_and_joined_in_turn),
    ),
    Mistake(
        "heads left behind the tokens",
        "In every token the heads look at each other.",
        "Your features are cut rightly. Attention matches the last two axes, tokens "
        "with features: which two stand there in your code?",
        _HEADS,
        (heads_behind_the_tokens, heads_behind_by_hand),
        beside=("mask", "hidden tokens", "empty row", "gradient"),
    ),
    Mistake(
        "features before heads",
        "What the heads found is interleaved, feature by feature.",
        "What the heads found is right. Which rows of w_o belong to head 0?",
        _HEADS,
        (joined_in_turn,),
    ),
    Mistake(
        "heads and sequences in each other's place",
        "The first axis holds the heads, and is taken for the batch.",
        "Your heads find the right things. Which axis of your tensor holds them when "
        "you join: the first or the second?",
        _HEADS,
        (heads_first_joined_as_second, heads_first_reshaped),
        ("M04",),
    ),
)
