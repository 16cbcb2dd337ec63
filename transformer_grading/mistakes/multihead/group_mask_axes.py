"""Layers with groups whose masks meet the wrong axis, or are written to."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def first_sequence_for_all(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    if mask is not None and mask.dim() == 4:
        mask = mask[:1]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def seen_by_every_sequence(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    if mask is not None and mask.dim() == 4:
        mask = mask.all(dim=0, keepdim=True)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def silent_if_hidden(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    output = found.transpose(1, 2).flatten(2) @ w_o
    if mask is not None and mask.dim() == 4 and mask.shape[-2] == 1:
        output = output * mask[:, 0, 0, :, None]
    return output


def padding_from_two_axes(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    if mask is not None and mask.dim() == 2:
        mask = mask[:, None, None]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def padding_if_it_fits(
    x: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, n_groups: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_groups, -1)).transpose(1, 2)
    size = n_heads // n_groups
    k, v = k.repeat_interleave(size, dim=1), v.repeat_interleave(size, dim=1)
    if mask is not None and mask.dim() == 2 and len(mask) == len(x):
        mask = mask[:, None, None]
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "one mask for all sequences",
        "The padding of one sequence is hidden in all of them.",
        "A mask (query, key) is treated rightly. In a batch, whose padding does your "
        "mask hide in the second sequence?",
        _HEADS,
        (first_sequence_for_all, seen_by_every_sequence),
    ),
    Mistake(
        "hidden tokens that may not look",
        "A token that nobody sees gets output 0 itself.",
        "Nobody sees a hidden token, as it should be. Does the mask say anything about "
        "where that token may look?",
        _HEADS,
        (silent_if_hidden,),
    ),
    Mistake(
        "queries taken for sequences",
        "A mask (query, key) is read as padding, a row for each sequence.",
        "Masks with four axes are treated rightly. If a mask has two axes, what does "
        "its first one count here: sequences or queries?",
        _HEADS,
        (padding_from_two_axes, padding_if_it_fits),
    ),
)
