"""Layers whose scores are scaled or normalised wrongly."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def root_of_heads(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(n_heads)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def root_of_d_model(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(x.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def root_of_all_heads(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(w_q.shape[1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def unscaled(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def root_of_d_v(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(v.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def root_of_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def not_rooted(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def scaled_twice(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    q = q / math.sqrt(q.shape[-1])
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def over_heads(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def over_queries(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-2).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def over_queries_mean(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    found: Tensor = scores.softmax(dim=2) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def over_queries_nan(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=2) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "scores divided by the root of the number of heads",
        "The scale forgets how long a key is.",
        "Your scores are scaled, but not by what makes them large. How many products "
        "does one score of one head add up?",
        _HEADS,
        (root_of_heads,),
        ("A05",),
        beside=("empty row",),
    ),
    Mistake(
        "scores divided by the root of the whole width",
        "The weights of each head are too flat.",
        "With one head you may be right. How many products does one score of one head "
        "add up, and which number do you take the root of?",
        _HEADS,
        (root_of_d_model, root_of_all_heads),
        beside=("empty row",),
    ),
    Mistake(
        "scores that are not scaled",
        "Weights are sharper than they should be, and more so as d_k grows.",
        "Your weights are a softmax of something. How large is a typical sum of d_k "
        "products, and what brings it back to the size of one?",
        _HEADS,
        (unscaled,),
        ("A01",),
        beside=("empty row",),
    ),
    Mistake(
        "scores divided by a root that is not √d_k",
        "All is well as long as another number happens to equal d_k.",
        "Your scores are scaled. Which number do you take the root of: how many keys "
        "there are, how wide a value is, or how many products a score adds up?",
        _HEADS,
        (root_of_d_v, root_of_keys),
        beside=("empty row",),
    ),
    Mistake(
        "scores scaled once too often",
        "The weights of each head are too flat, by one more root or two.",
        "Your scores are divided by the right number, and then by more. What does the "
        "attention you call divide by on its own?",
        _HEADS,
        (scaled_twice, not_rooted),
        beside=("empty row",),
    ),
    Mistake(
        "a softmax over the heads",
        "For each query and key the heads add up to 1.",
        "One head alone shows it best: what is the softmax of a single number? Who has "
        "a whole 1 to share out, a query among keys or the heads among themselves?",
        _HEADS,
        (over_heads,),
        beside=("empty row", "mask", "hidden tokens"),
    ),
    Mistake(
        "a softmax over the queries",
        "Columns add up to 1, rows do not: queries compete for a key.",
        "Your scores are right. Who has a whole 1 to share out: a key among queries, "
        "or a query among keys?",
        _HEADS,
        (over_queries, over_queries_mean, over_queries_nan),
        ("A06",),
        beside=("empty row",),
    ),
)
