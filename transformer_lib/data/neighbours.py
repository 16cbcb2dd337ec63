"""Find the sentence of the training text that is most like another one.

Help pages repeat themselves: a test sentence may differ from a training sentence by one
word. How many do says how much of a result may be memory.

Source: lee2022, section 4.2.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple


class Neighbour(NamedTuple):
    """The training sentence most like another one.

    Attributes:
        row: Its row.
        similarity: How like they are, from 0 (no word in common) to 1 (the same words).
    """

    row: int
    similarity: float


def words(sentence: str) -> frozenset[str]:
    """Give the words of a sentence, each once, in lower case.

    Args:
        sentence: The sentence.

    Returns:
        What stands between spaces and punctuation.
    """
    return frozenset(re.findall(r"\w+", sentence.lower()))


def similarity(some: frozenset[str], others: frozenset[str]) -> float:
    r"""Say which share of the words of two sentences both have.

    .. math:: J(A, B) = \frac{|A \cap B|}{|A \cup B|}

    Args:
        some: The words of one sentence.
        others: The words of the other.

    Returns:
        The share, from 0 to 1; 0 if neither has a word.
    """
    return len(some & others) / max(1, len(some | others))


def nearest(sentences: Sequence[str], known: Sequence[str]) -> list[Neighbour]:
    """Find the nearest known sentence of each sentence.

    Only sentences that share a word are compared: a list for each word says where it
    stands, so that thousands are searched in seconds.

    Args:
        sentences: The sentences to find neighbours of.
        known: The sentences to search, at least one.

    Returns:
        The nearest of each; of equally near ones the first.

    Raises:
        ValueError: If no sentence is known.
    """
    if not known:
        raise ValueError("known has 0 sentences, but the nearest of them is wanted.")
    bags = [words(sentence) for sentence in known]
    places = defaultdict(list)
    for row, bag in enumerate(bags):
        for word in bag:
            places[word].append(row)
    return [_nearest(words(sentence), bags, places) for sentence in sentences]


def share_above(neighbours: Sequence[Neighbour], threshold: float) -> float:
    """Say how many sentences have a near neighbour.

    Args:
        neighbours: The nearest neighbour of each sentence, at least one.
        threshold: How like it must be, from 0 to 1.

    Returns:
        The share of sentences, from 0 to 1.
    """
    near = sum(neighbour.similarity >= threshold for neighbour in neighbours)
    return near / len(neighbours)


def _nearest(
    bag: frozenset[str], bags: list[frozenset[str]], places: dict[str, list[int]]
) -> Neighbour:
    shared: Counter[int] = Counter()
    for word in bag:
        shared.update(places.get(word, ()))
    # Both sizes and what they share give the union: sets need not be joined.
    found = (
        (count / (len(bag) + len(bags[row]) - count), -row)
        for row, count in shared.items()
    )
    best, row = max(found, default=(0.0, 0))
    return Neighbour(-row, best)
