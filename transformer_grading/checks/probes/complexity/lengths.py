"""What the lengths have to be like at which two costs meet."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only, value

# Any order of the operations will do: a length is off by far less than this.
NEARLY = {"atol": 1e-3, "rtol": 1e-6}


def sizes(d_model: int, d_ff: int, hidden: int) -> dict[str, int]:
    """Name the sizes of a block and of an LSTM."""
    return {"d_model": d_model, "d_ff": d_ff, "hidden": hidden}


PROBES = (
    Probe(
        "half a block",
        "At this length scores and average are half of the work of an encoder block.",
        sizes(4, 10, 6),
        only("half"),
        **NEARLY,
    ),
    Probe(
        "half a block",
        "With d_ff = 4 · d_model it is the number of the chapter, 6 · d_model.",
        sizes(8, 32, 8),
        only("half"),
        **NEARLY,
    ),
    Probe(
        "LSTM",
        "At this length attention with its projections and the LSTM do the same work.",
        sizes(4, 10, 6),
        only("lstm"),
        **NEARLY,
    ),
    Probe(
        "LSTM",
        "With a state as wide as a token it is the number of the chapter, 2 · d_model.",
        sizes(8, 32, 8),
        only("lstm"),
        **NEARLY,
    ),
    Probe(
        "fractions",
        "A length need not be a whole number.",
        sizes(7, 3, 6),
        value,
        **NEARLY,
    ),
    Probe(
        "never",
        "A narrow LSTM does less work from the first token on: the length is 0.",
        sizes(10, 12, 4),
        only("lstm"),
        **NEARLY,
    ),
    Probe(
        "never",
        "It is 0 as well where the two cost nearly the same for one token.",
        sizes(5, 9, 3),
        only("lstm"),
        **NEARLY,
    ),
)
