"""What a loop that goes on with a prompt has to be like."""

from typing import Any

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import whole
from transformer_grading.checks.probes.decoding.sessions import (
    VOCAB,
    Session,
    Told,
    one_row,
    prompt_after,
    read,
    written,
)
from transformer_grading.checks.probes.transformer.scripted import Scripted


def writing(
    seed: int,
    source: Tensor,
    prompt: Tensor,
    *,
    ids: tuple[int, int, int] = (1, 2, 0),
    limit: int = 9,
    max_len: int = 4000,
) -> dict[str, Any]:
    """Let a scripted session go on with a prompt.

    Args:
        seed: The seed of its model.
        source: What it writes about: as many words as there are, and then a stop.
        prompt: How each row begins.
        ids: Start, stop and padding.
        limit: The most new tokens.
        max_len: The most tokens that it can read.
    """
    bos, eos, pad = ids
    session = Session(Scripted(seed, VOCAB, bos, eos, pad), source, max_len)
    return {
        "session": session.open(),
        "prompt": prompt,
        "eos": eos,
        "pad": pad,
        "limit": limit,
    }


def told(
    *rows: list[int],
    prompt: Tensor,
    ids: tuple[int, int] = (2, 0),
    limit: int = 4,
) -> dict[str, Any]:
    """Let a session write what it was told.

    Args:
        *rows: What each row writes.
        prompt: How each row begins.
        ids: Stop and padding.
        limit: The most new tokens.
    """
    eos, pad = ids
    return {
        "session": Told(whole(*rows), prompt.shape[1]),
        "prompt": prompt,
        "eos": eos,
        "pad": pad,
        "limit": limit,
    }


_ONE = writing(110, whole([5, 7, 3, 4]), whole([1]))
_EVEN = writing(120, whole([5, 7, 3], [4, 9, 8]), whole([1], [1]))
_BEGUN = whole([5, 7, 3, 4, 6], [8, 3, 9, 9, 5]), whole([1, 8], [1, 3])
_PROMPT = writing(130, *_BEGUN)
_FOUR, _TWO = writing(130, *_BEGUN, max_len=4), writing(130, *_BEGUN, max_len=2)
_FIRST_LONG = writing(
    140, whole([5, 7, 3, 4, 6], [8, 3, 0, 0, 0], [9, 4, 6, 0, 0]), whole([1], [1], [1])
)
_LAST_LONG = writing(
    150, whole([5, 7, 0, 0], [8, 3, 9, 0], [4, 4, 6, 3]), whole([1, 6], [1, 4], [1, 7])
)
_LAST_ID = writing(160, whole([5, 7, 1], [8, 1, 1]), whole([4], [4]), ids=(4, 10, 1))
_FIRST_ID = writing(
    170,
    whole([5, 9, 9, 9], [1, 3, 9, 4], [6, 2, 9, 9]),
    whole([7], [7], [7]),
    ids=(7, 0, 9),
)
_STOP_BEFORE = writing(
    180, whole([5, 7, 3, 4, 6], [8, 3, 9, 9, 0]), whole([1, 2, 6], [1, 8, 2])
)
_AT_ONCE = writing(190, whole([5, 0, 0], [8, 3, 4]), whole([1, 8], [1, 6]))

PROBES = (
    Probe("words", "One row, and no stop in sight.", {**_ONE, "limit": 3}, written),
    Probe("words", "Two rows, one new token.", {**_EVEN, "limit": 1}, written),
    Probe("prompt", "A prompt of two tokens.", {**_PROMPT, "limit": 3}, written),
    Probe(
        "prompt",
        "A stop inside the prompt ends nothing.",
        {**_STOP_BEFORE, "limit": 2},
        written,
    ),
    Probe(
        "read once",
        "Each token of a row is read once, and the last new one is not read at all.",
        {**_PROMPT, "limit": 3},
        read,
    ),
    Probe("ends", "One row: nothing stands behind its stop.", _ONE, written),
    Probe("ends", "Two rows that stop at the same step.", _EVEN, written),
    Probe("ends", "The first row is the longest.", _FIRST_LONG, written),
    Probe("ends", "The last row is the longest.", _LAST_LONG, written),
    Probe("ends", "The stop has the largest id.", _LAST_ID, written),
    Probe("ends", "The first new token of a row is its stop.", _AT_ONCE, written),
    Probe("ends", "The stop has the id 0.", _FIRST_ID, written),
    Probe(
        "ends",
        "The limit comes before some stops.",
        {**_LAST_LONG, "limit": 3},
        written,
    ),
    Probe(
        "ends",
        "A stop inside the prompt, and rows of unlike lengths.",
        _STOP_BEFORE,
        written,
    ),
    Probe(
        "ends",
        "A row may write the id of padding, and go on.",
        told([5, 0, 6, 2], [5, 6, 7, 0], prompt=whole([1], [1])),
        written,
    ),
    Probe(
        "ends",
        "The id of padding comes last, from a row that is alive.",
        told([5, 7, 0, 0, 4], [8, 0, 0, 0, 6], prompt=whole([1, 8], [1, 3])),
        written,
    ),
    Probe(
        "room",
        "The session can read four tokens: two of the prompt and two new ones.",
        _FOUR,
        written,
    ),
    Probe(
        "room",
        "The prompt takes all the room: one token can still be written.",
        _TWO,
        written,
    ),
    Probe(
        "rows apart",
        "A short row gives the same tokens alone as beside a longer one.",
        _FIRST_LONG,
        one_row(1),
    ),
    Probe("rows apart", "So does the last one.", _FIRST_ID, one_row(2)),
    Probe("input untouched", "The prompt stays as it was.", _LAST_LONG, prompt_after),
)
