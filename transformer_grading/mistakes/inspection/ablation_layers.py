"""Layers that are wrong with or without their heads."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.inspection.parts import joined, split


def no_scale(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT).softmax(dim=-1) @ v * ~gone[:, None, None]
    return joined(found) @ w[3] + b[3]


def scale_of_all(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(x.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def scale_of_heads(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(len(gone))).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def no_root(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / q.shape[-1]).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def turned_matrices(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i].T + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3].T + b[3]


def three_turned(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i].T + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def last_turned(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3].T + b[3]


def triangle(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    ahead = torch.ones(x.shape[1], x.shape[1]).triu(1).bool()
    scores = (q @ k.mT / math.sqrt(q.shape[-1])).masked_fill(ahead, -math.inf)
    found = scores.softmax(dim=-1) @ v * ~gone[:, None, None]
    return joined(found) @ w[3] + b[3]


def over_queries(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-2)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def no_biases(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def keys_ask(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    k, q, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]


def a_norm_behind(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    output = joined(weights @ v * ~gone[:, None, None]) @ w[3] + b[3]
    return torch.nn.functional.layer_norm(output, output.shape[-1:])


def no_mixing(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * ~gone[:, None, None])


def heads_averaged(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = weights @ v * ~gone[:, None, None] / len(gone)
    return joined(found) @ w[3] + b[3]


def what_is_lost(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v * gone[:, None, None]) @ w[3]


def shared_out_over_heads(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    weights = weights * ~gone[:, None, None]
    weights = weights / weights.sum(dim=1, keepdim=True)
    return joined(weights @ v) @ w[3] + b[3]


def nothing_by_nothing(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    weights = weights * ~gone[:, None, None]
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return joined(weights @ v) @ w[3] + b[3]


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "another scale than the root of a head's width",
        "The layer is another one, with or without its heads.",
        "By what are scores divided, and how large is it here?",
        _USING,
        (no_scale, scale_of_all, scale_of_heads, no_root),
    ),
    Mistake(
        "matrices that are turned",
        "The layer is another one, with or without its heads.",
        "Does x meet the rows or the columns of w[0] in the text?",
        _USING,
        (turned_matrices, three_turned, last_turned),
    ),
    Mistake(
        "a triangle",
        "Tokens look back alone.",
        "Which tokens may look at which, by the table of arguments?",
        _USING,
        (triangle,),
    ),
    Mistake(
        "a softmax over the tokens that look",
        "Columns add up to 1 in place of rows.",
        "Which axis of the weights has to add up to 1?",
        _USING,
        (over_queries,),
    ),
    Mistake(
        "queries, keys or values without their biases",
        "The layer is another one, with or without its heads.",
        "How many biases has the layer, and where does your code add each of them?",
        _USING,
        (no_biases,),
    ),
    Mistake(
        "queries and keys exchanged",
        "Who is looked at asks.",
        "In which order do the four matrices stand?",
        _USING,
        (keys_ask,),
    ),
    Mistake(
        "a norm behind the layer",
        "It belongs to the block.",
        "What does your layer give if all heads are gone?",
        _USING,
        (a_norm_behind,),
    ),
    Mistake(
        "findings that are not mixed",
        "The last matrix and its bias are left out.",
        "How many matrices has the layer, and where does your code use the last one?",
        _USING,
        (no_mixing,),
    ),
    Mistake(
        "heads that are averaged",
        "They are added in the layer, each with its own rows of the last matrix.",
        "Do heads share one output, or does each of them add to it?",
        _USING,
        (heads_averaged,),
    ),
    Mistake(
        "what is lost in the place of what is left",
        "The output is what the missing heads would have added.",
        "Does your output grow or shrink when one more head is taken away?",
        _USING,
        (what_is_lost,),
    ),
    Mistake(
        "weights shared out among the heads",
        "Over all heads they add up to 1, and heads that stay change.",
        "Which of your lines makes a head depend on another one?",
        _USING,
        (shared_out_over_heads,),
    ),
    Mistake(
        "weights of nothing scaled to 1",
        "A row of zeros is divided by zero.",
        "What does a row of weights of a missing head add up to?",
        _USING,
        (nothing_by_nothing,),
    ),
)
