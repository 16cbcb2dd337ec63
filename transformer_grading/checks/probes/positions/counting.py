"""What the counts of parameters and of slow hands have to be."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value


def counted(says: str, max_len: int, d_model: int) -> Probe:
    """Ask for the counts of one size.

    Args:
        says: What is special about it.
        max_len: Positions.
        d_model: Features of a position.
    """
    inputs: dict[str, Any] = {"max_len": max_len, "d_model": d_model}
    return Probe("value", says, inputs, value, atol=0.01, rtol=0.0)


PROBES = (
    counted("With four columns the wavelengths are 6.3 and 628.", 100, 4),
    counted("With many columns there are many hands between.", 100, 64),
    counted("Of seven hands the third needs 87 positions, the fourth 325.", 100, 14),
    counted("A wave of 6.28 positions does not fit into 6.", 6, 2),
    counted("A wave of 6.28 positions fits into 7.", 7, 2),
    counted("Every hand may be too slow.", 5, 10),
    counted("With a single position no hand comes round.", 1, 12),
    counted("Every hand may finish a turn.", 50_000, 8),
    counted("All hands may finish one long before the end.", 100_000, 8),
)
