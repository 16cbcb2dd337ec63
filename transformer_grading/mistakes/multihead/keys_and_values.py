"""Layers with groups in which something is cut, shared or scaled wrongly."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def cut_for_every_head(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def cut_by_view(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    batch, seq, _ = x.shape
    q = (x @ w_q).view(batch, seq, n_heads, -1).transpose(1, 2)
    k = (x @ w_k).view(batch, seq, n_heads, -1).transpose(1, 2)
    v = (x @ w_v).view(batch, seq, n_heads, -1).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def queries_cut_by_groups(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def queries_averaged(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    q = q.unflatten(1, (n_groups, size)).mean(dim=2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    found = found.repeat_interleave(size, dim=1)
    return found.transpose(1, 2).flatten(2) @ w_o


def one_query_for_a_group(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    found, _ = scaled_dot_product_attention(q[:, ::size], k, v, mask)
    found = found.repeat_interleave(size, dim=1)
    return found.transpose(1, 2).flatten(2) @ w_o


def joined_in_memory_order(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.reshape(*x.shape[:2], -1) @ w_o


def unscaled(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    scores = q @ k.mT
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    found: Tensor = scores.softmax(dim=-1).nan_to_num(0.0) @ v
    return found.transpose(1, 2).flatten(2) @ w_o


def values_from_w_k(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    k = k.repeat_interleave(n_heads // n_groups, dim=1)
    found, _ = scaled_dot_product_attention(q, k, k, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def no_output_matrix(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2)


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "keys and values cut for every head",
        "The few keys are cut into as many pieces as there are heads.",
        "With as many groups as heads you are right. How many blocks of columns has "
        "w_k, and how wide is each?",
        _HEADS,
        (cut_for_every_head, cut_by_view),
    ),
    Mistake(
        "queries cut into groups",
        "The queries of a group are taken for one long query.",
        "With as many groups as heads you are right. Which of q, k and v are shared "
        "in a group, and which are not?",
        _HEADS,
        (queries_cut_by_groups,),
    ),
    Mistake(
        "one query for a group",
        "All heads of a group ask the same.",
        "With as many groups as heads you are right. Which of q, k and v does each "
        "head still have for itself?",
        _HEADS,
        (queries_averaged, one_query_for_a_group),
        (),
        "Heads of one group are one head.",
        "They share keys and values; each asks its own question.",
    ),
    Mistake(
        "heads joined in memory order",
        "A row that meets the last matrix holds several tokens of one head.",
        "What the heads found is right, and so is the shape. What has to happen before "
        "the findings about one token lie side by side?",
        _HEADS,
        (joined_in_memory_order,),
        ("M02",),
    ),
    Mistake(
        "scores that are not scaled",
        "Weights are sharper than they should be.",
        "Your groups are right. How many products does one score of one head add up, "
        "and what brings it back to the size of one?",
        _HEADS,
        (unscaled,),
        ("A01",),
    ),
    Mistake(
        "one matrix for two roles",
        "Keys are handed over as values.",
        "Four matrices, four uses. Which of them does your code never use?",
        _HEADS,
        (values_from_w_k,),
    ),
    Mistake(
        "the last matrix left out",
        "The heads lie side by side and never meet.",
        "What the heads found is right. Which matrix does your code never use?",
        _MIX,
        (no_output_matrix,),
        ("P03",),
    ),
)
