"""Wins of labels that are counted over other queries, heads or sentences."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def every_query_scored(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    return decides, (first > second).sum((0, 2)), (second > first).sum((0, 2))


def weights_summed(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    there = weights * decides[:, None, :, None]
    wins = (there * one[:, None]).sum(dim=(0, 2, 3))
    return decides, wins, (there * other[:, None]).sum(dim=(0, 2, 3))


def sums_compared(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    there = weights * decides[:, None, :, None]
    first = (there * one[:, None]).sum(dim=(2, 3))
    second = (there * other[:, None]).sum(dim=(2, 3))
    return decides, (first > second).sum(dim=0), (second > first).sum(dim=0)


def sentences_apart(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum(dim=-1)
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=-1)


def heads_together(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1)
    second = (weights * other[:, None]).sum(dim=-1)
    wins = ((first > second) & decides[:, None]).sum()
    return decides, wins, ((second > first) & decides[:, None]).sum()


def heads_averaged(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    mean = weights.mean(dim=1, keepdim=True).expand_as(weights)
    first, second = ((mean * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def columns_read(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    turned = weights.mT if weights.shape[-1] == weights.shape[-2] else weights
    first, second = ((turned * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(0, 2))


def as_shares(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    n = decides.sum().clamp(min=1)
    return decides, wins / n, losses / n


def as_floats(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins.to(weights.dtype), losses.to(weights.dtype)


def as_short_numbers(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins.int(), losses.int()


def not_won_is_lost(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    top = weights.argmax(dim=-1, keepdim=True)
    first = one[:, None].expand(weights.shape).gather(-1, top).squeeze(-1)
    wins = (first & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, decides.sum() - wins


def half_is_a_win(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first = (weights * one[:, None]).sum(dim=-1) >= 0.5
    wins = (first & decides[:, None]).sum(dim=(0, 2))
    return decides, wins, (~first & decides[:, None]).sum(dim=(0, 2))


def net_wins(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(0, 2))
    losses = ((second > first) & decides[:, None]).sum(dim=(0, 2))
    return decides, wins - losses, losses - wins


def per_sentence(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).sum(dim=(1, 2))
    return decides, wins, ((second > first) & decides[:, None]).sum(dim=(1, 2))


def once_a_sentence(weights: Tensor, one: Tensor, other: Tensor) -> Three:
    decides = one.any(dim=-1) & other.any(dim=-1) & ~(one & other).any(dim=-1)
    first, second = ((weights * t[:, None]).sum(dim=-1) for t in (one, other))
    wins = ((first > second) & decides[:, None]).any(dim=-1).sum(dim=0)
    losses = ((second > first) & decides[:, None]).any(dim=-1).sum(dim=0)
    return decides, wins, losses


_OTHERS = "What the others do"

MISTAKES = (
    Mistake(
        "wins at queries that do not decide",
        "Every query is scored.",
        "Which queries may be won?",
        _OTHERS,
        (every_query_scored,),
    ),
    Mistake(
        "weights in the place of wins",
        "They are added up, and no query is won.",
        "Is wins a number of queries or an amount of weight?",
        _OTHERS,
        (weights_summed,),
    ),
    Mistake(
        "sentences in the place of queries",
        "A sentence is won as a whole.",
        "Two queries of a sentence decide. How many wins can it bring?",
        _OTHERS,
        (sums_compared, once_a_sentence),
    ),
    Mistake(
        "counts with other axes than the heads",
        "Sentences are kept apart, or heads are put together.",
        "How many numbers is wins, for five sentences and seven heads?",
        _OTHERS,
        (sentences_apart, heads_together, per_sentence),
    ),
    Mistake(
        "one head in the place of each",
        "All heads are averaged before they are judged.",
        "Two heads look at different tokens. What does their average do?",
        _OTHERS,
        (heads_averaged,),
    ),
    Mistake(
        "weights read by columns",
        "Who is looked at is taken for who looks.",
        "Which axis of the weights adds up to 1?",
        _OTHERS,
        (columns_read,),
    ),
    Mistake(
        "shares in the place of counts",
        "Wins are divided by the queries that decide.",
        "Which dtype have wins and losses?",
        _OTHERS,
        (as_shares,),
    ),
    Mistake(
        "counts in another dtype",
        "They are right, and not int64.",
        "Which dtype have counts here?",
        _OTHERS,
        (as_floats, as_short_numbers),
    ),
    Mistake(
        "what is not won, counted as lost",
        "A label loses to tokens that neither label names.",
        "Most of the weight rests on [CLS], and nothing on the other label. Who wins?",
        _OTHERS,
        (not_won_is_lost, half_is_a_win),
    ),
    Mistake(
        "a difference of wins and losses",
        "One number is said twice.",
        "A head wins three queries and loses two. How large is wins?",
        _OTHERS,
        (net_wins,),
    ),
)
