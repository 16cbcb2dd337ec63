"""Attention with a mask, on forms of the mask that the student does not see."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import (
    first,
    in_double,
    mask,
    numbers,
    qkv,
    stairs,
)
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    only,
    untouched,
    value,
)

_CAUSAL = stairs(5, 5)


def drawn(seed: int, *shape: int) -> Tensor:
    """Draw a mask that hides about half, and nowhere a whole row."""
    visible = numbers(seed, *shape) > 0
    visible[..., -1] |= ~visible.any(dim=-1)
    return visible


def _far(hidden: float, shown: float) -> dict[str, Any]:
    """Put the scores of the first two keys, which are hidden, far from the others."""
    q, k = numbers(300, 3, 4), numbers(301, 5, 4)
    q[:, 0], k[:, 0] = 2.0, shown
    k[:2, 0] = hidden
    visible = ~first(5, 2, 2, 2)
    return {"q": q, "k": k, "v": numbers(302, 5, 6), "mask": visible}


def _edited(**change: Any) -> Probe:
    inputs = _far(0.0, 0.0)
    edits = {name: inputs[name].clone() for name in change}
    for name, amount in change.items():
        edits[name][:2] += amount
    return Probe(
        "hidden keys",
        f"Editing {' and '.join(change)} of hidden keys moves nothing.",
        inputs,
        moved_by(**edits),
    )


_FAINT = {**qkv(305, sizes=(3, 13, 7, 4)), "mask": drawn(308, 3, 13)}
_FAINT["k"] *= 4
_FAINT["v"] *= 100
_APART = {**qkv(355, sizes=(4, 5, 7, 6)), "mask": drawn(358, 4, 5)}
_APART["q"][1] *= 300
_EMPTY = drawn(310, 2, 1, 4, 5)
_EMPTY[1, :, 2] = False

MASKS = (
    Probe(
        "mask",
        "No query sees a later key.",
        {**qkv(310, 3, sizes=(5, 5, 7, 4)), "mask": _CAUSAL},
        value,
    ),
    Probe(
        "mask",
        "One row of the mask may serve all queries.",
        {**qkv(320, sizes=(7, 5, 3, 4)), "mask": drawn(323, 1, 5)},
        value,
    ),
    Probe(
        "mask",
        "Each example may have its own mask.",
        {**qkv(330, 3, sizes=(4, 5, 7, 2)), "mask": drawn(333, 3, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "A mask that hides nothing changes nothing.",
        {
            **qkv(340, 2, sizes=(4, 5, 7, 3)),
            "mask": first(5, 5, 5, 5, 5),
        },
        value,
    ),
    Probe(
        "mask",
        "The results have the dtype of q, k and v also with a mask.",
        {**in_double(qkv(350, sizes=(4, 5, 7, 6))), "mask": drawn(353, 4, 5)},
        value,
    ),
    Probe(
        "mask",
        "Of many visible keys each counts, also one with a small weight.",
        _FAINT,
        value,
        atol=1e-3,
    ),
    Probe(
        "mask",
        "One query may have scores far above those of the others.",
        _APART,
        value,
        atol=1e-3,
    ),
    Probe(
        "mask",
        "Visible scores may be as high as 300.",
        _far(0.0, 300.0),
        value,
        atol=1e-3,
    ),
    Probe(
        "hidden keys",
        "A hidden score may lie 90 above the rest.",
        _far(90.0, 0.0),
        value,
        atol=1e-4,
    ),
    Probe(
        "hidden keys",
        "A hidden score may lie 10 000 above the rest.",
        _far(10000.0, 0.0),
        value,
        atol=1e-3,
    ),
    Probe(
        "hidden keys",
        "Visible scores may lie below -10 000.",
        _far(0.0, -12000.0),
        value,
        atol=1e-2,
    ),
    Probe(
        "hidden keys",
        "A score of minus five million is found, if it is the only visible one.",
        {**_far(0.0, -5e6), "mask": mask(*[[0, 0, 0, 1, 0]] * 3)},
        value,
    ),
    _edited(k=7.0),
    _edited(v=1000.0),
    _edited(k=-300.0, v=-50.0),
    Probe(
        "empty row",
        "An empty row gives zeros, and its neighbours do not notice.",
        {**qkv(360, 2, 3, sizes=(4, 5, 7, 2)), "mask": _EMPTY},
        value,
    ),
    Probe(
        "empty row",
        "A whole example may be empty.",
        {
            **qkv(370, 3, sizes=(4, 5, 7, 2)),
            "mask": mask(True, False, True)[:, None, None].expand(3, 4, 5),
        },
        value,
    ),
    Probe(
        "empty row",
        "No query of any example may look at anything.",
        {**qkv(380, 2, sizes=(4, 5, 7, 2)), "mask": mask([0] * 5)},
        value,
    ),
    Probe(
        "empty row",
        "A single example may be empty.",
        {**qkv(390, sizes=(4, 5, 7, 6)), "mask": first(5, 0, 0, 0, 0)},
        value,
    ),
)
UNTOUCHED = (
    Probe(
        "input untouched",
        "q, k, v and the mask stay as they were.",
        {**qkv(395, 2, 3, sizes=(4, 5, 7, 2)), "mask": _EMPTY},
        untouched,
    ),
)
AXES = (
    Probe(
        "leading axes",
        "The mask (batch, 1, 1, key), with as many heads as examples.",
        {**qkv(400, 3, 3, sizes=(4, 5, 7, 2)), "mask": drawn(403, 3, 1, 1, 5)},
        value,
    ),
    Probe(
        "leading axes",
        "The mask (heads, query, key), with as many heads as examples.",
        {**qkv(410, 3, 3, sizes=(4, 5, 7, 2)), "mask": drawn(413, 3, 4, 5)},
        value,
    ),
    Probe(
        "leading axes",
        "The mask (batch, heads, query, key), all of them alike.",
        {**qkv(420, 4, 4, sizes=(4, 4, 4, 4)), "mask": drawn(423, 4, 4, 4, 4)},
        value,
    ),
    Probe(
        "leading axes",
        "Three leading axes, and a mask for the middle one.",
        {**qkv(430, 2, 3, 2, sizes=(4, 5, 3, 7)), "mask": drawn(433, 3, 1, 4, 5)},
        value,
    ),
    Probe(
        "gradient",
        "Gradients flow through a mask, and none through a hidden key.",
        {**qkv(440, 3, sizes=(5, 5, 7, 2)), "mask": _CAUSAL},
        gradient,
    ),
    Probe(
        "gradient",
        "From the weights, too, gradients flow back to q and k.",
        {**qkv(445, 3, sizes=(5, 5, 7, 2)), "mask": _CAUSAL},
        only("weights", look=gradient),
    ),
    Probe(
        "gradient",
        "Gradients flow through a mask for each example.",
        {**qkv(450, 2, 3, sizes=(4, 5, 7, 2)), "mask": drawn(453, 2, 1, 1, 5)},
        gradient,
    ),
)
ALONE = Probe(
    "batch independence",
    "A masked example gets the same answer alone as with others.",
    {**qkv(460, 4, sizes=(4, 4, 3, 5)), "mask": drawn(463, 4, 4, 4)},
    alone(2),
)
