"""Shifts that change ids on the way, or leave labels out."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def padding_renamed(targets: Tensor) -> Pair:
    labels = targets[:, 1:]
    return targets[:, :-1], labels.masked_fill(labels == 0, -100)


def padding_renamed_after_a_stop(targets: Tensor) -> Pair:
    ended = (targets[:, :-1] == 2).cumsum(dim=1) > 0
    return targets[:, :-1], torch.where(ended, -100, targets[:, 1:])


def stop_not_read(targets: Tensor) -> Pair:
    read = targets[:, :-1]
    return torch.where(read == 2, 0, read), targets[:, 1:]


def stop_not_read_before_padding(targets: Tensor) -> Pair:
    labels = targets[:, 1:]
    return targets[:, :-1].masked_fill(labels == 0, 0), labels


def last_label_alone(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, -1:]


def last_label_without_its_axis(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, -1]


def flat_labels(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, 1:].reshape(-1)


def both_flat(targets: Tensor) -> Pair:
    return targets[:, :-1].flatten(), targets[:, 1:].flatten()


_AT_ONCE = "All at once to learn, one by one to write"

MISTAKES = (
    Mistake(
        "padding that is renamed in the labels",
        "Whoever looks for padding among the labels finds none.",
        "Words have the right labels. Which task leaves padding out, this one or the "
        "next, and by which id does it know padding?",
        _AT_ONCE,
        (padding_renamed, padding_renamed_after_a_stop),
    ),
    Mistake(
        "a stop that is taken out of what is read",
        "The decoder reads another row than the one that was handed in.",
        "Labels are right. Does the text take an id out of a row, or does the label "
        "after a stop not count anyway?",
        _AT_ONCE,
        (stop_not_read, stop_not_read_before_padding),
    ),
    Mistake(
        "one label for a whole row",
        "All places but the last have nothing to guess.",
        "The decoder reads the right ids. How many guesses does one pass give, and how "
        "many labels does it need?",
        _AT_ONCE,
        (last_label_alone, last_label_without_its_axis),
    ),
    Mistake(
        "rows that are joined into one",
        "The axis of the texts is lost.",
        "All ids are there, in order. Which axes should your results have?",
        _AT_ONCE,
        (flat_labels, both_flat),
    ),
)
