"""Byte-pair encoding by hand learns what the package `tokenizers` learns."""

import json
from collections import Counter

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from transformer_lib.data.merges import count_pairs, cut_word, learn_merges, merge
from transformer_lib.data.pairs import Split, load_pairs

TEXTS = [side for pair in load_pairs(Split.DEV)[:61] for side in pair]
WORDS = Counter(word for text in TEXTS for word in text.split())


def packaged(texts, vocab):
    """What the package learns, from words between spaces."""
    engine = Tokenizer(models.BPE())
    engine.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=vocab, show_progress=False)
    engine.train_from_iterator(texts, trainer)
    return engine


def test_the_package_learns_the_same_merges():
    n_merges = 151
    engine = packaged(TEXTS, len(set("".join(WORDS))) + n_merges)
    theirs = [tuple(m) for m in json.loads(engine.to_str())["model"]["merges"]]
    assert len(theirs) == n_merges
    assert learn_merges(WORDS, n_merges) == theirs


def test_the_package_cuts_words_the_same_way():
    engine = packaged(TEXTS, 151)
    merges = [tuple(m) for m in json.loads(engine.to_str())["model"]["merges"]]
    for word in WORDS:
        assert list(cut_word(word, merges)) == engine.encode(word).tokens


def test_pairs_are_counted_as_often_as_their_words():
    counts = count_pairs({("a", "b", "a", "b"): 3, ("b", "a"): 5})
    assert counts == {("a", "b"): 6, ("b", "a"): 8}


def test_merging_goes_from_left_to_right():
    assert merge(("a", "a", "a"), ("a", "a")) == ("aa", "a")
    assert merge(("a", "b", "a", "b", "c"), ("a", "b")) == ("ab", "ab", "c")
    assert merge(("a", "b"), ("b", "a")) == ("a", "b")


def test_of_equally_frequent_pairs_the_older_pieces_come_first():
    assert learn_merges({"zy": 1, "ab": 1}, 1) == [("a", "b")]
    # c-d and ab-x are equally frequent then, but ab is younger than c.
    assert learn_merges({"abx": 2, "ab": 1, "cd": 2}, 3)[1:] == [
        ("c", "d"),
        ("ab", "x"),
    ]


def test_learning_stops_when_every_word_is_whole():
    assert learn_merges({"aba": 1}, 99) == [("a", "b"), ("ab", "a")]
    assert learn_merges({"a": 3}, 99) == []


@pytest.mark.parametrize("n_merges", [0, 1, 41])
def test_pieces_make_the_word_again(n_merges):
    merges = learn_merges(WORDS, n_merges)
    assert len(merges) == n_merges
    assert all("".join(cut_word(word, merges)) == word for word in WORDS)


def test_more_merges_never_make_more_pieces():
    merges = learn_merges(WORDS, 61)
    lengths = [
        sum(len(cut_word(w, merges[:n])) * times for w, times in WORDS.items())
        for n in range(0, 62, 10)
    ]
    assert all(a > b for a, b in zip(lengths, lengths[1:], strict=False))
