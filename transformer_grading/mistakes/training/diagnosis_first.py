"""Runs A to C taken for something else."""

from transformer_grading.mistakes.core import Mistake


def a_too_slow() -> tuple[int, ...]:
    return 2, 4, 0, 3, 7, 6


def a_sound() -> tuple[int, ...]:
    return 0, 4, 0, 3, 7, 6


def a_blind() -> tuple[int, ...]:
    return 6, 4, 0, 3, 7, 6


def a_too_fast() -> tuple[int, ...]:
    return 1, 4, 0, 3, 7, 6


def a_not_shifted() -> tuple[int, ...]:
    return 3, 4, 0, 3, 7, 6


def a_padding() -> tuple[int, ...]:
    return 4, 4, 0, 3, 7, 6


def a_by_heart() -> tuple[int, ...]:
    return 7, 4, 0, 3, 7, 6


def b_sound() -> tuple[int, ...]:
    return 5, 0, 0, 3, 7, 6


def b_by_heart() -> tuple[int, ...]:
    return 5, 7, 0, 3, 7, 6


def b_not_shifted() -> tuple[int, ...]:
    return 5, 3, 0, 3, 7, 6


def b_too_fast() -> tuple[int, ...]:
    return 5, 1, 0, 3, 7, 6


def b_too_slow() -> tuple[int, ...]:
    return 5, 2, 0, 3, 7, 6


def b_softmax_twice() -> tuple[int, ...]:
    return 5, 5, 0, 3, 7, 6


def b_blind() -> tuple[int, ...]:
    return 5, 6, 0, 3, 7, 6


def c_too_fast() -> tuple[int, ...]:
    return 5, 4, 1, 3, 7, 6


def c_too_slow() -> tuple[int, ...]:
    return 5, 4, 2, 3, 7, 6


def c_not_shifted() -> tuple[int, ...]:
    return 5, 4, 3, 3, 7, 6


def c_padding() -> tuple[int, ...]:
    return 5, 4, 4, 3, 7, 6


def c_softmax_twice() -> tuple[int, ...]:
    return 5, 4, 5, 3, 7, 6


def c_blind() -> tuple[int, ...]:
    return 5, 4, 6, 3, 7, 6


def c_by_heart() -> tuple[int, ...]:
    return 5, 4, 7, 3, 7, 6


def b_and_c() -> tuple[int, ...]:
    return 5, 0, 4, 3, 7, 6


def b_and_c_by_heart() -> tuple[int, ...]:
    return 5, 0, 7, 3, 7, 6


_RUN = "A real run, read"

MISTAKES = (
    Mistake(
        "a run that hardly moves taken for one without a rate",
        "On unseen pairs run A begins lower than the others, and it sinks a little.",
        (
            "All models are the same at the start. Why would the first loss of "
            "run A on unseen pairs lie at ln V to the digit, and not above it?"
        ),
        _RUN,
        (a_too_slow,),
    ),
    Mistake(
        "run A taken for one that guesses by frequency, or for a sound one",
        "Its losses stay far above the line of counting.",
        (
            "Beside which landmark does run A stay from beginning to end, and "
            "what would counting give?"
        ),
        _RUN,
        (a_sound, a_blind),
    ),
    Mistake(
        "run A taken for one with another fault",
        "Neither a leap nor a gap is to be seen in it.",
        "In run A both losses agree all the way. What does that rule out?",
        _RUN,
        (a_too_fast, a_not_shifted, a_padding, a_by_heart),
    ),
    Mistake(
        "a low reported loss taken for a good one",
        "Run B reports far less than run C and is hardly better on unseen pairs.",
        (
            "Two runs are nearly alike on unseen pairs, and one reports a nat less. Of"
            " which tokens is its mean?"
        ),
        _RUN,
        (b_sound,),
    ),
    Mistake(
        "a gap taken for learning by heart",
        "In run B the unseen pairs get better all the time.",
        (
            "Who learns by heart gets worse on unseen pairs, sooner or later. "
            "What do those of run B do, and when does the gap begin?"
        ),
        _RUN,
        (b_by_heart,),
    ),
    Mistake(
        "a gap taken for rows that are not shifted",
        "Run B does not come near the floor, and it does guess unseen pairs.",
        (
            "What would a decoder that has learned to copy be worth on unseen "
            "pairs, and what is run B worth there?"
        ),
        _RUN,
        (b_not_shifted,),
    ),
    Mistake(
        "run B taken for one with another fault",
        "It learns, and its unseen pairs are as good as the best.",
        (
            "Which run is as good as run B on unseen pairs, and what is left "
            "that differs?"
        ),
        _RUN,
        (b_too_fast, b_too_slow, b_softmax_twice, b_blind),
    ),
    Mistake(
        "run C taken for something else",
        "Its two losses do not fit the number that was given.",
        "What would that number do to either loss, and do you see it in run C?",
        _RUN,
        (
            c_too_fast,
            c_too_slow,
            c_not_shifted,
            c_padding,
            c_softmax_twice,
            c_blind,
            c_by_heart,
        ),
    ),
    Mistake(
        "runs B and C that have changed places",
        "The lower report was taken for the sound run.",
        "Which of the two reported losses is one that the unseen pairs confirm?",
        _RUN,
        (b_and_c, b_and_c_by_heart),
    ),
)
