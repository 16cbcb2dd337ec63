"""A right way of writing an answer, and what the grader makes of it."""

from dataclasses import dataclass
from enum import Enum

from transformer_grading.mistakes.core import Function


class Verdict(Enum):
    """What a right way earns."""

    FULL = "full marks"
    SEALED = "sealed"
    CONVENTION = "settled by the text"


@dataclass(frozen=True)
class Right:
    """One style of a right answer.

    Args:
        style: The number of the style in the public record, or a word of our own.
        says: How it is written, in a few words.
        way: The function, with self-contained source.
        verdict: What it earns.
        because: For a sealed style, what the message names; for one that is settled
            by the text, the sentence of the exercise that settles it.
    """

    style: str
    says: str
    way: Function
    verdict: Verdict = Verdict.FULL
    because: str = ""
