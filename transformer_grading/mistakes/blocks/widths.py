"""Widths at which a gated network is too large or too small."""

from transformer_grading.mistakes.core import Mistake


def as_wide(d_model: int, d_ff: int) -> float:
    return d_ff


def a_half(d_model: int, d_ff: int) -> float:
    return d_ff // 2


def a_third(d_model: int, d_ff: int) -> float:
    return d_ff // 3


def three_quarters(d_model: int, d_ff: int) -> float:
    return 3 * d_ff // 4


def wider(d_model: int, d_ff: int) -> float:
    return 3 * d_ff // 2


def twice(d_model: int, d_ff: int) -> float:
    return 2 * d_ff


def rounded_up(d_model: int, d_ff: int) -> float:
    return -(-2 * d_ff // 3)


def rounded(d_model: int, d_ff: int) -> float:
    return round(2 * d_ff / 3)


def not_rounded(d_model: int, d_ff: int) -> float:
    return 2 * d_ff / 3


def rounded_too_early(d_model: int, d_ff: int) -> float:
    return d_ff // 3 * 2


def one_less(d_model: int, d_ff: int) -> float:
    return (2 * d_ff - 1) // 3


def one_more(d_model: int, d_ff: int) -> float:
    return 2 * d_ff // 3 + 1


def of_the_model(d_model: int, d_ff: int) -> float:
    return 2 * d_model // 3


def of_the_usual(d_model: int, d_ff: int) -> float:
    return 8 * d_model // 3


def parameters(d_model: int, d_ff: int) -> float:
    return 3 * d_model * (2 * d_ff // 3)


def biases_counted(d_model: int, d_ff: int) -> float:
    return (2 * d_model * d_ff + d_ff + d_model) // (3 * d_model + 2)


def ordinary_biases_counted(d_model: int, d_ff: int) -> float:
    return (2 * d_model * d_ff + d_ff + d_model) // (3 * d_model)


_NETWORK = "A small network for each token"

MISTAKES = (
    Mistake(
        "another share than the one that balances the count",
        "The gated network is larger or smaller than it may be by far.",
        "How many matrices of d_model times the width has each of the two networks?",
        _NETWORK,
        (as_wide, a_half, a_third, three_quarters, wider, twice),
        (),
        "A gate costs nothing.",
        "It costs a third matrix, so the width must shrink to make up for it.",
    ),
    Mistake(
        "a width rounded the wrong way",
        "The network gets a little more parameters than it may have, or fewer.",
        "Where the division comes out even you are right. Otherwise, which of the two "
        "neighbours still has no more parameters, and when do you round?",
        _NETWORK,
        (rounded_up, rounded, rounded_too_early),
    ),
    Mistake(
        "a width that is no whole number",
        "There is no such network.",
        "Your share is right. Can a matrix have a third of a column?",
        _NETWORK,
        (not_rounded,),
    ),
    Mistake(
        "one column off",
        "The width is one too small or one too large.",
        "Is a width allowed that gives exactly as many parameters, and does yours "
        "still have no more?",
        _NETWORK,
        (one_less, one_more),
    ),
    Mistake(
        "a width taken from d_model",
        "The width does not follow d_ff.",
        "Double d_ff and leave d_model alone. Should the answer change?",
        _NETWORK,
        (of_the_model, of_the_usual),
    ),
    Mistake(
        "parameters in place of a width",
        "The number is a count of parameters.",
        "You counted well. Which number is asked for, that of parameters or that of "
        "features inside?",
        _NETWORK,
        (parameters,),
    ),
    Mistake(
        "biases that neither network has",
        "A width of large networks is right, and of small ones not.",
        "Which parameters of the two networks does the text say are there?",
        _NETWORK,
        (biases_counted, ordinary_biases_counted),
    ),
)
