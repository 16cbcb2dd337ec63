"""Deal sentence pairs out to training, tuning and testing, whole pages at a time."""

import hashlib
from collections.abc import Iterable

from transformer_lib.data.cleaning import bare, fits
from transformer_lib.data.pairs import Pair, Split

# Out of 1000 pages, those whose number is below are for testing, then for tuning.
TEST_BELOW, DEV_BELOW = 25, 45


def split_by_page(
    found: Iterable[tuple[str, Pair]], max_words: int
) -> dict[Split, list[Pair]]:
    """Deal pages out to the parts, and keep what is tested out of what is trained on.

    Args:
        found: Pages and their pairs.
        max_words: Most words of a side.

    Returns:
        The pairs of each part, mixed in a fixed order. No page is in two parts, and no
        sentence of a training pair, but for case and punctuation, is in another part.
    """
    parts: dict[Split, list[Pair]] = {split: [] for split in Split}
    seen = set()
    for page, pair in found:
        key = tuple(map(bare, pair))
        if fits(pair, max_words) and key not in seen:
            seen.add(key)
            parts[split_of(page)].append(pair)
    held = {bare(s) for k in (Split.DEV, Split.TEST) for pair in parts[k] for s in pair}
    parts[Split.TRAIN] = [
        pair for pair in parts[Split.TRAIN] if held.isdisjoint(map(bare, pair))
    ]
    return {split: sorted(pairs, key=_mixed) for split, pairs in parts.items()}


def split_of(page: str) -> Split:
    """Say which part a page belongs to, whatever other pages there are.

    Args:
        page: The page, as a path below the folder of its language.

    Returns:
        Its part: the same in every language and every version of the pages.
    """
    number = _hash(page) % 1000
    if number < TEST_BELOW:
        return Split.TEST
    return Split.DEV if number < DEV_BELOW else Split.TRAIN


def _mixed(pair: Pair) -> int:
    return _hash(f"s{pair.source}")


def _hash(text: str) -> int:
    return int(hashlib.sha1(text.encode("utf-8")).hexdigest(), 16)
