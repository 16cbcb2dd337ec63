"""What a count of the parameters of a model has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value

EXACT: dict[str, float] = {"atol": 0.5, "rtol": 0.0}


def sizes(
    vocab: tuple[int, int | None],
    d_model: int,
    d_ff: int,
    blocks: int,
    *,
    bias: bool = True,
    tied: bool = True,
) -> dict[str, int | None]:
    """Name the sizes of a model.

    Args:
        vocab: Words of the source, and those of the target if it has its own.
        d_model: Features of a token.
        d_ff: Features inside the networks.
        blocks: Blocks on each side.
        bias: Whether there are biases.
        tied: Whether a table gives the scores.
    """
    return {
        "vocab": vocab[0],
        "target_vocab": vocab[1],
        "d_model": d_model,
        "d_ff": d_ff,
        "blocks": blocks,
        "bias": bias,
        "tied": tied,
    }


PROBES = (
    Probe(
        "blocks",
        "One block on each side, one table.",
        sizes((5, None), 2, 3, 1),
        value,
        **EXACT,
    ),
    Probe(
        "blocks",
        "Three blocks on each side, with narrow networks.",
        sizes((11, None), 7, 4, 3),
        value,
        **EXACT,
    ),
    Probe(
        "biases",
        "One block on each side without biases.",
        sizes((5, None), 2, 3, 1, bias=False),
        value,
        **EXACT,
    ),
    Probe(
        "biases",
        "Two blocks on each side without biases, and a matrix for the scores.",
        sizes((13, None), 6, 10, 2, bias=False, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "vocabularies",
        "A vocabulary for each language.",
        sizes((5, 7), 2, 3, 1),
        value,
        **EXACT,
    ),
    Probe(
        "vocabularies",
        "Two vocabularies of the same size are two.",
        sizes((5, 5), 2, 3, 1),
        value,
        **EXACT,
    ),
    Probe(
        "tied",
        "One table for words in, and a matrix for the scores.",
        sizes((5, None), 2, 3, 1, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "tied",
        "Two vocabularies, and a matrix for the scores of the target's words.",
        sizes((5, 7), 2, 3, 1, tied=False),
        value,
        **EXACT,
    ),
    Probe(
        "base model",
        "The base model has 63 082 496 parameters.",
        sizes((37_000, None), 512, 2048, 6),
        value,
        **EXACT,
    ),
)
