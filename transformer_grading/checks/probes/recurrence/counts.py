"""What the counts of a stack of LSTM layers have to be."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only


def stack(tokens: int, d_model: int, hidden: int, layers: int) -> dict[str, int]:
    """Name the sizes of a stack and of its text."""
    return {"tokens": tokens, "d_model": d_model, "hidden": hidden, "layers": layers}


def _parameters(says: str, *sizes: int) -> Probe:
    counted = only("parameters")
    return Probe("parameters", says, stack(*sizes), counted, atol=0.5, rtol=0)


def _steps(says: str, *sizes: int) -> Probe:
    return Probe("steps", says, stack(*sizes), only("steps"), atol=0.5, rtol=0)


def _waiting(says: str, *sizes: int) -> Probe:
    return Probe("waiting", says, stack(*sizes), only("waiting"), atol=0.5, rtol=0)


PROBES = (
    _parameters("A layer has w_x, w_h and b, four blocks wide.", 3, 2, 3, 1),
    _parameters("The token may be wider than the state.", 5, 7, 2, 1),
    _parameters("The second layer reads the states of the first.", 3, 2, 3, 2),
    _parameters("Every layer above the first is alike.", 4, 5, 3, 6),
    _parameters("A longer text needs no more parameters.", 100, 2, 3, 2),
    _steps("One layer takes a step for each token.", 3, 2, 3, 1),
    _steps("Every layer takes a step for each token.", 5, 2, 3, 4),
    _waiting("One layer takes its steps one after the other.", 3, 2, 3, 1),
    _waiting("One token climbs the layers one after the other.", 1, 2, 3, 4),
    _waiting("Two layers can work at the same time.", 5, 2, 3, 2),
    _waiting("So can many layers.", 4, 5, 3, 7),
)
