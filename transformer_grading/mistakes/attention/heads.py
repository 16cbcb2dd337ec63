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


_ROLES = "Three roles for one token"

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
)
