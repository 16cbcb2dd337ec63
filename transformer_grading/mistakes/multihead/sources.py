"""Layers whose queries, keys or values come from the wrong place."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.attention import scaled_dot_product_attention

T = Tensor
M = Tensor | None


def values_unprojected(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = read.unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def values_from_w_k(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, k, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def keys_from_w_v(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, v, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def keys_from_w_q(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def queries_and_keys_swapped(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def context_ignored(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def values_from_x(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def keys_from_x(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def queries_from_context(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (read @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (x @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (x @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def never_without_context(
    x: T, context: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (context @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (context @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def sizes_of_a_context(
    x: T, context: T, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    batch, key, _ = context.shape
    q = (x @ w_q).view(batch, -1, n_heads, w_q.shape[1] // n_heads).transpose(1, 2)
    k = (context @ w_k).view(batch, key, n_heads, -1).transpose(1, 2)
    v = (context @ w_v).view(batch, key, n_heads, -1).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).reshape(batch, x.shape[1], -1) @ w_o


def asked_whether_true(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = context or x
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def context_if_true(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    if not context:
        context = x
    made = (x @ w_q, context @ w_k, context @ w_v)
    q, k, v = (y.unflatten(-1, (n_heads, -1)).transpose(1, 2) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


def zeros_are_padding(
    x: T, context: M, w_q: T, w_k: T, w_v: T, w_o: T, n_heads: int, mask: M = None
) -> T:
    read = x if context is None else context
    q = (x @ w_q).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    k = (read @ w_k).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    v = (read @ w_v).unflatten(-1, (n_heads, -1)).transpose(1, 2)
    visible = (read.sum(dim=-1) != 0)[:, None, None, :]
    mask = visible if mask is None else mask & visible
    found, _ = scaled_dot_product_attention(q, k, v, mask)
    return found.transpose(1, 2).flatten(2) @ w_o


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "values that are not projected",
        "The tokens themselves are averaged.",
        "Your weights are right. What does a token hand over: its own features, or "
        "what w_v makes of them?",
        _HEADS,
        (values_unprojected,),
    ),
    Mistake(
        "one matrix for two roles",
        "Two of the three roles are played by one matrix.",
        "Three roles, three matrices. Which of them does your code never use?",
        _HEADS,
        (values_from_w_k, keys_from_w_v, keys_from_w_q),
    ),
    Mistake(
        "queries made by w_k",
        "The matrices of queries and keys have changed places.",
        "Every matrix is used once. What does w_q multiply: the tokens that look, or "
        "those that are looked at?",
        _HEADS,
        (queries_and_keys_swapped,),
    ),
    Mistake(
        "keys or values from x",
        "The layer looks at itself, not at the context.",
        "If x is its own context you are right. Who is asked here, and who answers?",
        _HEADS,
        (context_ignored, values_from_x, keys_from_x),
        ("X01",),
        "Whatever is looked at comes from the tokens that look.",
        "In cross-attention keys and values come from the other sequence.",
    ),
    Mistake(
        "queries from the context",
        "The context asks and x answers.",
        "If x is its own context you are right. The output has a row for each token "
        "of x: who asks?",
        _HEADS,
        (queries_from_context,),
        (),
        "In cross-attention the sequence that is read asks the questions.",
        "The sequence that is written asks; it gets the output.",
    ),
    Mistake(
        "a context that must be there",
        "Self-attention, without a context, raises an error.",
        "With a context you are right. What is looked at if the context is None?",
        _HEADS,
        (never_without_context, sizes_of_a_context),
    ),
    Mistake(
        "a tensor asked whether it is true",
        "Python wants one answer from many numbers, and raises an error.",
        "Without a context you are right. Which question do you mean: whether the "
        "tensor is there, or whether its numbers are true?",
        _HEADS,
        (asked_whether_true, context_if_true),
    ),
    Mistake(
        "padding guessed from zero sums",
        "A token whose features cancel is taken for padding and hidden.",
        "Most tokens are treated rightly. Can the features of a real token add up to "
        "zero?",
        _HEADS,
        (zeros_are_padding,),
        ("A25",),
    ),
)
