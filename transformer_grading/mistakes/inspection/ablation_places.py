"""Heads that are taken away at the wrong place in the layer."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.inspection.parts import joined, split


def as_it_is(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(gone[:, None, None], 0.0)
    found = scores.softmax(dim=-1) @ v
    found = found * len(gone) / (~gone).sum()
    return joined(found) @ w[3] + b[3]


def scores_of_zero(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(gone[:, None, None], 0.0)
    return joined(scores.softmax(dim=-1) @ v) @ w[3] + b[3]


def even_weights(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    weights = weights.masked_fill(gone[:, None, None], 1 / x.shape[1])
    return joined(weights @ v) @ w[3] + b[3]


def queries_of_zero(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    q = q * ~gone[:, None, None]
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def matrices_of_zero(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k = (split(x @ (w[i] * kept) + b[i] * kept, len(gone)) for i in (0, 1))
    v = split(x @ w[2] + b[2], len(gone))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def bias_of_v_stays(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k = (split(x @ w[i] + b[i], len(gone)) for i in (0, 1))
    v = split(x @ (w[2] * kept) + b[2], len(gone))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def mean_value(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    mean = found.mean(dim=(0, 2), keepdim=True)
    found = torch.where(gone[:, None, None], mean, found)
    return joined(found) @ w[3] + b[3]


def looks_at_itself(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    found = torch.where(gone[:, None, None], v, found)
    return joined(found) @ w[3] + b[3]


def louder(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v).masked_fill(gone[:, None, None], 0.0)
    found = found * len(gone) / (~gone).sum()
    return joined(found) @ w[3] + b[3]


def louder_unless_none(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    found = found * (len(gone) / max(1, int((~gone).sum())))
    return joined(found) @ w[3] + b[3]


def like_dropout(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    rate = gone.to(x.dtype).mean().clamp(max=0.999)
    found = found * ~gone[:, None, None] / (1 - rate)
    return joined(found) @ w[3] + b[3]


def all_but_these(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v).masked_fill(~gone[:, None, None], 0.0)
    return joined(found) @ w[3] + b[3]


def all_there(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def columns_of_w_o(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ (w[3] * kept) + b[3]


def features_of_the_output(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    kept = (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return (joined(weights @ v) @ w[3] + b[3]) * kept


def features_of_the_tokens(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    x = x * (~gone).repeat_interleave(x.shape[-1] // len(gone))
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return joined(weights @ v) @ w[3] + b[3]


def residual_left(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    found = (weights @ v) * ~gone[:, None, None]
    return x + joined(found) @ w[3] + b[3]


def hidden_by_a_number(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(gone[:, None, None], -1e9)
    return joined(scores.softmax(dim=-1) @ v) @ w[3] + b[3]


def softmax_of_nothing(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(gone[:, None, None], -math.inf)
    return joined(scores.softmax(dim=-1) @ v) @ w[3] + b[3]


def value_taken_off(x: Tensor, w: Tensor, b: Tensor, gone: Tensor) -> Tensor:
    q, k, v = (split(x @ w[i] + b[i], len(gone)) for i in range(3))
    found = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
    return joined(found - v * gone[:, None, None]) @ w[3] + b[3]


_USING = "Looking is not using"

MISTAKES = (
    Mistake(
        "her layer as it is",
        "Scores of zero leave an average, and the others are made louder.",
        "What does a softmax make of scores that are all 0?",
        _USING,
        (as_it_is,),
    ),
    Mistake(
        "a head that looks everywhere alike",
        "It adds the mean of all values, where it should add nothing.",
        "What does a softmax make of scores that are all 0?",
        _USING,
        (
            scores_of_zero,
            even_weights,
            queries_of_zero,
            matrices_of_zero,
            hidden_by_a_number,
        ),
    ),
    Mistake(
        "a bias that the head still brings along",
        "Its values are gone, and the bias of the values is not.",
        "What does the head find if its values are nothing but their bias?",
        _USING,
        (bias_of_v_stays,),
    ),
    Mistake(
        "a finding that is exchanged for another one",
        "The head adds something else, where it should add nothing.",
        "What does a head add that has been taken away?",
        _USING,
        (mean_value, looks_at_itself, value_taken_off),
    ),
    Mistake(
        "heads that are made louder",
        "Those that are left change too, so one no longer sees what was missing.",
        "Two things change in your layer. Which of them would you measure?",
        _USING,
        (louder, louder_unless_none, like_dropout),
    ),
    Mistake(
        "the heads that should stay, taken away",
        "The marks are read the wrong way round.",
        "What does True in gone stand for?",
        _USING,
        (all_but_these,),
    ),
    Mistake(
        "heads that are all there",
        "Nothing is taken away.",
        "Where does your code use gone?",
        _USING,
        (all_there,),
    ),
    Mistake(
        "features of the output taken for a head",
        "The last matrix has mixed all heads into each of them.",
        "Which axis of the last matrix belongs to the heads, the way in or out?",
        _USING,
        (columns_of_w_o, features_of_the_output),
    ),
    Mistake(
        "features of the tokens taken for a head",
        "Every head reads all features of a token.",
        "Which features of x does the first head read?",
        _USING,
        (features_of_the_tokens,),
    ),
    Mistake(
        "tokens added to what the heads found",
        "The residual belongs to the block, and not to the layer.",
        "What is left in your layer if all heads are gone?",
        _USING,
        (residual_left,),
    ),
    Mistake(
        "a softmax of nothing",
        "All scores of a head are hidden, and its weights are nan.",
        "What does a softmax make of a row of which every score is minus infinity?",
        _USING,
        (softmax_of_nothing,),
    ),
)
