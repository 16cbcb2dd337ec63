"""Heads that stay where others should, and blocks cut in the wrong place."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

T = Tensor
Four = tuple[Tensor, Tensor, Tensor, Tensor]


def those_that_should_go(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    goes = ~keep
    thin, wide = goes.repeat_interleave(d_k), goes.repeat_interleave(d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]


def silenced(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    return w_q * thin, w_k * thin, w_v * wide, w_o * wide[:, None]


def rows_set_to_zero(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    wide = keep.repeat_interleave(w_v.shape[1] // n_heads)
    return w_q, w_k, w_v, w_o.masked_fill(~wide[:, None], 0.0)


def queries_set_to_zero(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    thin = keep.repeat_interleave(w_q.shape[1] // n_heads)
    return w_q.masked_fill(~thin, 0.0), w_k, w_v, w_o


def first_ones(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    n = int(keep.sum())
    return w_q[:, : n * d_k], w_k[:, : n * d_k], w_v[:, : n * d_v], w_o[: n * d_v]


def last_ones(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    gone = n_heads - int(keep.sum())
    thin, wide = gone * d_k, gone * d_v
    return w_q[:, thin:], w_k[:, thin:], w_v[:, wide:], w_o[wide:]


def dealt_in_turn(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat(d_k), keep.repeat(d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]


def every_so_many(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    q, k, v = (
        torch.cat([w[:, h::n_heads] for h in range(n_heads) if keep[h]], dim=1)
        for w in (w_q, w_k, w_v)
    )
    return q, k, v, torch.cat([w_o[h::n_heads] for h in range(n_heads) if keep[h]])


def from_first_to_last(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    kept = keep.nonzero().flatten().tolist()
    a, b = kept[0], kept[-1] + 1
    thin, wide = slice(a * d_k, b * d_k), slice(a * d_v, b * d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]


def one_column_each(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    kept = keep.nonzero().flatten()
    return w_q[:, kept], w_k[:, kept], w_v[:, kept], w_o[kept]


def one_column_masked(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    return w_q[:, keep], w_k[:, keep], w_v[:, keep], w_o[keep]


def overlapping(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    kept = keep.nonzero().flatten().tolist()
    q, k = (torch.cat([w[:, h : h + d_k] for h in kept], dim=1) for w in (w_q, w_k))
    v = torch.cat([w_v[:, h : h + d_v] for h in kept], dim=1)
    return q, k, v, torch.cat([w_o[h : h + d_v] for h in kept])


def values_as_keys(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    thin = keep.repeat_interleave(w_q.shape[1] // n_heads)
    return w_q[:, thin], w_k[:, thin], w_v[:, thin], w_o[thin]


def values_cut_as_keys(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k = w_q.shape[1] // n_heads
    kept = [c for h in range(n_heads) if keep[h] for c in range(h * d_k, (h + 1) * d_k)]
    inside = [c for c in kept if c < len(w_o)]
    return w_q[:, kept], w_k[:, kept], w_v[:, inside], w_o[inside]


def shared_out_d_model(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    width = w_q.shape[0] // n_heads
    mine = keep.repeat_interleave(width)
    return w_q[:, mine], w_k[:, mine], w_v[:, mine], w_o[mine]


def blocks_of_d_model(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    width = w_q.shape[0] // n_heads
    kept = [h for h in range(n_heads) if keep[h]]
    blocks = [slice(h * width, (h + 1) * width) for h in kept]
    q, k, v = (torch.cat([w[:, b] for b in blocks], dim=1) for w in (w_q, w_k, w_v))
    return q, k, v, torch.cat([w_o[b] for b in blocks])


def ones_and_zeros(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    picked = keep.long()
    q, k, v = (w.unflatten(1, (n_heads, -1))[:, picked] for w in (w_q, w_k, w_v))
    rows = w_o.unflatten(0, (n_heads, -1))[picked]
    return q.flatten(1), k.flatten(1), v.flatten(1), rows.flatten(0, 1)


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "the heads that should go",
        "What stays is what should be taken away.",
        "You cut whole heads, as you should. What does True mean in keep?",
        _HEADS,
        (those_that_should_go,),
    ),
    Mistake(
        "heads silenced, not taken away",
        "The layer is as large as before, with zeros in it.",
        "Your zeros silence a head at best. How many columns should w_q have when a "
        "head is gone?",
        _HEADS,
        (silenced, rows_set_to_zero, queries_set_to_zero),
        (),
        "A head is gone when its numbers are zero.",
        "It still costs what it cost: only a smaller matrix is less work.",
    ),
    Mistake(
        "the first or the last heads, whichever should stay",
        "As many heads stay as should, but not those.",
        "The size is right. Where does your code look at which entries of keep are "
        "True, and not only at how many?",
        _HEADS,
        (first_ones, last_ones),
    ),
    Mistake(
        "keep taken for the numbers 0 and 1",
        "Heads 1 and 0 are picked over and over, once for each entry of keep.",
        "You cut whole heads, as you should. What does an index of whole numbers pick, "
        "and what one of True and False?",
        _HEADS,
        (ones_and_zeros,),
    ),
    Mistake(
        "columns dealt out in turn",
        "Every so-many-th column is taken, not a block of columns.",
        "The size is right. Which columns of w_q belong to head 0: the first ones, or "
        "one here and one there?",
        _HEADS,
        (dealt_in_turn, every_so_many),
    ),
    Mistake(
        "everything from the first kept head to the last",
        "Heads in between stay too.",
        "Where the kept heads stand side by side you are right. What becomes of a head "
        "between two that are kept?",
        _HEADS,
        (from_first_to_last,),
    ),
    Mistake(
        "one column for each head",
        "The number of a head is taken for that of a column.",
        "With heads of one feature you are right. How many columns of w_q belong to "
        "one head, and where does yours begin?",
        _HEADS,
        (one_column_each, one_column_masked, overlapping),
    ),
    Mistake(
        "values as wide as keys",
        "All is well as long as d_v happens to equal d_k.",
        "Where values are as wide as keys you are right. Which two of the matrices "
        "have blocks as wide as a value?",
        _HEADS,
        (values_as_keys, values_cut_as_keys),
        ("P05",),
    ),
    Mistake(
        "heads as wide as d_model / heads",
        "All is well as long as the matrices are square.",
        "With square matrices you are right. How wide is the block of one head, and "
        "which of the arguments says so?",
        _HEADS,
        (shared_out_d_model, blocks_of_d_model),
    ),
)
