"""How mistakes look in reading attention out of models."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_12_inspection.py", "test_inspection_heads.py")
recording = partial(Mutant, file="inspection/recording.py", tests=TESTS)
rollout = partial(Mutant, file="inspection/rollout.py", tests=TESTS)
heads = partial(Mutant, file="inspection/heads.py", tests=TESTS)
relations = partial(Mutant, file="inspection/relations.py", tests=TESTS)
MIXED = "0.5 * weights.mean(dim=-3) + 0.5 * itself"

MUTANTS = (
    recording(
        "",
        "weights withheld from a caller who asks",
        "return result if caller_asks else output",
        "return output",
    ),
    recording(
        "", "what is kept changes afterwards", "return x.detach().clone()", "return x"
    ),
    rollout("", "residual forgotten", MIXED, "weights.mean(dim=-3)"),
    rollout(
        "", "layers in the wrong order", "layer @ rolled[-1]", "rolled[-1] @ layer"
    ),
    heads("", "padding counts", "if queries is None:", "if True:"),
    heads(
        "",
        "the first query at the first key",
        "places[key - query :, None]",
        "places[:query, None]",
    ),
    relations(
        "", "related the other way", "places[:, None] + by", "places[:, None] - by"
    ),
)
ELSEWHERE: dict[str, str] = {}
