"""Near-duplicates: the fast search finds what comparing all with all finds."""

import pytest

from transformer_lib.data.neighbours import (
    Neighbour,
    nearest,
    share_above,
    similarity,
    words,
)
from transformer_lib.data.pairs import Split, load_pairs

TEST = [pair.source for pair in load_pairs(Split.TEST)]
TRAIN = [pair.source for pair in load_pairs(Split.TRAIN)]


def all_with_all(sentences, known):
    bags = [words(sentence) for sentence in known]
    found = []
    for sentence in sentences:
        near = [similarity(words(sentence), bag) for bag in bags]
        found.append(Neighbour(near.index(max(near)), max(near)))
    return found


def test_the_search_finds_what_comparing_all_with_all_finds():
    assert nearest(TEST[:53], TRAIN[:1009]) == all_with_all(TEST[:53], TRAIN[:1009])


def test_a_sentence_is_its_own_neighbour():
    rows = nearest(TRAIN[:101], TRAIN)
    assert all(neighbour.similarity == 1 for neighbour in rows)
    assert all(
        words(TRAIN[n.row]) == words(s) for n, s in zip(rows, TRAIN[:101], strict=True)
    )


def test_similarity_by_hand():
    some, others = words("Open the file."), words("Close the old file!")
    assert similarity(some, others) == pytest.approx(2 / 5)
    assert similarity(some, others) == similarity(others, some)
    assert similarity(some, some) == 1
    assert similarity(words("..."), words("?")) == 0


def test_case_and_punctuation_do_not_count():
    assert words('Click "OK", then OK.') == words("click ok then")


def test_without_a_word_in_common_similarity_is_zero():
    assert nearest(["abc", ""], ["def", "ghi"]) == [Neighbour(0, 0), Neighbour(0, 0)]


def test_of_equally_near_ones_the_first_is_taken():
    assert nearest(["a b"], ["c", "a x", "b y", "a x"])[0].row == 1


def test_share_above_counts_the_threshold_itself():
    rows = [Neighbour(0, s) for s in (0.0, 0.5, 0.8, 1.0)]
    assert [share_above(rows, t) for t in (0.0, 0.5, 0.6, 1.0)] == [1, 0.75, 0.5, 0.25]


def test_a_higher_threshold_finds_fewer():
    rows = nearest(TEST[:53], TRAIN)
    shares = [share_above(rows, tenths / 10) for tenths in range(11)]
    assert shares == sorted(shares, reverse=True) and shares[0] == 1 > shares[-1]
