"""Layers whose heads or sequences are confused, or masked wrongly."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def heads_reversed(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.flip(1).transpose(1, 2).flatten(start_dim=2) @ w_o


def heads_added(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.sum(dim=1) @ w_o[: found.shape[-1]]


def heads_averaged(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.mean(dim=1) @ w_o[: found.shape[-1]]


def first_head_alone(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found[:, 0] @ w_o[: found.shape[-1]]


def across_the_batch(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.transpose(0, 1).unsqueeze(1) @ w_q
    k = context.transpose(0, 1).unsqueeze(1) @ w_k
    v = context.transpose(0, 1).unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return (found.transpose(1, 2).flatten(start_dim=2) @ w_o).transpose(0, 1)


def extra_axis_for_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    if mask is not None and mask.dim() == 3:
        mask = mask.unsqueeze(1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def mask_ignored(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def mask_turned_round(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    hidden = None if mask is None else ~mask
    found, _ = scaled_dot_product_attention(q, k, v, hidden)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def first_head_masked(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    if mask is not None:
        scores = (x.shape[0], w_q.shape[0], x.shape[1], context.shape[1])
        mask = mask.expand(scores).clone()
        mask[:, 1:] = True
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


_ROLES = "Three roles for one token"
_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "heads in the wrong order",
        "The last head meets the rows of w_o that belong to the first.",
        "What the heads found is right. Which rows of w_o belong to head 0?",
        _ROLES,
        (heads_reversed,),
    ),
    Mistake(
        "heads merged into one",
        "What the heads found is added up, or dropped, in place of laid side by side.",
        "One head alone is right. Which rows of w_o does your code never use?",
        _ROLES,
        (
            heads_added,
            heads_averaged,
            first_head_alone,
        ),
        (),
        "The heads are averaged.",
        "They lie side by side, and w_o decides how to mix them.",
    ),
    Mistake(
        "attention across the batch",
        "Sequences of one batch look at each other.",
        "A sequence alone gets another answer than among others. Which of your axes "
        "is matched with itself?",
        _ROLES,
        (across_the_batch,),
        ("A09",),
    ),
    Mistake(
        "an axis added to a mask that has one",
        "A mask by heads is taken for a mask by sequences.",
        "Masks with two and with four axes work. Against which axes does a mask "
        "(heads, query, key) line up as it stands?",
        _LOOK,
        (extra_axis_for_heads,),
        (),
        "A mask with three axes is a mask by sequences.",
        "Axes line up from the last: the first of three meets the heads.",
    ),
    Mistake(
        "a mask that never reaches the scores",
        "The result is the same with a mask and without.",
        "Without a mask all is right. Which of your lines hands the mask on?",
        _LOOK,
        (mask_ignored,),
        ("A11",),
    ),
    Mistake(
        "a mask turned round",
        "Queries look exactly where they may not.",
        "You hide one part of the keys and keep the other. What does True mean in "
        "this course: may look, or is hidden?",
        _LOOK,
        (mask_turned_round,),
        ("A20",),
    ),
    Mistake(
        "a mask for the first head only",
        "Every further head sees what is hidden.",
        "The first head is masked rightly. For how many heads does the mask hold?",
        _LOOK,
        (first_head_masked,),
    ),
)
