"""Last states of other texts, or of the wrong end."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def longest_for_all(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, lengths.max() - 1]


def first_length_for_all(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, lengths[0] - 1]


def shortest_for_all(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, lengths.min() - 1]


def every_pair(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, lengths - 1]


def first_text_for_all(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[0, lengths - 1]


def one_feature(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs.gather(1, (lengths - 1).clamp(min=0)[:, None, None]).squeeze(1)


def one_feature_or_h(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h.unsqueeze(1), outputs], dim=1)
    return states.gather(1, lengths.view(-1, 1, 1))[:, 0]


def nonzero_counted(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    n = (outputs.abs().sum(dim=-1) > 0).sum(dim=1)
    return outputs[torch.arange(len(outputs)), n - 1]


def nonzero_counted_or_h(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    n = (outputs != 0).any(dim=-1).sum(dim=1)
    found = outputs[torch.arange(len(outputs)), n - 1]
    return torch.where((lengths > 0)[:, None], found, h)


def longest_first(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    order = lengths.argsort(descending=True, stable=True)
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[order, lengths[order]]


def shortest_first(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    order = lengths.argsort(stable=True)
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[order, lengths[order]]


def from_the_end(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[torch.arange(len(outputs)), -lengths]


def from_the_end_or_h(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    found = outputs[torch.arange(len(outputs)), -lengths]
    return torch.where(lengths[:, None] == 0, h, found)


def steps_first(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[lengths - 1, torch.arange(len(lengths))]


def steps_first_or_h(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    found = outputs[lengths - 1, torch.arange(len(lengths))]
    return torch.where(lengths[:, None] > 0, found, h)


def first_state(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return h.clone()


def first_output(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    return outputs[:, 0]


_READING = "Reading with a memory"

MISTAKES = (
    Mistake(
        "one length for all texts",
        "Every text is looked up where one of them ends.",
        "One text alone is right. Whose length do you use for the second text?",
        _READING,
        (longest_for_all, first_length_for_all, shortest_for_all),
    ),
    Mistake(
        "every length tried on every text",
        "The result is a table of texts by lengths.",
        "Your places are right, but you have far too many states. What does a colon "
        "before the places ask for: its own text, or all of them?",
        _READING,
        (every_pair,),
    ),
    Mistake(
        "one text in the place of all",
        "Every row is looked up in the first text.",
        "Your places are right. In which text does your second row look?",
        _READING,
        (first_text_for_all,),
    ),
    Mistake(
        "one feature in the place of a state",
        "Each text gets the first number of its state alone.",
        "With one feature you are right. How many numbers does gather fetch for a "
        "text when the places have one?",
        _READING,
        (one_feature, one_feature_or_h),
    ),
    Mistake(
        "a length guessed from the numbers",
        "Steps that are not zero are counted in the place of the length.",
        "Must padding be zero after a network has read it? And can a real state be "
        "zero?",
        _READING,
        (nonzero_counted, nonzero_counted_or_h),
        (),
        "Padding can be told by its zeros.",
        "The state after reading padding is not zero, and a real state may be.",
    ),
    Mistake(
        "texts sorted by length and not put back",
        "Each row belongs to another text.",
        "Every one of your states is right, for some text. In which order do your rows "
        "come out?",
        _READING,
        (longest_first, shortest_first),
    ),
    Mistake(
        "places counted from the end",
        "A text of length n is looked up n places before the end.",
        "Texts in the middle of the row may be right. At which end of the row does a "
        "text begin, and where is the padding?",
        _READING,
        (from_the_end, from_the_end_or_h),
    ),
    Mistake(
        "texts and steps exchanged",
        "The length is used along the axis of the texts.",
        "It runs where there are as many texts as steps. Which axis of outputs counts "
        "the steps?",
        _READING,
        (steps_first, steps_first_or_h),
        ("R15",),
    ),
    Mistake(
        "the first in the place of the last",
        "Each text gets a state from its beginning.",
        "How many tokens has the state read that you return?",
        _READING,
        (first_state, first_output),
    ),
)
