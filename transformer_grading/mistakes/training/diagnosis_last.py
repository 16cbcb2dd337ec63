"""Runs D to F taken for something else."""

from transformer_grading.mistakes.core import Mistake


def d_by_heart() -> tuple[int, ...]:
    return 5, 4, 0, 7, 7, 6


def d_sound() -> tuple[int, ...]:
    return 5, 4, 0, 0, 7, 6


def d_padding() -> tuple[int, ...]:
    return 5, 4, 0, 4, 7, 6


def d_too_fast() -> tuple[int, ...]:
    return 5, 4, 0, 1, 7, 6


def d_too_slow() -> tuple[int, ...]:
    return 5, 4, 0, 2, 7, 6


def d_softmax_twice() -> tuple[int, ...]:
    return 5, 4, 0, 5, 7, 6


def d_blind() -> tuple[int, ...]:
    return 5, 4, 0, 6, 7, 6


def e_not_shifted() -> tuple[int, ...]:
    return 5, 4, 0, 3, 3, 6


def e_too_fast() -> tuple[int, ...]:
    return 5, 4, 0, 3, 1, 6


def e_sound() -> tuple[int, ...]:
    return 5, 4, 0, 3, 0, 6


def e_too_slow() -> tuple[int, ...]:
    return 5, 4, 0, 3, 2, 6


def e_padding() -> tuple[int, ...]:
    return 5, 4, 0, 3, 4, 6


def e_softmax_twice() -> tuple[int, ...]:
    return 5, 4, 0, 3, 5, 6


def e_blind() -> tuple[int, ...]:
    return 5, 4, 0, 3, 6, 6


def f_sound() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 0


def f_too_slow() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 2


def f_softmax_twice() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 5


def f_too_fast() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 1


def f_not_shifted() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 3


def f_padding() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 4


def f_by_heart() -> tuple[int, ...]:
    return 5, 4, 0, 3, 7, 7


def d_and_e() -> tuple[int, ...]:
    return 5, 4, 0, 7, 3, 6


_RUN = "A real run, read"

MISTAKES = (
    Mistake(
        "run D taken for one that knows pairs by heart",
        "Its unseen pairs have never been better than at the start.",
        (
            "How many updates does it take to know pairs by heart, and where is"
            " run D after 20?"
        ),
        _RUN,
        (d_by_heart,),
    ),
    Mistake(
        "run D taken for a sound one, or for one that counts padding",
        "Its unseen pairs are worse than knowing nothing.",
        (
            "A model is near the floor on its own task, and above ln V on the "
            "real one. What did it learn?"
        ),
        _RUN,
        (d_sound, d_padding),
    ),
    Mistake(
        "run D taken for one with another fault",
        "Its own loss falls to the floor at once.",
        (
            "Which faults keep a run from the floor, and where is run D after "
            "40 updates?"
        ),
        _RUN,
        (d_too_fast, d_too_slow, d_softmax_twice, d_blind),
    ),
    Mistake(
        "run E taken for one whose rows are not shifted",
        "Its unseen pairs did get better at first.",
        (
            "Until update 20 the unseen pairs of run E get better. Could a "
            "model do that which only copies?"
        ),
        _RUN,
        (e_not_shifted,),
    ),
    Mistake(
        "run E taken for one that is too fast",
        "Its reported loss falls without a turn.",
        (
            "A rate that is too high shows in the loss of the run itself. What "
            "does that of run E do?"
        ),
        _RUN,
        (e_too_fast,),
    ),
    Mistake(
        "run E taken for one with another fault",
        "Its reported loss nears the floor, and unseen pairs turn.",
        (
            "The two losses of run E part at some update. What has the run seen"
            " by then, over and over?"
        ),
        _RUN,
        (e_sound, e_too_slow, e_padding, e_softmax_twice, e_blind),
    ),
    Mistake(
        "run F taken for a sound or a slow one",
        "It stays beside a landmark.",
        ("Which landmark is at 5.79, and what does a model know that stands there?"),
        _RUN,
        (f_sound, f_too_slow),
    ),
    Mistake(
        "run F taken for one with two softmaxes",
        "Its own loss gets lower than two softmaxes can.",
        (
            "How low can a run with two softmaxes get at best, and how low does "
            "run F get?"
        ),
        _RUN,
        (f_softmax_twice,),
    ),
    Mistake(
        "run F taken for one with another fault",
        "Both losses agree and stay.",
        "In run F both losses agree all the way. What does that rule out?",
        _RUN,
        (f_too_fast, f_not_shifted, f_padding, f_by_heart),
    ),
    Mistake(
        "runs D and E that have changed places",
        "Both come near the floor, and only one ever guessed unseen pairs.",
        (
            "One of the two was below counting on unseen pairs, or on its way "
            "there. Which one, and what follows?"
        ),
        _RUN,
        (d_and_e,),
    ),
)
