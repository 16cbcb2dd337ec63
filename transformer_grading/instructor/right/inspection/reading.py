"""Right readings of the maps."""

from transformer_grading.instructor.right.core import Right

Numbers = tuple[float, ...]


def first_article() -> Numbers:
    return 5, 2, 3, 1, 4, 1


def second_article() -> Numbers:
    return 5, 2, 3, 1, 4, 5


def measured() -> Numbers:
    from transformer_grading.checks.probes.inspection.maps import six_heads

    maps = six_heads()
    steps = {by: maps.diagonal(by, dim1=-2, dim2=-1).mean(dim=-1) for by in (-1, 1)}
    before, after = (int(steps[by].argmax()) + 1 for by in (-1, 1))
    stop, rests = (int(maps[:, 1:, k].mean(-1).argmax()) + 1 for k in (12, 0))
    return before, after, stop, rests, int(maps[:, 10, 7].argmax()) + 1, 5.0


RIGHT = (
    Right("own", "the first article", first_article),
    Right("own", "the second article", second_article),
    Right("own", "measured, not read", measured),
)
