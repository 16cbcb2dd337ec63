"""Layers whose queries, keys or values come from the wrong place."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

Mask = Tensor | None


def values_unprojected(
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
    v = context.unsqueeze(1).expand(-1, w_v.shape[0], -1, -1)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def values_from_w_k(
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
    v = context.unsqueeze(1) @ w_k
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def keys_from_w_v(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_v
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def keys_from_w_q(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_q
    v = context.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def context_ignored(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = x.unsqueeze(1) @ w_k
    v = x.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def values_from_x(
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
    v = x.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def queries_from_context(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = context.unsqueeze(1) @ w_q
    k = x.unsqueeze(1) @ w_k
    v = x.unsqueeze(1) @ w_v
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def zeros_are_padding(
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
    visible = (context.sum(dim=-1) != 0)[:, None, None, :]
    mask = visible if mask is None else mask & visible
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def near_zeros_are_padding(
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
    visible = (context.sum(dim=-1).abs() > 1e-6)[:, None, None, :]
    mask = visible if mask is None else mask & visible
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


_ROLES = "Three roles for one token"
_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "values that are not projected",
        "The context itself is averaged.",
        "Your weights are right. What does a token hand over: itself, or what w_v "
        "makes of it?",
        _ROLES,
        (values_unprojected,),
        (),
        "The values are the tokens themselves.",
        "They are projections: what is handed over is learned as well.",
    ),
    Mistake(
        "one matrix for two roles",
        "Two of the three roles are played by one matrix.",
        "Three roles, three matrices. Which of them does your code never use?",
        _ROLES,
        (
            values_from_w_k,
            keys_from_w_v,
            keys_from_w_q,
        ),
        (),
        "Key and value are two names for the same vector.",
        "A key says how to be found, a value what is handed over.",
    ),
    Mistake(
        "keys or values from x",
        "The layer looks at itself, not at the context.",
        "If x is its own context you are right. Who is asked here, and who answers?",
        _ROLES,
        (
            context_ignored,
            values_from_x,
        ),
        (),
        "Keys and values come from the same tokens as the queries.",
        "Only in self-attention; else they come from the context.",
    ),
    Mistake(
        "queries from the context",
        "The context asks and x answers.",
        "If x is its own context you are right. The output has a row for each "
        "position of x: who asks?",
        _ROLES,
        (queries_from_context,),
        (),
        "The context supplies the queries.",
        "Who asks gets the output: queries come from x.",
    ),
    Mistake(
        "padding guessed from zero sums",
        "A token whose features cancel is taken for padding and hidden.",
        "Most tokens are treated rightly. Can the features of a real token add up to "
        "zero?",
        _LOOK,
        (
            zeros_are_padding,
            near_zeros_are_padding,
        ),
        ("A25",),
        "A token that adds up to zero is padding.",
        "Features cancel by chance; whether a token is padding, its id tells.",
    ),
)
