"""What reading a text from both ends has to be like."""

from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor, whole
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.recurrence.rnn import WEIGHTS


def readers(
    seed: int, seq: int, d_model: int, hidden: int, *lengths: int
) -> dict[str, Tensor]:
    """Draw texts of some lengths, and two readers.

    Args:
        seed: The seed.
        seq: Tokens, padding included.
        d_model: Features of a token.
        hidden: Features of a reader's state.
        *lengths: How many tokens each text has.
    """
    return {
        "x": numbers(seed, len(lengths), seq, d_model),
        "lengths": whole(*lengths),
        "w_x": numbers(seed + 1, 2, d_model, hidden) / 2,
        "w_h": numbers(seed + 2, 2, hidden, hidden) / 2,
        "b": numbers(seed + 3, 2, hidden) / 2,
    }


BY_HAND = {
    "x": tensor([[1], [2], [9]]),
    "lengths": whole(2),
    "w_x": tensor([[1]], [[1]]),
    "w_h": tensor([[0.5]], [[-1]]),
    "b": tensor([0], [0]),
}
_FULL = {**BY_HAND, "lengths": whole(3)}
_PADDED = readers(40, 5, 2, 3, 3, 5, 2)
_EDITED = _PADDED["x"].clone()
_EDITED[0, 3:] = 7.0
_EDITED[2, 2:] = -5.0

PROBES = (
    Probe(
        "value",
        "Without padding one reader starts at the first token, one at the last.",
        _FULL,
        value,
    ),
    Probe(
        "value",
        "All sizes differ, and there is no padding.",
        readers(10, 4, 2, 5, 4, 4, 4),
        value,
    ),
    Probe(
        "value",
        "All sizes are the same, and there is no padding.",
        readers(20, 3, 3, 3, 3, 3, 3),
        value,
    ),
    Probe(
        "value",
        "From inputs in float64 come outputs in float64.",
        in_double(_FULL),
        value,
    ),
    Probe(
        "own end",
        "The second reader starts at the text's own last token.",
        BY_HAND,
        value,
    ),
    Probe(
        "own end",
        "Every text has an end of its own.",
        readers(30, 5, 2, 3, 5, 2, 4, 1),
        value,
    ),
    Probe(
        "own end",
        "Editing the padding moves nothing.",
        _PADDED,
        moved_by(x=_EDITED),
    ),
    Probe(
        "own end",
        "A token of zeros is a token like any other.",
        {**BY_HAND, "x": tensor([[1], [0], [9]]), "b": tensor([0.5], [-0.5])},
        value,
    ),
    Probe(
        "own end",
        "A text may be empty: its outputs are all zero.",
        readers(50, 3, 2, 4, 2, 0, 3),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        readers(60, 4, 2, 3, 4, 2, 3),
        alone(1, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, the lengths, the matrices and b stay as they were.",
        readers(70, 4, 2, 3, 3, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to every token and to both readers, and none to padding.",
        readers(80, 4, 2, 3, 3, 4, 2),
        gradient,
    ),
)
