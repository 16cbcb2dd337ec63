"""What queries and keys have to be like after they were turned."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import alone, gradient, untouched, value
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)


def drawn(seed: int, batch: int, seq: int, most: int = 40) -> Tensor:
    """Draw rising positions, other ones for each sequence.

    Args:
        seed: The seed.
        batch: Sequences.
        seq: Tokens of a sequence.
        most: The largest position.
    """
    drawn = numbers(seed, batch, most + 1).argsort(dim=-1)[:, :seq]
    return drawn.sort(dim=-1).values


def turned(
    seed: int, batch: int, heads: int, seq: int, d_k: int, most: int = 40
) -> dict[str, Any]:
    """Draw what is turned, and its positions.

    Args:
        seed: The seed.
        batch: Sequences.
        heads: Heads.
        seq: Tokens of a sequence.
        d_k: Features of a query or key.
        most: The largest position.
    """
    x = numbers(seed, batch, heads, seq, d_k)
    return {"x": x, "positions": drawn(seed + 1, batch, seq, most)}


def transposed(inputs: dict[str, Any]) -> dict[str, Any]:
    """Lay x out in memory as heads are that come from a transpose."""
    return {**inputs, "x": inputs["x"].transpose(1, 2).contiguous().transpose(1, 2)}


def in_bfloat16(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the result for features with few digits.

    They lose their digits here and not before, so that a tensor made without naming a
    dtype is float32, as it would be in a model of bfloat16.
    """
    return call(*{**inputs, "x": inputs["x"].bfloat16()}.values())


def scores_moved_by(steps: int, seed: int) -> Observe:
    """Observe by how much scores change when queries and keys both move along.

    Args:
        steps: How far they move.
        seed: For the keys.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        queries, positions, *more = inputs.values()
        keys = numbers(seed, *queries.shape).to(queries.dtype)

        def turn(x: Tensor, moved: int) -> Tensor:
            (seen,) = call(x.clone(), positions + moved, *more).values()
            if seen.shape != x.shape:
                says = f"It came back with shape {tuple(seen.shape)}, not that of x."
                raise UnusableError("shape", says)
            return seen

        here = turn(queries, 0) @ turn(keys, 0).mT
        there = turn(queries, steps) @ turn(keys, steps).mT
        return {"the scores": here, "the change of the scores": there - here}

    return observe


BY_HAND = {
    "x": tensor([[[1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]]),
    "positions": whole([0, 1, 2]),
}
# Angles in float32 are off by a few millionths at position 40.
NEARLY = {"atol": 1e-4}
# At position 9000 they are off by about a thousandth.
FAR_ALONG = {"atol": 0.02, "rtol": 0.0}
# Sums of products of numbers that were each rounded to 8 binary digits.
FEW_DIGITS = {"atol": 0.1, "rtol": 0.0}

PROBES = (
    Probe(
        "value",
        "(1, 0) stays at place 0, and is (cos 1, sin 1) at place 1.",
        BY_HAND,
        value,
    ),
    Probe(
        "value",
        "All sizes differ: three heads on two sequences.",
        turned(210, 2, 3, 5, 6),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "There may be as many heads as sequences, and as many tokens as features.",
        turned(220, 3, 3, 4, 4),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "Heads come from a transpose, so x need not lie in memory in one piece.",
        transposed(turned(225, 2, 3, 5, 4)),
        value,
        **NEARLY,
    ),
    Probe(
        "value",
        "From x in float64 comes a result in float64.",
        in_double(BY_HAND),
        value,
    ),
    Probe(
        "base",
        "With base 100 the second of two pairs turns by 1/10 a place.",
        {
            "x": tensor([[[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]]),
            "positions": whole([1, 3]),
            "base": 100.0,
        },
        value,
    ),
    Probe(
        "distance",
        "Move queries and keys 300 places along, and no score changes.",
        turned(230, 2, 3, 4, 6),
        scores_moved_by(300, 232),
        atol=2e-3,
    ),
    Probe(
        "positions",
        "Each sequence has places of its own, and they may have gaps.",
        {
            "x": numbers(240, 2, 2, 3, 4),
            "positions": whole([0, 1, 2], [5, 6, 9]),
        },
        value,
    ),
    Probe(
        "positions",
        "Places come in any order, and two tokens may share one.",
        {
            "x": numbers(242, 2, 3, 4, 6),
            "positions": whole([2, 0, 1, 3], [9, 5, 5, 7]),
        },
        value,
    ),
    Probe(
        "positions",
        "Places may be thousands of tokens along.",
        {
            "x": numbers(244, 2, 3, 4, 6),
            "positions": whole([5000, 5001, 7000, 9000], [0, 1, 4096, 8192]),
        },
        value,
        **FAR_ALONG,
    ),
    Probe(
        "positions",
        "A sequence gets the same answer alone as with others.",
        turned(250, 3, 2, 4, 6),
        alone(2),
        **NEARLY,
    ),
    Probe(
        "few digits",
        "From x in bfloat16 comes bfloat16, and near place 900 it is still right.",
        {"x": numbers(260, 2, 3, 4, 6), "positions": drawn(261, 2, 4) + 860},
        in_bfloat16,
        **FEW_DIGITS,
    ),
    Probe(
        "input untouched",
        "x and the positions stay as they were.",
        turned(270, 2, 3, 4, 6),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow back to x.",
        {**turned(280, 2, 3, 4, 6), "base": 50.0},
        gradient,
        **NEARLY,
    ),
)
