"""Ways back through scaled scores that lose or repeat a factor."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def division_missed_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k, back.mT @ q


def division_missed_back_by_table(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT * q.shape[-1] ** -0.5).softmax(dim=-1)
    table = weights.diag_embed() - weights[..., :, None] * weights[..., None, :]
    back = (table @ upstream[..., None])[..., 0]
    return back @ k, back.mT @ q


def never_divided(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k, back.mT @ q


def division_missed_ahead(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    back = back / math.sqrt(q.shape[-1])
    return back @ k, back.mT @ q


def divided_twice_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    d_k = q.shape[-1]
    weights = (q @ k.mT / math.sqrt(d_k)).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k / d_k, back.mT @ q / d_k


def divided_at_both_ends(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    upstream = upstream / root
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ (k / root), back.mT @ (q / root)


def multiplied_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k * root, back.mT @ q * root


def by_d_k(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT / q.shape[-1]).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    back = back / q.shape[-1]
    return back @ k, back.mT @ q


def by_keys(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(k.shape[-2])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back / root @ k, (back / root).mT @ q


def by_queries(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = q.shape[-2] ** 0.5
    weights = (q / root @ k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def keys_only_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, (back * root).mT @ q


def queries_divided_ahead(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    q = q / math.sqrt(q.shape[-1])
    weights = (q @ k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True))
    return back @ k, back.mT @ q


def averaged_over_queries(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q / q.shape[-2]


def averaged_over_keys(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k / k.shape[-2], back.mT @ q


_LARGE = "What large scores do"
_SIZE = "How large is a dot product?"

MISTAKES = (
    Mistake(
        "a division that is missing on the way back",
        "The weights are right, and √d_k times too much gets back.",
        "Your results are everywhere √d_k times what they should be. By how much does "
        "a divided score move if q · k moves by 1?",
        _LARGE,
        (division_missed_back, division_missed_back_by_table),
        (),
        "The division by √d_k only matters on the way forward.",
        "A gradient passes every step of the way forward, the division as well.",
    ),
    Mistake(
        "scores that are divided nowhere",
        "Neither the weights nor the way back know of √d_k.",
        "With one feature you are right. By what are scores divided before the "
        "softmax, and what does that do on the way back?",
        _SIZE,
        (never_divided,),
        ("A01",),
    ),
    Mistake(
        "a division that is missing on the way forward",
        "The weights are those of undivided scores.",
        "You divide on the way back. Which weights does the softmax give for scores "
        "that are divided by √d_k?",
        _SIZE,
        (division_missed_ahead,),
    ),
    Mistake(
        "a division that is done more than once on the way back",
        "Too little arrives, and less the larger d_k is.",
        "Your weights are right, and all results are too small alike. How often "
        "are scores divided on the way forward?",
        _LARGE,
        (divided_twice_back, divided_at_both_ends),
        (),
        "On the way back both q and k have to be divided.",
        "There was one division, so there is one on the way back.",
    ),
    Mistake(
        "a multiplication by √d_k on the way back",
        "The division is undone in place of being repeated.",
        "Your weights are right, and all results are d_k times what they should be. If "
        "a score is halved, does a step of q · k move it more or less?",
        _LARGE,
        (multiplied_back,),
        (),
        "Going back, every operation is turned round.",
        "Slopes are multiplied, not undone: that of x / 8 is 1/8.",
    ),
    Mistake(
        "scores divided by d_k, not by its root",
        "Weights are too flat, and too little gets back.",
        "With one feature you are right. The variance of a dot product is d_k: what is "
        "its typical size?",
        _SIZE,
        (by_d_k,),
    ),
    Mistake(
        "the root of another size",
        "The number of keys or of queries stands under the root.",
        "Where all sizes are the same you are right. How many products does one score "
        "add up?",
        _SIZE,
        (by_keys, by_queries),
    ),
    Mistake(
        "queries and keys that are scaled differently on the way back",
        "One of the two is right, the other is √d_k times too large.",
        "One of your two results is right. The score is one product, divided once: "
        "through which step do both of its gradients come?",
        _LARGE,
        (keys_only_back, queries_divided_ahead),
    ),
    Mistake(
        "an average in the place of a sum",
        "What several queries or keys send back is averaged.",
        "One of your two results is too small by a number of rows. If two queries use "
        "one key, what does it get from both?",
        _LARGE,
        (averaged_over_queries, averaged_over_keys),
        (),
        "A gradient that comes from several places is averaged.",
        "It is added up.",
    ),
)
