"""Residuals whose road or whose norm stands in the wrong place."""

from torch import Tensor

from transformer_grading.mistakes.blocks.parts import norm
from transformer_grading.mistakes.core import Mistake


def road_through_the_norm(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        x = norm(x, gain, bias)
        return x + x @ w
    return norm(x + x @ w, gain, bias)


def norm_read_again(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if not norm_first:
        return norm(x + x @ w, gain, bias)
    read = norm(x, gain, bias)
    return read + read @ w


def branch_normalised(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return x + norm(x @ w, gain, bias)


def branch_normalised_always(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    return x + norm(x @ w, gain, bias)


def branch_normalised_first(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x @ w, gain, bias)
    return norm(x + x @ w, gain, bias)


def always_last(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    return norm(x + x @ w, gain, bias)


def always_first(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    return x + norm(x, gain, bias) @ w


def exchanged(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return norm(x + x @ w, gain, bias)
    return x + norm(x, gain, bias) @ w


def no_road(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return norm(x, gain, bias) @ w
    return norm(x @ w, gain, bias)


def no_road_last(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x @ w, gain, bias)


def no_road_first(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return norm(x, gain, bias) @ w
    return norm(x + x @ w, gain, bias)


def no_norm(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    return x + x @ w


def no_norm_first(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + x @ w
    return norm(x + x @ w, gain, bias)


def no_norm_last(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return x + x @ w


def normalised_twice(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return norm(x + norm(x, gain, bias) @ w, gain, bias)
    return norm(x + x @ w, gain, bias)


def normalised_at_both_ends(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x + norm(x, gain, bias) @ w, gain, bias)


def three_norms(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    made = norm(x, gain, bias) @ w
    return norm(x + made, gain, bias)


def summands_normalised(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x, gain, bias) + norm(x @ w, gain, bias)


def road_normalised_last(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x, gain, bias) @ w
    return norm(x, gain, bias) + x @ w


def reads_what_was_added(
    x: Tensor, w: Tensor, gain: Tensor, bias: Tensor, norm_first: bool
) -> Tensor:
    if norm_first:
        return x + norm(x + x @ w, gain, bias)
    return norm(x + x @ w, gain, bias)


_PLACE = "Before or after"
_ROAD = "A road past every layer"

MISTAKES = (
    Mistake(
        "a norm on the branch alone",
        "What the sublayer makes is normalised, and neither what it reads nor the sum.",
        "There are two designs, and this is a third. What goes into the norm in each "
        "of the two?",
        _PLACE,
        (branch_normalised, branch_normalised_always, branch_normalised_first),
        ("D03",),
        "Post-LN normalises what the sublayer puts out.",
        "It normalises the sum of the token and what the sublayer puts out.",
    ),
    Mistake(
        "a road that begins behind the norm",
        "With the norm first, what is added to is no longer the token.",
        "Your sublayer reads the right thing. Let its matrix be zero: what should come "
        "out, the token or the normalised token?",
        _PLACE,
        (road_through_the_norm, norm_read_again),
        ("D01",),
        "Pre-LN normalises the token, and goes on with that.",
        "Only what the sublayer reads is normalised; the token itself stays on the "
        "road.",
    ),
    Mistake(
        "one design for both",
        "The result is the same whatever norm_first says.",
        "One of the two designs is right. Which of your lines asks for norm_first?",
        _PLACE,
        (always_last, always_first),
        (),
        "Before or after the sublayer, it is the same network.",
        "It is the same code with the norm moved, and another network.",
    ),
    Mistake(
        "the two designs in each other's place",
        "Norm first does what norm last should do, and the other way round.",
        "Both designs are there. In which of them is the norm the first thing that "
        "happens to the token?",
        _PLACE,
        (exchanged,),
    ),
    Mistake(
        "a sublayer without a road past it",
        "The token is replaced by what the sublayer makes of it.",
        "Let the matrix be zero: what is left of your token? What should lead past the "
        "sublayer?",
        _ROAD,
        (no_road, no_road_last, no_road_first),
    ),
    Mistake(
        "a norm left out",
        "Loud tokens make the sublayer add more.",
        "The road is there. Where does the design that fails want its norm?",
        _PLACE,
        (no_norm, no_norm_first, no_norm_last),
    ),
    Mistake(
        "a norm too many",
        "The token is normalised at both ends, or the summands are.",
        "Count the norms of your sublayer. How many has each design, and where?",
        _PLACE,
        (
            *(normalised_twice, normalised_at_both_ends, three_norms),
            *(summands_normalised, road_normalised_last),
        ),
    ),
    Mistake(
        "the norm of the sum, with the norm first",
        "The sublayer reads the raw token, and the sum is added once more.",
        "With the norm last you are right. With the norm first, what does the sublayer "
        "read?",
        _PLACE,
        (reads_what_was_added,),
    ),
)
