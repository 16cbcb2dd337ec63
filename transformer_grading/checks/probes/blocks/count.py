"""What the counts of parameters have to be."""

from typing import Any

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only, value

EXACT: dict[str, float] = {"atol": 0.5, "rtol": 0.0}
SHARE: dict[str, float] = {"atol": 1e-7, "rtol": 0.0}
WHOLE: dict[str, float] = {"atol": 1e-6, "rtol": 0.0}


def stack(
    layers: int, widths: tuple[int, int, int], decoder: bool, norm_first: bool = False
) -> dict[str, Any]:
    """Name the arguments of a count.

    Args:
        layers: Blocks.
        widths: d_model, heads and d_ff.
        decoder: Whether the blocks write.
        norm_first: Whether the norm comes first.
    """
    d_model, heads, d_ff = widths
    return {
        **{"layers": layers, "d_model": d_model, "heads": heads, "d_ff": d_ff},
        **{"decoder": decoder, "norm_first": norm_first},
    }


def width(d_model: int, d_ff: int) -> dict[str, int]:
    """Name the arguments of a width."""
    return {"d_model": d_model, "d_ff": d_ff}


PROBES = (
    Probe(
        "encoder",
        "One block that reads: an attention, a network and two norms.",
        stack(1, (2, 1, 3), False),
        only("total"),
        **EXACT,
    ),
    Probe(
        "encoder",
        "Three blocks have three times as many parameters as one.",
        stack(3, (6, 1, 5), False),
        only("total"),
        **EXACT,
    ),
    Probe(
        "encoder",
        "Two blocks with three heads.",
        stack(2, (6, 3, 24), False),
        only("total"),
        **EXACT,
    ),
    Probe(
        "decoder",
        "One block that writes: one attention and one norm more.",
        stack(1, (2, 1, 3), True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "decoder",
        "Four blocks that write, with two heads.",
        stack(4, (6, 2, 5), True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "norm first",
        "Two blocks that read, with the norm first.",
        stack(2, (2, 1, 3), False, True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "norm first",
        "Three blocks that write, with the norm first.",
        stack(3, (6, 3, 5), True, True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "share",
        "The part of all parameters that lies in the networks of a stack that reads.",
        stack(1, (2, 1, 3), False),
        only("share"),
        **SHARE,
    ),
    Probe(
        "share",
        "The same for a stack of three that writes, norm first.",
        stack(3, (6, 2, 24), True, True),
        only("share"),
        **SHARE,
    ),
)

WIDTHS = (
    Probe(
        "width",
        "Two matrices of 12 columns have as many parameters as three of 8.",
        width(2, 12),
        value,
        **WHOLE,
    ),
    Probe(
        "width",
        "Where it does not come out even, the network must not be larger.",
        width(5, 4),
        value,
        **WHOLE,
    ),
    Probe(
        "width",
        "The largest width that will do is asked for.",
        width(3, 5),
        value,
        **WHOLE,
    ),
    Probe(
        "width",
        "A narrow network, where it comes out even.",
        width(4, 3),
        value,
        **WHOLE,
    ),
    Probe(
        "width",
        "The network of the paper.",
        width(512, 2048),
        value,
        **WHOLE,
    ),
)
