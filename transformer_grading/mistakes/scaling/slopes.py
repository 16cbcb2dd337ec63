"""Ways back through a softmax that is differentiated wrongly."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def diagonal_alone(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (1 - weights) * upstream / root
    return back @ k, back.mT @ q


def diagonal_of_the_table(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(dim=-1)
    table = weights.diag_embed() - weights[..., None] * weights[..., None, :]
    back = table.diagonal(dim1=-2, dim2=-1) * upstream / q.shape[-1] ** 0.5
    return back @ k, back.mT @ q


def nothing_taken_off(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * upstream / root
    return back @ k, back.mT @ q


def plain_mean_taken_off(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - upstream.mean(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def plain_sum_taken_off(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - upstream.sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def weights_of_logarithms(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = (upstream - weights * upstream.sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def not_weighted(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def turned_round(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * ((weights * upstream).sum(dim=-1, keepdim=True) - upstream) / root
    return back @ k, back.mT @ q


def added_on(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream + (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def over_the_queries(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(dim=-2, keepdim=True)) / root
    return back @ k, back.mT @ q


def over_everything(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum()) / root
    return back @ k, back.mT @ q


def softmax_of_columns(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-2)
    back = weights * (upstream - (weights * upstream).sum(dim=-2, keepdim=True)) / root
    return back @ k, back.mT @ q


def columns_ahead_rows_back(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-2)
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


def softmax_left_out(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    return upstream @ k / root, upstream.mT @ q / root


def cross_entropy(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    back = (weights - upstream) / root
    return back @ k, back.mT @ q


def passed_twice(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    for _ in range(2):
        upstream = upstream - (weights * upstream).sum(dim=-1, keepdim=True)
        upstream = weights * upstream
    return upstream @ k / root, upstream.mT @ q / root


def scores_for_weights(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = q @ k.mT / root
    back = weights * (upstream - (weights * upstream).sum(dim=-1, keepdim=True)) / root
    return back @ k, back.mT @ q


_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "the diagonal of the Jacobian alone",
        "Each weight is treated as if its own score alone moved it.",
        "Your weights are right. If a score rises, its weight rises: what do the "
        "weights of the other keys do, and where is that in your sum?",
        _LARGE,
        (diagonal_alone, diagonal_of_the_table),
        (),
        "The slope of a softmax is w (1 − w), key by key.",
        "That is its diagonal; every score moves the other weights as well.",
    ),
    Mistake(
        "nothing taken off what comes from upstream",
        "The weights multiply it, and the other keys are forgotten.",
        "What is the same for every key should cancel, and yours does not. What do the "
        "rows of the Jacobian add up to?",
        _LARGE,
        (nothing_taken_off,),
    ),
    Mistake(
        "a mean or a sum that is not weighted",
        "What is taken off counts every key alike.",
        "You take something off. By which weights does the Jacobian average what comes "
        "from upstream?",
        _LARGE,
        (plain_mean_taken_off, plain_sum_taken_off),
    ),
    Mistake(
        "the way back through the logarithm of a softmax",
        "The formula belongs to log-weights.",
        "Your formula is right for another function. Is what comes from upstream the "
        "slope by the weights, or by their logarithms?",
        _LARGE,
        (weights_of_logarithms,),
    ),
    Mistake(
        "a last factor that is missing",
        "The weighted mean is taken off, and then the weight itself is left out.",
        "What is the same for every key does cancel. How much should a key with weight "
        "0 send back, and how much does yours?",
        _LARGE,
        (not_weighted,),
    ),
    Mistake(
        "a sign that is turned round",
        "Every number has the right size and the wrong sign.",
        "Your results are everywhere −1 times what they should be. If a score rises, "
        "does its own weight rise or fall?",
        _LARGE,
        (turned_round,),
    ),
    Mistake(
        "a weighted mean that is added",
        "The weighted mean is added where it should be taken off.",
        "What is the same for every key should cancel. Which sign have the entries of "
        "the Jacobian beside its diagonal?",
        _LARGE,
        (added_on,),
    ),
    Mistake(
        "a sum that does not run over the keys of one query",
        "Rows of different queries are mixed.",
        "One query alone may be right. Whose weights compete for a whole 1?",
        _LARGE,
        (
            *(over_the_queries, over_everything),
            *(softmax_of_columns, columns_ahead_rows_back),
        ),
        ("A06",),
    ),
    Mistake(
        "a softmax that is passed by",
        "What comes from upstream goes to the scores as it is.",
        "Your last product is right. By how much does a weight move if its score does, "
        "where one key has it all?",
        _LARGE,
        (softmax_left_out,),
        (),
        "The softmax only normalises, so it hardly changes a gradient.",
        "Its Jacobian mixes the keys, and is nearly 0 where one has it all.",
    ),
    Mistake(
        "weights less what comes from upstream",
        "This is the slope of another loss, the cross-entropy.",
        "You know a formula by heart. Of which loss is it the slope, and which was "
        "named here?",
        _LARGE,
        (cross_entropy,),
        (),
        "The gradient of a softmax is the softmax less the target.",
        "That is softmax and cross-entropy in one; here other losses may follow.",
    ),
    Mistake(
        "a softmax that is passed twice",
        "The Jacobian is applied a second time.",
        "What is the same for every key does cancel, and the rest is too small. How "
        "many times does the way forward pass a softmax?",
        _LARGE,
        (passed_twice,),
    ),
    Mistake(
        "scores in the place of weights",
        "The formula is right, and it is fed with scores.",
        "Your formula has the right form. Which numbers are its w: those before the "
        "softmax or those after it?",
        _LARGE,
        (scores_for_weights,),
    ),
)
