"""How known mistakes look in counting costs, and in attention tile by tile."""

from functools import partial

from mutants.core import Mutant

layers = partial(Mutant, file="complexity/layers.py", tests=("test_08_complexity.py",))
tiled = partial(Mutant, file="complexity/tiled.py", tests=("test_tiled_attention.py",))
PAIRS = "(query * (query - 1) // 2 if causal else 0)"

MUTANTS = (
    layers("Z02", "half the square unasked", PAIRS, "query * (query - 1) // 2"),
    layers("Z02", "the whole square though asked", PAIRS, "0"),
    layers(
        "Z04",
        "a bias forgotten",
        "parameters=(d_model + hidden + 2)",
        "parameters=(d_model + hidden + 1)",
    ),
    layers("Z04", "a gate forgotten", "multiply_adds=4 * seq", "multiply_adds=3 * seq"),
    layers(
        "Z07",
        "projections forgotten",
        "multiply_adds=(query + 2 * key) * d_model**2,",
        "",
    ),
    tiled(
        "",
        "earlier tiles not faded",
        "fade * output[..., rows, :] + seen",
        "output[..., rows, :] + seen",
    ),
    tiled(
        "",
        "earlier totals not faded",
        "fade * total[..., rows, :] + shares",
        "total[..., rows, :] + shares",
    ),
    tiled(
        "S01",
        "exponentials of bare scores",
        "before.maximum(scores.amax(dim=-1, keepdim=True))",
        "torch.zeros_like(before)",
    ),
    tiled("A01", "scores not scaled", "q = q / math.sqrt(q.shape[-1])", "pass"),
    tiled("A21", "0/0 in an empty row", "total.masked_fill(total == 0, 1.0)", "total"),
    tiled(
        "C01",
        "a token does not see itself",
        "first_hidden = rows.start + shift + 1",
        "first_hidden = rows.start + shift",
    ),
    tiled(
        "A11",
        "mask never used",
        "if mask is not None:\n                scores",
        "if False:\n                scores",
    ),
    tiled(
        "",
        "no score below 0 expected",
        "torch.finfo(wide).min, dtype=wide",
        "0.0, dtype=wide",
    ),
    tiled("", "slopes without the mean", "- mean[..., rows, :]", ""),
)
ELSEWHERE: dict[str, str] = {}
