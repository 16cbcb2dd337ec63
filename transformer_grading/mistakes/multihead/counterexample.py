"""Examples that do not show the colleague's mistake."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Three = tuple[Tensor, Tensor, Tensor]


def padded_alike() -> Three:
    x = torch.tensor([[[1.0, 2.0], [0.0, 0.0]], [[3.0, 4.0], [0.0, 0.0]]])
    edited = x.clone()
    edited[1, 1] = 9.0
    return x, edited, torch.tensor([[True, False], [True, False]])


def one_sequence() -> Three:
    x = torch.tensor([[[1.0, 2.0], [0.0, 0.0]]])
    return x, x + torch.tensor([[0.0], [9.0]]), torch.tensor([[True, False]])


def three_sequences() -> Three:
    x, edited = torch.ones(3, 2, 2), torch.ones(3, 2, 2)
    edited[1, 1] = 9.0
    return x, edited, torch.tensor([[True, True], [True, False], [True, True]])


def no_padding() -> Three:
    x, edited = torch.ones(2, 2, 2), torch.ones(2, 2, 2)
    edited[1, 1] = 9.0
    return x, edited, torch.ones(2, 2, dtype=torch.bool)


def real_token_edited() -> Three:
    x, edited = torch.ones(2, 2, 2), torch.ones(2, 2, 2)
    edited[0, 1] = 9.0
    return x, edited, torch.tensor([[True, True], [True, False]])


def everything_edited() -> Three:
    x = torch.tensor([[[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [0.0, 0.0]]])
    return x, x + 5, torch.tensor([[True, True], [True, False]])


def nothing_edited() -> Three:
    x = torch.tensor([[[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [0.0, 0.0]]])
    return x, x.clone(), torch.tensor([[True, True], [True, False]])


def edited_where_she_is_right() -> Three:
    x, edited = torch.ones(2, 2, 2), torch.ones(2, 2, 2)
    edited[1, 1, 1] = 9.0
    return x, edited, torch.tensor([[True, True], [True, False]])


def edited_where_all_are_padded() -> Three:
    x, edited = torch.ones(2, 3, 2), torch.ones(2, 3, 2)
    edited[1, 2] = 9.0
    return x, edited, torch.tensor([[True, True, False], [True, False, False]])


def edited_too_little() -> Three:
    x, edited = torch.ones(2, 2, 2), torch.ones(2, 2, 2)
    edited[1, 1] += 0.001
    return x, edited, torch.tensor([[True, True], [True, False]])


def edited_without_weight() -> Three:
    x = torch.tensor([[[1.0, 1.0], [1.0, 1.0]], [[9.0, 9.0], [-9.0, -9.0]]])
    edited = x.clone()
    edited[1, 1] = -8.0
    return x, edited, torch.tensor([[True, True], [True, False]])


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "sequences that are padded alike",
        "Her mask is right for two sequences with the same padding, and for one.",
        "You edit padding, as you should. Whose mask does her head 0 use, and whose "
        "does head 1 use, in your example?",
        _HEADS,
        (padded_alike, one_sequence),
    ),
    Mistake(
        "more sequences than heads",
        "Her function raises an error there, which nobody overlooks.",
        "Three sequences make her mask fit nothing. With which numbers of sequences "
        "does her code run without a word?",
        _HEADS,
        (three_sequences,),
    ),
    Mistake(
        "an example without padding",
        "Where every token is real, her mask hides nothing, and nothing should be.",
        "What moves in your example is meant to move. Which tokens may be edited "
        "without moving any output of a real token?",
        _HEADS,
        (no_padding,),
    ),
    Mistake(
        "a real token that is edited",
        "An output that looks at the token has to move.",
        "Some of what you edit may be seen. Which tokens does real mark with True?",
        _HEADS,
        (real_token_edited, everything_edited),
    ),
    Mistake(
        "two inputs that are the same",
        "Nothing moves if nothing is edited.",
        "Your padding fits. What is the difference between x and edited?",
        _HEADS,
        (nothing_edited,),
    ),
    Mistake(
        "an edit that her heads hide",
        "The head that owns these features has a mask that hides this token.",
        "Your padding fits. Which features does head 0 own, which head 1, and whose "
        "mask does each of them meet in her code?",
        _HEADS,
        (edited_where_she_is_right, edited_where_all_are_padded),
    ),
    Mistake(
        "an edit too small to be seen",
        "Her head does look at it, and finds next to no difference.",
        "A head of hers does see what you edit. How much weight has that token, and "
        "how much does its value change?",
        _HEADS,
        (edited_too_little, edited_without_weight),
    ),
)
