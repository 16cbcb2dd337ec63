"""How mistakes look in the measures of softmax and scale."""

from functools import partial

from mutants.core import Mutant

mutant = partial(Mutant, file="scaling.py", tests=("test_03_scaling.py",))
VARIANCE = "Moments(0.0, d_k * q_variance * k_variance)"
JACOBIAN = "weights[..., :, None] * weights[..., None, :]"

MUTANTS = (
    mutant(
        "",
        "the spread taken for the variance",
        VARIANCE,
        "Moments(0.0, (d_k * q_variance * k_variance) ** 0.5)",
    ),
    mutant(
        "",
        "variance of the key left out",
        VARIANCE,
        "Moments(0.0, d_k * q_variance)",
    ),
    mutant(
        "",
        "0 ln 0 is NaN",
        "weights.masked_fill(weights == 0, 1.0).log()",
        "weights.log()",
    ),
    mutant(
        "", "the largest of a column", "weights.amax(dim=-1)", "weights.amax(dim=-2)"
    ),
    mutant("", "only the diagonal of the Jacobian", JACOBIAN, f"0 * {JACOBIAN}"),
)
ELSEWHERE: dict[str, str] = {}
