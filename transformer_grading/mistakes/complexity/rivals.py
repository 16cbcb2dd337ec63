"""Lengths at which attention meets something other than the LSTM of the task."""

import math

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def plain_rnn(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(hidden * (d + hidden) / (2 * d) - 2 * d, 0)


def gru(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(1.5 * hidden * (d + hidden) / d - 2 * d, 0)


def no_state(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden - 2 * d, 0)


def no_tokens(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden**2 / d - 2 * d, 0)


def tokens_like_states(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(4 * hidden**2 / d - 2 * d, 0)


def states_like_tokens(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(4 * hidden - 2 * d, 0)


def state_of_the_chapter(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, 2 * hidden


def square_of_both(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * (d + hidden) ** 2 / d - 2 * d, 0)


def with_biases(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden + 2) / d - 2 * d, 0)


def with_one_bias(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden + 1) / d - 2 * d, 0)


def operations_of_attention(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(hidden * (d + hidden) / d - 2 * d, 0)


def operations_of_the_lstm(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(4 * hidden * (d + hidden) / d - 2 * d, 0)


def never_if_narrower(d: int, d_ff: int, hidden: int) -> Two:
    if hidden < d:
        return 2 * d + d_ff, 0
    return 2 * d + d_ff, 2 * hidden * (d + hidden) / d - 2 * d


def below_zero(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, 2 * hidden * (d + hidden) / d - 2 * d


def sign_dropped(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, abs(2 * hidden * (d + hidden) / d - 2 * d)


def one_at_least(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden) / d - 2 * d, 1)


def without_end(d: int, d_ff: int, hidden: int) -> Two:
    length = 2 * hidden * (d + hidden) / d - 2 * d
    return 2 * d + d_ff, length if length > 0 else math.inf


def minus_one(d: int, d_ff: int, hidden: int) -> Two:
    lstm = 2 * hidden * (d + hidden) / d - 2 * d
    return 2 * d + d_ff, lstm if lstm > 0 else -1


def cut(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(int(2 * hidden * (d + hidden) / d - 2 * d), 0)


def divided_without_rest(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden) // d - 2 * d, 0)


def rounded(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(round(2 * hidden * (d + hidden) / d - 2 * d), 0)


def rounded_up(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(math.ceil(2 * hidden * (d + hidden) / d - 2 * d), 0)


_SHARES = "Who does less work"

MISTAKES = (
    Mistake(
        "an RNN in the place of an LSTM",
        "The rival has a quarter of its matrices.",
        "Half a block is right. How many matrices has an LSTM where an RNN has one?",
        _SHARES,
        (plain_rnn,),
    ),
    Mistake(
        "an LSTM with three of its four vectors",
        "The rival has three quarters of its matrices.",
        "Half a block is right. How many vectors does an LSTM make in a step: the "
        "gates alone, or more?",
        _SHARES,
        (gru,),
        ("Z04",),
    ),
    Mistake(
        "an LSTM with half of its matrices",
        "It multiplies the token or the state before it, not both.",
        "Half a block is right. Which two things does each gate of an LSTM look at?",
        _SHARES,
        (no_state, no_tokens),
    ),
    Mistake(
        "one width where there are two",
        "It is right only for a state as wide as a token.",
        "Where the state is as wide as a token you are right. What are the two sides "
        "of a matrix that turns a token into a gate?",
        _SHARES,
        (
            *(tokens_like_states, states_like_tokens, square_of_both),
            state_of_the_chapter,
        ),
    ),
    Mistake(
        "biases counted as work",
        "The LSTM has more work than its products.",
        "Half a block is right, and the other length a little too large. Is adding a "
        "bias a multiply-add?",
        "What to count",
        (with_biases, with_one_bias),
    ),
    Mistake(
        "operations on one side and multiply-adds on the other",
        "One of the two costs is doubled.",
        "Half a block is right. In which unit do you count attention, and in which "
        "the LSTM?",
        "What to count",
        (operations_of_attention, operations_of_the_lstm),
        (),
        "Two counts may be compared, whatever their units.",
        "A FLOP is half of a multiply-add: both sides need the same unit.",
    ),
    Mistake(
        "no length beside any narrower LSTM",
        "An LSTM whose state is narrower than a token is taken for the cheaper one.",
        "With a state as wide as a token you are right, and with a far narrower one. "
        "In your equation, at which width of the state does the length become 0?",
        _SHARES,
        (never_if_narrower,),
    ),
    Mistake(
        "a length below zero",
        "Where no length solves the equation, the number that comes out means nothing.",
        "Where there is a length, you have it. What should come out when the LSTM "
        "does less work from the first token on?",
        _SHARES,
        (below_zero, sign_dropped),
    ),
    Mistake(
        "another sign than 0 where there is no length",
        "The task asks for 0.",
        "Where there is a length, you have it. Which number does the task ask for "
        "where there is none?",
        _SHARES,
        (one_at_least, without_end, minus_one),
    ),
    Mistake(
        "a length made a whole number",
        "The lengths are right but for their fractions.",
        "Whole lengths come out right. Which of your operations drops the fraction?",
        _SHARES,
        (cut, divided_without_rest, rounded, rounded_up),
    ),
)
