"""BLEU equals sacreBLEU, and does what the paper says of it."""

import random

import pytest
import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from transformer_lib.decoding.bleu import (
    brevity_penalty,
    corpus_bleu,
    n_grams,
    split_words,
)

SIGNS = "aZé 0 19.,.,--''\"&/()[]{}:;!?%$ \u00a0\u2014\t_~@^`|\\<>"
SNIPPETS = [
    *SIGNS,
    "<skipped>",
    "-\n",
    "\n",
    "&quot;",
    "&amp;lt;",
    "the ",
    "cat",
    "3,5",
]


def draw(rng, pieces=SNIPPETS, most=30):
    return "".join(rng.choices(pieces, k=rng.randrange(most)))


def test_words_are_cut_as_sacrebleu_cuts_them():
    rng, theirs = random.Random(0), Tokenizer13a()
    texts = ["", " ", "..", "1.,.2", "-\n", "3-4", "a-b", "&amp;quot;", "1,000.5,"]
    for text in texts + [draw(rng) for _ in range(20_000)]:
        assert split_words(text) == theirs(text.rstrip()).split(), repr(text)


@pytest.mark.parametrize("seed", range(5))
def test_scores_equal_sacrebleu(seed):
    rng = random.Random(seed)
    words = ["the ", "cat ", "sat ", "on ", "mat. ", "2.5 ", "a-b "]
    for most in [1, 2, 3, 4, 6, 12] * 20:
        size = rng.randint(1, 4)
        ours, references = (
            [draw(rng, words, most) for _ in range(size)] for _ in range(2)
        )
        found = corpus_bleu(ours, references)
        wanted = sacrebleu.corpus_bleu(ours, [references])
        assert found.score == pytest.approx(wanted.score, abs=1e-9)
        assert found.precisions == pytest.approx(wanted.precisions, abs=1e-9)
        assert found.brevity_penalty == pytest.approx(wanted.bp, abs=1e-12)
        assert found[3:] == (wanted.sys_len, wanted.ref_len)


def test_a_word_said_again_and_again_is_right_once():
    """The example of the paper: the the the the the the the."""
    bleu = corpus_bleu(["the " * 7], ["The cat is on the mat near the wall"])
    assert bleu.precisions[0] == pytest.approx(100 * 2 / 7)


def test_what_is_equal_scores_100_and_what_shares_nothing_0():
    texts = ["A cat sat on the mat.", "There are 3.5 of them."]
    assert corpus_bleu(texts, texts).score == pytest.approx(100)
    assert corpus_bleu(["um gato"], ["a dog sat here"]).score == 0


def test_to_leave_words_out_costs():
    reference = ["one two three four five six seven eight"]
    short = corpus_bleu(["one two three four"], reference)
    assert short.precisions == (100,) * 4
    assert short.score == pytest.approx(100 * brevity_penalty(4, 8))
    assert brevity_penalty(8, 4) == 1 > brevity_penalty(7, 8) > brevity_penalty(6, 8)


def test_bleu_is_of_the_corpus_and_no_mean_of_sentences():
    ours, references = ["a b c d e", "x"], ["a b c d f", "a b c d e f g h"]
    alone = [corpus_bleu([o], [r]).score for o, r in zip(ours, references, strict=True)]
    together = corpus_bleu(ours, references).score
    assert abs(together - sum(alone) / 2) > 5


def test_n_grams_are_counted_as_often_as_they_occur():
    assert n_grams(["a", "b", "a", "b"], 2) == {("a", "b"): 2, ("b", "a"): 1}
    assert not n_grams(["a"], 2)
