"""What goes wrong in any task, whatever it is about."""

from transformer_grading.mistakes.core import Function, Mistake


def fixed_dtype(reread: str, *ways: Function) -> Mistake:
    """Name results in a dtype of the answer's own choice.

    Args:
        reread: The heading to reread.
        *ways: Functions that do so.
    """
    return Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        reread,
        ways,
    )


def cut_off(reread: str, *ways: Function) -> Mistake:
    """Name results that nothing can be learned through.

    Args:
        reread: The heading to reread.
        *ways: Functions that return such results.
    """
    return Mistake(
        "a result cut off from the inputs",
        "The numbers are right, but no gradient gets through them.",
        "Which of your lines forgets where its numbers came from?",
        reread,
        ways,
    )


def cut_off_at_a_height(reread: str, *ways: Function) -> Mistake:
    """Name scores that are limited before the softmax.

    Args:
        reread: The heading to reread.
        *ways: Functions that do so.
    """
    return Mistake(
        "scores cut off at a fixed height",
        "Beyond it all scores are the same.",
        "Small scores are right. What is left of the difference between 50 000 and "
        "50 001 after your line?",
        reread,
        ways,
    )


def wrongly_shifted(reread: str, *ways: Function) -> Mistake:
    """Name scores from which something smaller than their maximum is taken.

    Args:
        reread: The heading to reread.
        *ways: Functions that do so.
    """
    return Mistake(
        "something else than the maximum taken off",
        "Where one score is far above the others, its exponential is still too large.",
        "You may take the same number off every score of a row. After your line, how "
        "large can the largest score still be, and how large its exponential?",
        reread,
        ways,
    )


def overwritten(what: str, reread: str, *ways: Function) -> Mistake:
    """Name an input that is changed.

    Args:
        what: Which input, as a noun.
        reread: The heading to reread.
        *ways: Functions that change it.
    """
    return Mistake(
        f"{what} changed for the caller, too",
        "The results are right, and an input is no longer what it was.",
        "Which of your operators writes into a tensor that was handed in?",
        reread,
        ways,
        beside=("gradient",),
    )
