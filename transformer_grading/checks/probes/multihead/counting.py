"""What counts of parameters and of multiply-adds have to be like."""

from collections.abc import Iterable

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.observing import Value

_WIDTHS = ("d_model", "n_heads", "d_k", "d_v")
_PARAMETERS = (*_WIDTHS, "bias")
_PRODUCTS = ("query", "key", *_WIDTHS)


def _counted(property: str, says: str, names: Iterable[str], *sizes: Value) -> Probe:
    # Counts are exact: half a parameter is no parameter.
    inputs = dict(zip(names, sizes, strict=True))
    return Probe(property, says, inputs, value, atol=0.5, rtol=0.0)


def parameters(property: str, says: str, *sizes: Value) -> Probe:
    """Count the parameters of a layer.

    Args:
        property: The property that the probe is about.
        says: What must hold.
        *sizes: d_model, n_heads, d_k, d_v and bias.
    """
    return _counted(property, says, _PARAMETERS, *sizes)


def products(property: str, says: str, *sizes: Value) -> Probe:
    """Count the multiply-adds of a layer.

    Args:
        property: The property that the probe is about.
        says: What must hold.
        *sizes: query, key, d_model, n_heads, d_k and d_v.
    """
    return _counted(property, says, _PRODUCTS, *sizes)


PARAMETERS = (
    parameters("matrices", "Four matrices, all heads included.", 4, 2, 3, 1, False),
    parameters("matrices", "The usual widths, d_model / h.", 512, 8, 64, 64, False),
    parameters("matrices", "Values may be wider than keys.", 6, 3, 2, 5, False),
    parameters("matrices", "There may be one head.", 7, 1, 3, 4, False),
    parameters("biases", "With a bias for each of the four.", 4, 2, 3, 1, True),
    parameters("biases", "The usual widths with biases.", 512, 8, 64, 64, True),
    parameters("biases", "Values wider than keys, with biases.", 6, 3, 2, 5, True),
)
PRODUCTS = (
    products("projections", "One key, no width alike.", 5, 1, 7, 2, 3, 4),
    products("projections", "Many keys, one query.", 1, 6, 7, 2, 3, 4),
    products("whole layer", "Two queries, three keys.", 2, 3, 4, 2, 3, 1),
    products("whole layer", "The usual widths.", 64, 64, 512, 8, 64, 64),
    products("whole layer", "One head of the same width.", 64, 64, 512, 1, 512, 512),
    products("whole layer", "Long sequences, narrow heads.", 999, 1000, 6, 3, 2, 5),
)
