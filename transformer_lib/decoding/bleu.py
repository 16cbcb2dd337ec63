r"""BLEU: how many runs of words a translation shares with a human one.

Papers cut words apart in different ways and so report numbers that do not compare;
here it is done as mteval-v13a does, the way that sacreBLEU has made the common one.

Source: papineni2002; post2018.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

LONGEST = 4
"""The longest n-grams that are counted, in words."""


class Bleu(NamedTuple):
    """What a set of translations shares with the references.

    Attributes:
        score: BLEU, from 0 to 100.
        precisions: For n-grams of 1 to 4 words the share that the references have too,
            in per cent, smoothed where none is shared.
        brevity_penalty: What the mean of the precisions is multiplied with, from 0 to
            1; below 1 if the translations are shorter than the references.
        words: Words and signs in all translations.
        reference_words: Words and signs in all references.
    """

    score: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    words: int
    reference_words: int


def corpus_bleu(translations: Sequence[str], references: Sequence[str]) -> Bleu:
    r"""Compare translations with one reference each.

    $$\mathrm{BLEU} = \mathrm{BP} \cdot \left(p_1\, p_2\, p_3\, p_4\right)^{1/4},
    \qquad \mathrm{BP} = \min\left(1,\ e^{1 - r / c}\right)$$

    All n-grams of all sentences are counted together ($c$ words, $r$ in the
    references), so BLEU is no mean over sentences.

    Args:
        translations: One text a sentence.
        references: What a human made of the same sentences, in the same order.

    Returns:
        The score and what it is made of.

    Raises:
        TypeError: If one text is given where many are meant.
        ValueError: If there are not as many translations as references, or none.

    Source: papineni2002, section 2.3.
    """
    _check(translations, references)
    shared, made = Counter[int](), Counter[int]()
    words = reference_words = 0
    for translation, reference in zip(translations, references, strict=True):
        ours, theirs = split_words(translation), split_words(reference)
        words, reference_words = words + len(ours), reference_words + len(theirs)
        for n in range(1, LONGEST + 1):
            counts = n_grams(ours, n)
            made[n] += counts.total()
            # Clipped: a word said three times is right only as often as it is asked.
            shared[n] += (counts & n_grams(theirs, n)).total()
    penalty = brevity_penalty(words, reference_words)
    precisions = _precisions(shared, made)
    score = 0.0
    if min(precisions) > 0:
        mean_log = sum(map(math.log, precisions)) / LONGEST
        score = penalty * math.exp(mean_log)
    return Bleu(score, precisions, penalty, words, reference_words)


def n_grams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Count the runs of n words.

    Args:
        words: The words of one sentence, in order.
        n: Words in a run, at least 1.

    Returns:
        How often each run occurs.
    """
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))


def brevity_penalty(words: int, reference_words: int) -> float:
    """Tell what is taken from translations that leave out what they are not sure of.

    Args:
        words: Words in the translations.
        reference_words: Words in the references.

    Returns:
        A factor from 0 to 1; 1 if the translations are not the shorter ones.

    Source: papineni2002, section 2.2.2.
    """
    if words >= reference_words:
        return 1.0
    return math.exp(1 - reference_words / words) if words else 0.0


def split_words(text: str) -> list[str]:
    """Cut a text into words and signs, as mteval-v13a does.

    Signs stand alone, but for apostrophes, hyphens after letters, and points and commas
    between digits.

    Args:
        text: One sentence.

    Returns:
        Its words and signs, in order.

    Source: post2018.
    """
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for name, sign in _ENTITIES.items():
        text = text.replace(name, sign)
    text = f" {text} "
    for pattern, spaced in _CUTS:
        text = pattern.sub(spaced, text)
    return text.split()


_ENTITIES = {"&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">"}
# In this order: each cut sees the spaces that those before it have put in.
_CUTS = [
    (re.compile(r"([!-&(-+/:-@\[-`{-~])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def _precisions(shared: Counter[int], made: Counter[int]) -> tuple[float, ...]:
    """Divide, and let the first share of 0 count as half an n-gram, the next a quarter.

    Source: chen2014, section 3, smoothing 3.
    """
    if not shared.total():
        return (0.0,) * LONGEST
    precisions, least = [], 1.0
    for n in range(1, LONGEST + 1):
        found = float(shared[n])
        if not found:
            least /= 2
            found = least
        precisions.append(100 * found / made[n] if made[n] else 0.0)
    return tuple(precisions)


def _check(translations: Sequence[str], references: Sequence[str]) -> None:
    for name, texts in {"translations": translations, "references": references}.items():
        if isinstance(texts, str):
            raise TypeError(f"{name} is one text, but must be a list: pass [{name}].")
    if len(translations) != len(references):
        raise ValueError(
            f"there are {len(translations)} translations and {len(references)} "
            f"references, but each translation is compared with its own reference."
        )
    if not translations:
        raise ValueError("there are 0 translations, but BLEU compares at least 1.")
