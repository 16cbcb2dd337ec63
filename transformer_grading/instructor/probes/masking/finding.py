"""Padding and leaks to be found that the student does not see."""

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import mask, numbers, stairs, tensor
from transformer_grading.checks.observations import untouched, value
from transformer_grading.checks.probes.masking.fitting import drawn_ids, padded, square
from transformer_grading.checks.probes.masking.leaks import edited, honest
from transformer_grading.checks.probes.masking.padding import embedded


def cancelling(x: Tensor) -> Tensor:
    """Make every second row of numbers add up to zero, in small whole numbers."""
    x = (x * 4).round()
    x[:, ::2, -1] = -x[:, ::2, :-1].sum(dim=-1)
    return x


_IDS = padded(drawn_ids(300, 8, 3, 5), 6, 5, 2, 3)
_X = numbers(310, 3, 5, 4)
_FRONT = padded(drawn_ids(301, 6, 4, 6), 3, -6, -2, -4, -1)
_BLANK = numbers(311, 4, 6, 3) * (_FRONT % 2 == 1)[..., None]
_SQUARE = padded(drawn_ids(302, 5, 4, 4), 0, 4, 1, 2, 3)
_ALL_ALIKE = numbers(313, 1, 1, 5).expand(4, 4, 5).contiguous()

REPAIRED = (
    Probe(
        "value",
        "Padding is hidden from every query.",
        embedded(_X * (_IDS != 6)[..., None], _IDS, 6),
        square,
    ),
    Probe(
        "any numbers",
        "Padding is hidden, though positions were added to it.",
        embedded(_X, _IDS, 6),
        square,
    ),
    Probe(
        "any numbers",
        "A word is seen, though its numbers cancel.",
        embedded(cancelling(_X), _IDS, 6),
        square,
    ),
    Probe(
        "any numbers",
        "A word is seen, though it is all zeros; padding stands in front.",
        embedded(_BLANK, _FRONT, 3),
        square,
    ),
    Probe(
        "any numbers",
        "All places may have the same numbers.",
        embedded(_ALL_ALIKE, _SQUARE, 0),
        square,
    ),
    Probe(
        "input untouched",
        "x and ids stay as they were.",
        embedded(_X, _IDS, 6),
        untouched,
    ),
)

_BEFORE = numbers(320, 3, 5, 4)
# Four numbers of which the last is larger by 3 than the first.
_WHOLE = tensor(*[[[1, 2, 3, 4]] * 5] * 3)
_ONES = tensor(*[[[1, 1, 1, 1]] * 5] * 3)
_PAST = stairs(5, 5)[None, None]
_THREE = torch.stack(
    [_PAST[0], _PAST[0] & mask(1, 1, 1, 1, 0), _PAST[0] & mask(0, 0, 1, 1, 1)]
)
_KEPT = torch.stack([stairs(3, 8, 5), stairs(3, 8, 5) & ~stairs(3, 8, 1)])[:, None]
_OUT = numbers(321, 2, 3, 6)
_SQUARE_OUT = numbers(322, 4, 4, 4)
_SQUARE_MASK = (numbers(323, 4, 1, 4, 4) > 0) | stairs(4, 4, -2)

LEAKS = (
    Probe(
        "leaks",
        "Leaks of the future and of padding.",
        edited(
            *(_BEFORE, _THREE, (3, 0, 1, 0, 0.5), (3, 0, 1, 1, 0.5)),
            *((3, 0, 1, 2, 0.5), (3, 0, 1, 3, 0.5)),
            *((4, 1, 4, 0, 0.7), (0, 0, 2, 1, 0.6)),
            *((0, 2, 4, 3, -0.2), (1, 0, 3, 1, 2.0), (4, 2, 0, 1, 1.0)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "There may be more inputs than outputs.",
        edited(
            *(_OUT, _KEPT, (7, 0, 0, 4, 1.0), (6, 0, 0, 5, 1.0), (0, 1, 1, 2, 1.0)),
            *((5, 1, 0, 0, 3.0), (1, 0, 2, 1, -4.0)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "One mask may stand for all texts.",
        edited(_BEFORE, _PAST, (4, 2, 1, 0, 1.0), (3, 1, 0, 2, 1.0)),
        value,
    ),
    Probe(
        "leaks",
        "There may be a single output.",
        edited(
            *(numbers(325, 3, 1, 4), (numbers(326, 3, 1, 1, 6) > 0)),
            *((j, j % 3, 0, j % 4, 1.0) for j in range(6)),
        ),
        value,
    ),
    Probe(
        "leaks",
        "All sizes may be the same.",
        edited(
            *(_SQUARE_OUT, _SQUARE_MASK),
            *((i, (i + 2 * j) % 4, j, 3 - i, 1.0) for i in range(4) for j in range(4)),
        ),
        value,
    ),
    Probe(
        "allowed",
        "What moved because it may look is no leak.",
        honest(324, _BEFORE, _THREE),
        value,
    ),
    Probe(
        "allowed",
        "Each text is held against its own mask.",
        edited(
            *(_BEFORE, _THREE, (4, 0, 4, 0, 1.0), (4, 2, 4, 1, 1.0), (0, 1, 3, 2, 1.0)),
            *((1, 2, 3, 0, 1.0), (0, 0, 0, 1, 1.0)),
        ),
        value,
    ),
    Probe(
        "any change",
        "Changes that cancel are changes, and so are numbers that change places.",
        edited(
            *(_WHOLE, _THREE, (4, 0, 1, 0, 3.0), (4, 0, 1, 3, -3.0)),
            *((2, 0, 0, 2, 1.5), (2, 1, 0, 2, -1.5)),
        ),
        value,
    ),
    Probe(
        "any change",
        "An output that gets shorter has changed.",
        edited(
            *(_ONES, _THREE, (4, 0, 1, 0, -0.5), (4, 0, 1, 1, -0.5)),
            *((4, 0, 1, 2, -0.5), (4, 0, 1, 3, -0.5)),
        ),
        value,
    ),
    Probe(
        "any change",
        "Changes downward are changes, and so are changes of one number.",
        edited(_BEFORE, _THREE, (3, 1, 2, 3, -1.0), (4, 2, 3, 0, -0.01)),
        value,
    ),
    Probe(
        "any change",
        "The smallest change is a change.",
        edited(_BEFORE.sign() + 2, _THREE, (3, 1, 2, 1, 5e-7), (2, 0, 1, 2, -5e-7)),
        value,
    ),
    Probe(
        "any change",
        "In float64 a change may be smaller yet.",
        edited(_BEFORE.double(), _THREE, (3, 1, 2, 1, 4e-13), (2, 0, 1, 2, -3e-13)),
        value,
    ),
    Probe(
        "any change",
        "A change may be so small that its square is 0.",
        edited(0 * _BEFORE, _THREE, (4, 1, 3, 1, 2e-29), (1, 0, 0, 2, -3e-30)),
        value,
    ),
    Probe(
        "input untouched",
        "before, after and mask stay as they were.",
        edited(_BEFORE, _THREE, (3, 1, 2, 3, -1.0), (4, 2, 3, 0, 1.0)),
        untouched,
    ),
)
