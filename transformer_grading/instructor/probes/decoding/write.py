"""Prompts to go on with that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.probes.decoding.sessions import (
    one_row,
    prompt_after,
    read,
    written,
)
from transformer_grading.checks.probes.decoding.write import told, writing

_LONG = writing(2110, whole([5, 7, 3, 4, 9, 8, 6]), whole([1, 9, 4, 4]), limit=15)
_EVEN = writing(
    2120, whole([5, 7, 3, 4], [4, 9, 8, 6], [3, 3, 5, 9]), whole([1], [1], [1])
)
_MIDDLE = writing(
    2130,
    whole([5, 7, 3, 0, 0, 0], [8, 3, 9, 4, 5, 6], [9, 4, 6, 7, 0, 0]),
    whole([1, 5], [1, 7], [1, 3]),
)
_LAST = writing(
    2140, whole([5, 7, 0, 0, 0], [8, 0, 0, 0, 0], [9, 4, 6, 7, 3]), whole([1], [1], [1])
)
_LAST_ID = writing(
    2150,
    whole([5, 7, 8, 6], [8, 3, 3, 3], [9, 9, 3, 3]),
    whole([6], [6], [6]),
    ids=(6, 10, 3),
)
_FIRST_ID = writing(
    2160, whole([5, 7, 8, 6], [8, 3, 4, 4]), whole([2, 8], [2, 5]), ids=(2, 0, 4)
)
_STOP_BEFORE = writing(
    2170, whole([5, 7, 3, 4, 6, 0], [8, 3, 9, 9, 0, 0]), whole([1, 2, 6], [2, 8, 4])
)
_TIGHT = writing(
    2180,
    whole([5, 7, 3, 4, 6], [8, 3, 9, 0, 0]),
    whole([1, 8, 6], [1, 3, 7]),
    max_len=3,
)
_TIGHTER = writing(
    2190, whole([5, 7, 3, 4, 6, 9], [8, 3, 0, 0, 0, 0]), whole([1], [1]), max_len=4
)
_AT_ONCE = writing(
    2195,
    whole([5, 7, 3, 4], [8, 3, 0, 0], [7, 6, 6, 0]),
    whole([1, 6, 2], [1, 9, 2], [1, 3, 4]),
)

PROBES = (
    Probe("words", "Four new tokens.", {**_EVEN, "limit": 4}, written),
    Probe("words", "One new token.", {**_LAST, "limit": 1}, written),
    Probe("prompt", "A prompt of four tokens.", {**_LONG, "limit": 3}, written),
    Probe("prompt", "Stops in the prompt.", {**_STOP_BEFORE, "limit": 2}, written),
    Probe("read once", "A long prompt.", {**_LONG, "limit": 3}, read),
    Probe("read once", "No more than needed.", _MIDDLE, read),
    Probe("ends", "One row stops by itself.", _LONG, written),
    Probe("ends", "Three rows stop together.", _EVEN, written),
    Probe("ends", "The row in the middle is the longest.", _MIDDLE, written),
    Probe("ends", "The last row is by far the longest.", _LAST, written),
    Probe("ends", "The stop has the largest id.", _LAST_ID, written),
    Probe("ends", "The stop has the id 0.", _FIRST_ID, written),
    Probe("ends", "Stops in the prompt, and behind it.", _STOP_BEFORE, written),
    Probe("ends", "The limit comes first for some.", {**_MIDDLE, "limit": 3}, written),
    Probe(
        "ends",
        "Padding inside.",
        told(
            [3, 9, 9, 4, 0],
            [9, 5, 0, 7, 7],
            [7, 3, 9, 6, 9],
            prompt=whole([1, 4], [1, 6], [1, 7]),
            ids=(0, 9),
            limit=5,
        ),
        written,
    ),
    Probe(
        "ends",
        "Padding alone.",
        told([7, 3, 3, 3], [3, 3, 3, 3], prompt=whole([1], [1]), ids=(10, 3), limit=3),
        written,
    ),
    Probe("room", "The prompt takes all the room.", _TIGHT, written),
    Probe("room", "One row stops before the room is used up.", _TIGHTER, written),
    Probe("ends", "A stop at once, behind another one.", _AT_ONCE, written),
    Probe(
        "prompt", "Stops at the end of the prompt.", {**_AT_ONCE, "limit": 2}, written
    ),
    Probe("rows apart", "The shortest alone.", _LAST, one_row(1)),
    Probe("rows apart", "The longest alone.", _MIDDLE, one_row(1)),
    Probe("rows apart", "A row with another padding.", _LAST_ID, one_row(2)),
    Probe("input untouched", "The prompt stays as it was.", _MIDDLE, prompt_after),
)
