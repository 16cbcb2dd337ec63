"""Stacks and widths that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only, value
from transformer_grading.checks.probes.blocks.count import (
    EXACT,
    SHARE,
    WHOLE,
    stack,
    width,
)

COUNTS = (
    Probe(
        "encoder",
        "The encoder of a base model, with eight heads.",
        stack(6, (512, 8, 2048), False),
        only("total"),
        **EXACT,
    ),
    Probe(
        "encoder",
        "Five narrow blocks with wide networks.",
        stack(5, (12, 4, 100), False),
        only("total"),
        **EXACT,
    ),
    Probe(
        "decoder",
        "The decoder of a base model, with eight heads.",
        stack(6, (512, 8, 2048), True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "decoder",
        "Two blocks whose networks are narrower than a token.",
        stack(2, (20, 5, 7), True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "norm first",
        "A large stack that reads, norm first.",
        stack(24, (1024, 16, 4096), False, True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "norm first",
        "One block that writes, norm first.",
        stack(1, (15, 3, 50), True, True),
        only("total"),
        **EXACT,
    ),
    Probe(
        "share",
        "The share of the networks in a stack that reads.",
        stack(4, (10, 2, 70), False),
        only("share"),
        **SHARE,
    ),
    Probe(
        "share",
        "The share of the networks in a stack that writes.",
        stack(7, (10, 5, 13), True),
        only("share"),
        **SHARE,
    ),
    Probe(
        "share",
        "The share of the networks, norm first.",
        stack(2, (9, 3, 4), False, True),
        only("share"),
        **SHARE,
    ),
)

WIDTHS = (
    Probe("width", "It comes out even.", width(7, 300), value, **WHOLE),
    Probe("width", "One column is left over.", width(64, 257), value, **WHOLE),
    Probe("width", "Two columns are left over.", width(11, 44), value, **WHOLE),
    Probe("width", "A large network.", width(4096, 16384), value, **WHOLE),
    Probe("width", "A narrow network.", width(100, 7), value, **WHOLE),
    Probe("width", "There may be room for nothing.", width(5, 1), value, **WHOLE),
    Probe("width", "Four times as wide as a token.", width(6, 24), value, **WHOLE),
)
