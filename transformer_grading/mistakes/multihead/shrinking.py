"""Layers of which too much is left, or which do something else afterwards."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

T = Tensor
Four = tuple[Tensor, Tensor, Tensor, Tensor]


def last_matrix_whole(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o


def queries_alone_cut(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    thin = keep.repeat_interleave(w_q.shape[1] // n_heads)
    return w_q[:, thin], w_k, w_v, w_o


def values_whole(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    thin = keep.repeat_interleave(w_q.shape[1] // n_heads)
    return w_q[:, thin], w_k[:, thin], w_v, w_o


def queries_and_keys_whole(
    w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T
) -> Four:
    wide = keep.repeat_interleave(w_v.shape[1] // n_heads)
    return w_q, w_k, w_v[:, wide], w_o[wide]


def columns_of_the_last(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[:, wide]


def columns_of_the_last_listed(
    w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T
) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    kept = keep.nonzero().flatten().tolist()
    thin = [c for h in kept for c in range(h * d_k, (h + 1) * d_k)]
    wide = [c for h in kept for c in range(h * d_v, (h + 1) * d_v)]
    inside = [c for c in wide if c < w_o.shape[1]]
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[:, inside]


def last_kept_alone(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    for h in range(n_heads):
        if keep[h]:
            a, b = slice(h * d_k, (h + 1) * d_k), slice(h * d_v, (h + 1) * d_v)
            left = w_q[:, a], w_k[:, a], w_v[:, b], w_o[b]
    return left


def first_kept_alone(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    h = int(keep.int().argmax())
    a, b = slice(h * d_k, (h + 1) * d_k), slice(h * d_v, (h + 1) * d_v)
    return w_q[:, a], w_k[:, a], w_v[:, b], w_o[b]


def made_up_for(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    share = keep.sum() / n_heads
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide] / share


def values_made_up_for(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    larger = w_v * (n_heads / int(keep.sum()))
    return w_q[:, thin], w_k[:, thin], larger[:, wide], w_o[wide]


def blocks_turned(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    kept = keep.nonzero().flatten().tolist()
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    blocks = [w_o[h * d_v : (h + 1) * d_v] for h in reversed(kept)]
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], torch.cat(blocks)


def keys_of_others(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    n = int(keep.sum())
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    return w_q[:, thin], w_k[:, : n * d_k], w_v[:, wide], w_o[wide]


def rows_of_the_first(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[: int(wide.sum())]


def single(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    q, k, v, o = w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]
    return q.float(), k.float(), v.float(), o.float()


def buffers_of_float32(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    made = [w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]]
    q, k, v, o = (torch.zeros(w.shape, dtype=torch.float32) + w.float() for w in made)
    return q, k, v, o


def detached(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    q, k, v = w_q[:, thin], w_k[:, thin], w_v[:, wide]
    return q.detach(), k.detach(), v.detach(), w_o[wide].detach()


def new_parameters(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    made = (w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide])
    q, k, v, o = (torch.nn.Parameter(w.detach().clone()) for w in made)
    return q, k, v, o


def zeroed_in_place(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    w_o[~wide] = 0.0
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]


def all_zeroed_in_place(w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, keep: T) -> Four:
    d_k, d_v = w_q.shape[1] // n_heads, w_v.shape[1] // n_heads
    thin, wide = keep.repeat_interleave(d_k), keep.repeat_interleave(d_v)
    for w, mine in ((w_q, thin), (w_k, thin), (w_v, wide)):
        w.mul_(mine)
    return w_q[:, thin], w_k[:, thin], w_v[:, wide], w_o[wide]


_HEADS = "Several heads side by side"
_MIX = "Why mix at the end?"

MISTAKES = (
    Mistake(
        "a matrix left whole",
        "One or more of the four still have room for all heads.",
        "Some of your matrices are cut. How wide is a row of the joined heads now, and "
        "what do the matrices after it expect?",
        _MIX,
        (
            *(last_matrix_whole, queries_alone_cut, values_whole),
            queries_and_keys_whole,
        ),
    ),
    Mistake(
        "columns of w_o",
        "The last matrix is cut along the features of the output.",
        "Three of your matrices are right. Does a head own columns of w_o, or rows?",
        _MIX,
        (columns_of_the_last, columns_of_the_last_listed),
        (),
        "A head owns columns, in all four matrices.",
        "It owns columns of three, and rows of w_o, which it writes through.",
    ),
    Mistake(
        "one kept head alone",
        "Only one of the heads that should stay does.",
        "Where one head is kept you are right. What becomes of the others that are "
        "kept?",
        _HEADS,
        (last_kept_alone, first_kept_alone),
    ),
    Mistake(
        "heads that make up for those gone",
        "What is left is multiplied, so that the sum stays as large.",
        "Your heads are the right ones. By what is each finding multiplied, and was it "
        "so before?",
        _MIX,
        (made_up_for, values_made_up_for),
        (),
        "What is left must be enlarged, as dropout does.",
        "To silence a head is to take its part of a sum away, and nothing else.",
    ),
    Mistake(
        "blocks of w_o in another order",
        "A head meets the rows of another one.",
        "Where one head is kept you are right. Which of the heads comes first in the "
        "columns of w_v, and which in the rows of w_o?",
        _MIX,
        (blocks_turned,),
    ),
    Mistake(
        "rows of w_o that belong to other heads",
        "What is kept meets the rows of the first heads.",
        "Your sizes are right, and so are three matrices. Which rows of w_o belong to "
        "a head that is kept?",
        _MIX,
        (rows_of_the_first,),
    ),
    Mistake(
        "keys of other heads",
        "The queries of a head meet the keys of another.",
        "Your sizes are right. Which columns of w_k belong to a head that is kept?",
        _HEADS,
        (keys_of_others,),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 by itself, and whose dtype should it "
        "take over?",
        _HEADS,
        (single, buffers_of_float32),
    ),
    Mistake(
        "matrices cut off from the gradient",
        "The numbers are right, but the old matrices can learn nothing from them.",
        "Which of your lines forgets where the numbers came from?",
        _HEADS,
        (detached, new_parameters),
    ),
    Mistake(
        "inputs that are changed",
        "What is left is right, and the old layer is another one.",
        "Which of your operators writes into a matrix that was handed in?",
        _HEADS,
        (zeroed_in_place, all_zeroed_in_place),
    ),
)
