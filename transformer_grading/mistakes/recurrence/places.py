"""Places that do not show the colleague's mistake."""

from transformer_grading.mistakes.core import Mistake

Three = tuple[int, int, int]


def neighbours_over_an_edge() -> Three:
    return 4, 4, 3


def far_over_an_edge() -> Three:
    return 3, 11, 1


def counted_from_one() -> Three:
    return 6, 6, 1


def the_same_place() -> Three:
    return 4, 2, 2


def early_after_late() -> Three:
    return 6, 2, 4


def early_after_late_at_the_end() -> Three:
    return 12, 3, 11


def early_after_late_over_an_edge() -> Three:
    return 3, 2, 4


def windows_of_one() -> Three:
    return 1, 5, 4


def windows_of_one_far_apart() -> Three:
    return 1, 11, 0


def same_place_in_windows_of_one() -> Three:
    return 1, 3, 3


def beyond_the_text() -> Three:
    return 6, 14, 13


def just_beyond_the_text() -> Three:
    return 6, 12, 11


def counted_from_the_end() -> Three:
    return 6, -1, -2


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "places in two windows",
        "Across an edge nothing should be heard, and nothing is: she is right there.",
        "Your places lie in the text, early before late. With your window, which "
        "tokens share a window with late?",
        _FADING,
        (neighbours_over_an_edge, far_over_an_edge, counted_from_one),
    ),
    Mistake(
        "one and the same place",
        "An output always hears of the token of its own step, in her code as well.",
        "At place late itself, which path leads from the token to the output, and does "
        "her detach stand on it?",
        _FADING,
        (the_same_place,),
    ),
    Mistake(
        "a token after the output",
        "No output hears of a later token, in her code or in any.",
        "Your places differ. Which of the two does a recurrent network read first?",
        _FADING,
        (early_after_late, early_after_late_at_the_end),
    ),
    Mistake(
        "a later token in another window",
        "No output hears of a later token, nor of another window.",
        "Which of your two places comes first, and do they share a window?",
        _FADING,
        (early_after_late_over_an_edge,),
    ),
    Mistake(
        "windows of one token",
        "There every step is an edge, so cutting at every step is right.",
        "With your window, how many tokens should an output hear of, and of how many "
        "does it hear in her code?",
        _FADING,
        (windows_of_one, windows_of_one_far_apart),
    ),
    Mistake(
        "one place in windows of one token",
        "There her code and the right one do the same.",
        "With your window, of how many tokens should an output hear?",
        _FADING,
        (same_place_in_windows_of_one,),
    ),
    Mistake(
        "places outside the text",
        "The text has 12 tokens, at the places 0 to 11.",
        "How many tokens does the text have, and from which number are places counted?",
        _FADING,
        (beyond_the_text, just_beyond_the_text, counted_from_the_end),
    ),
)
