"""Byte-pair encoding by hand: count the pairs, merge the most frequent, repeat.

Slow, and written to be read; `tokenizer` has the fast way to the same merges.

Source: sennrich2016, section 3.2, algorithm 1.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

Pieces = tuple[str, ...]
Merge = tuple[str, str]


def count_pairs(words: Mapping[Pieces, int]) -> Counter[Merge]:
    """Count the neighbours in words cut into pieces, given how often each word is."""
    counts: Counter[Merge] = Counter()
    for pieces, times in words.items():
        for pair in zip(pieces, pieces[1:], strict=False):
            counts[pair] += times
    return counts


def merge(pieces: Pieces, pair: Merge) -> Pieces:
    """Join every such pair of neighbours in a word, from left to right."""
    merged: list[str] = []
    for piece in pieces:
        if merged and (merged[-1], piece) == pair:
            merged[-1] += piece
        else:
            merged.append(piece)
    return tuple(merged)


def learn_merges(words: Mapping[str, int], n_merges: int) -> list[Merge]:
    """Learn which pairs to merge, from how often each word is.

    Of equally frequent pairs, the one whose pieces are older comes first; characters
    are older than merges, and in the order of Unicode. It stops early if no pair is
    left.
    """
    cut = {tuple(word): times for word, times in words.items()}
    age = {piece: n for n, piece in enumerate(sorted(set("".join(words))))}
    merges: list[Merge] = []
    while (counts := count_pairs(cut)) and len(merges) < n_merges:
        best = min(counts, key=lambda p: (-counts[p], age[p[0]], age[p[1]]))
        merges.append(best)
        age.setdefault("".join(best), len(age))
        cut = {merge(pieces, best): times for pieces, times in cut.items()}
    return merges


def cut_word(word: str, merges: Sequence[Merge]) -> Pieces:
    """Cut a word, seen before or not: do the merges in the order they were learned."""
    pieces = tuple(word)
    for pair in merges:
        pieces = merge(pieces, pair)
    return pieces
