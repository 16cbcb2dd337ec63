"""Maps that are read wrongly."""

from transformer_grading.mistakes.core import Mistake

Six = tuple[int, int, int, int, int, int]


def rows_are_looked_at() -> Six:
    return 2, 5, 3, 1, 4, 1


def later_is_before() -> Six:
    before, after = 2, 5
    return before, after, 3, 1, 4, 5


def from_zero() -> Six:
    return 4, 1, 2, 0, 3, 1


def from_zero_places_too() -> Six:
    before, after, stop, rests, noun = (head - 1 for head in (5, 2, 3, 1, 4))
    return before, after, stop, rests, noun, 5


def rests_on_some_rows() -> Six:
    return 5, 2, 3, 4, 4, 1


def rests_in_the_corner() -> Six:
    return 5, 2, 3, 6, 4, 5


def rests_at_the_end() -> Six:
    return 5, 2, 3, 3, 4, 1


def next_is_the_noun() -> Six:
    return 5, 2, 3, 1, 2, 1


def next_is_the_noun_again() -> Six:
    return 5, 2, 3, 1, 2, 5


def many_small_weights() -> Six:
    return 5, 2, 3, 1, 6, 1


def resting_is_the_noun() -> Six:
    return 5, 2, 3, 1, 1, 5


def back_is_the_noun() -> Six:
    return 5, 2, 3, 1, 5, 1


def rests_is_the_stop() -> Six:
    return 5, 2, 1, 1, 4, 1


def wide_is_the_stop() -> Six:
    return 5, 2, 6, 1, 4, 5


def next_is_the_stop() -> Six:
    return 5, 2, 2, 1, 4, 1


def place_of_the_noun() -> Six:
    return 5, 2, 3, 1, 4, 3


def place_of_the_next_token() -> Six:
    return 5, 2, 3, 1, 4, 2


def second_noun() -> Six:
    return 5, 2, 3, 1, 4, 7


def counted_from_one() -> Six:
    return 5, 2, 3, 1, 4, 6


def the_pronoun() -> Six:
    return 5, 2, 3, 1, 4, 10


def the_first_token() -> Six:
    return 5, 2, 3, 1, 4, 0


def the_verb() -> Six:
    return 5, 2, 3, 1, 4, 4


_OTHERS, _USING = "What the others do", "Looking is not using"

MISTAKES = (
    Mistake(
        "rows and columns exchanged",
        "The head that looks back is taken for the one that looks on.",
        "Take the row of nurse. Is its largest number left or right of nurse itself?",
        _OTHERS,
        (rows_are_looked_at, later_is_before),
        beside=("where labels differ",),
    ),
    Mistake(
        "heads counted from 0",
        "Every head is the one before the one that is meant.",
        "Which number stands above the first map?",
        _OTHERS,
        (from_zero, from_zero_places_too),
    ),
    Mistake(
        "a resting head that has something else to do",
        "From some tokens it looks most at others than [CLS].",
        "Go down the first column of your map. Is it the largest number of every row?",
        _USING,
        (rests_on_some_rows, rests_in_the_corner, rests_at_the_end),
    ),
    Mistake(
        "the next token taken for the noun",
        "From they this head does not look back at the children.",
        "Take the row of they. Where is its largest number?",
        _OTHERS,
        (next_is_the_noun, next_is_the_noun_again),
    ),
    Mistake(
        "another head than the one that looks at nouns",
        "From they it does not look most at the children.",
        "Take the row of they. Where is its largest number?",
        _OTHERS,
        (many_small_weights, resting_is_the_noun, back_is_the_noun),
    ),
    Mistake(
        "another head than the one that looks at the full stop",
        "From most tokens it looks elsewhere.",
        "Which column is that of the full stop, and in which map is it large from top "
        "to bottom?",
        _OTHERS,
        (rests_is_the_stop, wide_is_the_stop, next_is_the_stop),
    ),
    Mistake(
        "the place of a token that is looked at",
        "The labels speak of the token that looks.",
        "Both labels say where a token looks. Which token is that?",
        _OTHERS,
        (place_of_the_noun, place_of_the_next_token, second_noun, counted_from_one),
    ),
    Mistake(
        "a token of which one of the labels says nothing",
        "Article to noun says nothing there.",
        "Which tokens does the label article to noun speak of?",
        _OTHERS,
        (the_pronoun, the_first_token, the_verb),
    ),
)
