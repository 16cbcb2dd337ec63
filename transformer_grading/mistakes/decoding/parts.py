"""What the exercise gives, so that the ways may use it."""

from collections import Counter

Words = list[str]
Run = tuple[str, ...]


def runs(words: Words, n: int) -> Counter[Run]:
    """Count the runs of n words."""
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))
