"""Layers whose masks meet the wrong axis."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def axis_of_heads_taken_away(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask.squeeze(1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def heads_in_front_of_the_batch(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    q, k, v = q.transpose(0, 1), k.transpose(0, 1), v.transpose(0, 1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.permute(1, 2, 0, 3).flatten(2) @ w_o


def padding_as_queries_and_keys(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask.squeeze()
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def rows_as_queries(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask[:, 0, -1]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def first_sequence_for_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask[:1]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def seen_by_every_sequence(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask.all(dim=0, keepdim=True)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def first_head_masked(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None:
        mask = mask.expand(*q.shape[:-1], k.shape[-2]).clone()
        mask[:, 1:] = True
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def queries_hidden(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask.mT
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def padding_from_two_axes(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 2:
        mask = mask[:, None, None]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def padding_if_it_fits(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 2 and len(mask) == len(x):
        mask = mask[:, None, None]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def first_query_for_all(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    if mask is not None and mask.dim() == 4:
        mask = mask[:, :, :1]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def no_mask_without_context(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, None if context is None else mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "the mask of a sequence taken for that of a head",
        "With as many heads as sequences, head 0 gets the mask of sequence 0.",
        "A mask (query, key) is treated rightly. Axes line up from the last: which "
        "axis of your scores does the batch of the mask meet?",
        _HEADS,
        (axis_of_heads_taken_away, heads_in_front_of_the_batch),
        ("M06",),
        "The batch of a mask finds the batch of the scores by itself.",
        "Axes meet from the last one: an axis of length 1 has to keep the place.",
    ),
    Mistake(
        "sequences taken for queries",
        "With as many queries as sequences, query 0 gets the mask of sequence 0.",
        "A mask (query, key) is treated rightly. How many axes has your mask when it "
        "meets the scores, and which of them is the batch?",
        _HEADS,
        (padding_as_queries_and_keys, rows_as_queries),
        ("M07",),
        "A padding mask (batch, key) fits as it is, for it names the keys.",
        "Its first axis would meet the queries: two axes have to be put between.",
    ),
    Mistake(
        "one mask for all sequences",
        "The padding of one sequence is hidden in all of them.",
        "A mask (query, key) is treated rightly. In a batch, whose padding does your "
        "mask hide in the second sequence?",
        _HEADS,
        (first_sequence_for_all, seen_by_every_sequence),
    ),
    Mistake(
        "a mask for the first head only",
        "Every further head sees what is hidden.",
        "The first head is masked rightly. For how many heads does the mask hold?",
        _HEADS,
        (first_head_masked,),
    ),
    Mistake(
        "queries hidden instead of keys",
        "The mask of a sequence is turned by a quarter.",
        "A mask (query, key) is treated rightly. Along which axis of the scores do the "
        "hidden tokens lie: rows or columns?",
        _HEADS,
        (queries_hidden,),
    ),
    Mistake(
        "queries taken for sequences",
        "A mask (query, key) is read as padding, a row for each sequence.",
        "Masks with four axes are treated rightly. If a mask has two axes, what does "
        "its first one count here: sequences or queries?",
        _HEADS,
        (padding_from_two_axes, padding_if_it_fits),
    ),
    Mistake(
        "the mask of one query for all queries",
        "Every query of a sequence may look where the first one may.",
        "Padding is hidden rightly. Which rows of a mask (batch, 1, query, key) does "
        "your code never read?",
        _HEADS,
        (first_query_for_all,),
    ),
    Mistake(
        "a mask that holds for a context only",
        "Where x looks at itself, it sees everything.",
        "With a context your mask is right. What becomes of it in your code if the "
        "context is None?",
        _HEADS,
        (no_mask_without_context,),
    ),
)
