"""Dropout around a sublayer that drops or stops wrongly."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def never_stops(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + added * keep / (1 - rate)


def never_stops_filled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + (added / (1 - rate)).masked_fill(~keep, 0.0)


def stops_dropping_only(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    kept = added * keep if training else added
    return x + kept / (1 - rate)


def stops_scaling_only(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    kept = added * keep
    return x + (kept / (1 - rate) if training else kept)


def only_in_use(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if training:
        return x + added
    return x + added * keep / (1 - rate)


def never_drops(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + added


def scales_alone(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    return x + (added / (1 - rate) if training else added)


def scaled_in_use(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added * (1 - rate)
    return x + added * keep


def scaled_in_both(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added * (1 - rate)
    return x + added * keep / (1 - rate)


def turned_round(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * ~keep / (1 - rate)


def turned_round_filled(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + (added / (1 - rate)).masked_fill(keep, 0.0)


def turned_round_with_its_rate(
    x: Tensor, added: Tensor, keep: Tensor, rate: float, training: bool
) -> Tensor:
    if not training:
        return x + added
    return x + added * ~keep / rate


_NOISE = "A little noise"

MISTAKES = (
    Mistake(
        "noise that does not stop after training",
        "In use the answer still depends on the mask.",
        "In training you are right. Which argument says that training is over, and "
        "which of your lines asks for it?",
        _NOISE,
        (never_stops, never_stops_filled, stops_dropping_only, stops_scaling_only),
        ("U01", "U05"),
        "Dropout knows by itself when training is over.",
        "It has to be told: a function that never asks drops for ever.",
    ),
    Mistake(
        "noise in use, and none in training",
        "Training is undisturbed, and every answer afterwards is.",
        "Both cases are there. In which of them should the mask count?",
        _NOISE,
        (only_in_use,),
    ),
    Mistake(
        "no noise at all",
        "keep and rate are taken, and nothing is dropped.",
        "In use you are right. What becomes of a feature in training where keep is "
        "False?",
        _NOISE,
        (never_drops, scales_alone),
        ("U04",),
    ),
    Mistake(
        "a scale that comes in use",
        "What is made up for in training is made up for later, or twice.",
        "There is such a recipe, and it is not the one asked for here. What should the "
        "function return when training is over?",
        _NOISE,
        (scaled_in_use, scaled_in_both),
    ),
    Mistake(
        "a mask turned round",
        "What should stay is dropped, and what should go stays.",
        "Is keep True where a feature stays, or where it goes?",
        _NOISE,
        (turned_round, turned_round_filled, turned_round_with_its_rate),
    ),
)
