"""Turn a paragraph and its translation into clean pairs of sentences.

Each rule drops what a translator did not write as one sentence for one sentence:
fragments, formulas, program code, and what was never translated.
"""

import re
from collections.abc import Iterator

from transformer_lib.data.pairs import Pair

_ORDINARY = str.maketrans(
    {"„": '"', "“": '"', "”": '"', "‘": "'", "’": "'"}
    | {"–": "-", "\u2011": "-", "\u00ad": "", "…": "..."}  # \u00ad is a soft hyphen
)
# After the end of a sentence, before a capital of a western language or a quotation.
_BETWEEN_SENTENCES = re.compile(r'(?<=[.!?]) (?=[A-ZÀ-ÖØ-Þ"])')
_ENDS = (".", "!", "?")
_LETTERS_AT_LEAST = 0.8


def sentence_pairs(source: str, target: str) -> Iterator[Pair]:
    """Give the clean pairs of sentences of one paragraph.

    Where the two sides do not have equally many sentences, they are one pair.

    Args:
        source: The paragraph.
        target: Its translation.

    Yields:
        The pairs that are translations of one sentence by one sentence.
    """
    sides = [_BETWEEN_SENTENCES.split(plain(text)) for text in (source, target)]
    if len(sides[0]) != len(sides[1]):
        sides = [[plain(source)], [plain(target)]]
    for pair in map(Pair, *sides):
        translated = pair.source != pair.target
        mostly_words = letters(pair.source) >= _LETTERS_AT_LEAST
        if translated and mostly_words and all(map(is_sentence, pair)):
            yield pair


def plain(text: str) -> str:
    """Write a text with ordinary quotes, dashes and spaces.

    Args:
        text: Any text.

    Returns:
        The same with straight quotes, short dashes, three full stops for an ellipsis,
        and one space wherever there was white space; none at either end.
    """
    return " ".join(text.translate(_ORDINARY).split())


def is_sentence(text: str) -> bool:
    """Say whether a text begins with a capital and ends as a sentence does."""
    return text[:1].isupper() and text.endswith(_ENDS)


def letters(text: str) -> float:
    """Say which share of a text is letters and spaces, from 0 to 1."""
    return sum(c.isalpha() or c == " " for c in text) / max(1, len(text))


def fits(pair: Pair, max_words: int) -> bool:
    """Say whether both sides are short, and of a length that can be a translation.

    Args:
        pair: A sentence and its translation.
        max_words: Most words of a side.

    Returns:
        True if no side has more words, nor more than 2.2 times those of the other
        and 3 besides.
    """
    shorter, longer = sorted(len(side.split()) for side in pair)
    return longer <= max_words and longer <= 2.2 * shorter + 3


def bare(text: str) -> str:
    """Write a sentence without case and punctuation, to find it again.

    Args:
        text: The sentence.

    Returns:
        Its letters, digits and spaces, in lower case.
    """
    return re.sub(r"[^\w ]", "", text.lower()).strip()
