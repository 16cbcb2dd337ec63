"""Targets that are not shifted, shifted twice, or across rows."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def not_at_all(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, :-1]


def not_at_all_from_the_second(targets: Tensor) -> Pair:
    labels = targets[:, 1:]
    return labels.clone(), labels


def not_at_all_in_full(targets: Tensor) -> Pair:
    return targets, targets


def twice(targets: Tensor) -> Pair:
    return targets[:, :-2], targets[:, 2:]


def twice_by_hand_and_by_roll(targets: Tensor) -> Pair:
    decoder_input, labels = targets[:, :-1], targets[:, 1:]
    return decoder_input, labels.roll(-1, dims=1)


def twice_filled_up(targets: Tensor) -> Pair:
    decoder_input = targets[:, :-1]
    labels = F.pad(targets[:, 2:], (0, 1))
    return decoder_input, labels


def labels_of_a_flat_input(targets: Tensor) -> Pair:
    decoder_input = targets[:, :-1]
    labels = decoder_input.flatten().roll(-1).view_as(decoder_input)
    return decoder_input, labels


def one_long_row(targets: Tensor) -> Pair:
    flat = targets.flatten()
    return flat[:-1], flat[1:]


def one_long_row_cut_again(targets: Tensor) -> Pair:
    batch, n = targets.shape
    flat = targets.reshape(-1)
    read, guessed = flat[: batch * (n - 1)], flat[1 : batch * (n - 1) + 1]
    return read.view(batch, n - 1), guessed.view(batch, n - 1)


def first_of_the_next_row(targets: Tensor) -> Pair:
    following = targets.roll(-1, dims=0)[:, :1]
    labels = torch.cat([targets[:, 1:-1], following], dim=1)
    return targets[:, :-1], labels


def wrong_direction(targets: Tensor) -> Pair:
    return targets[:, 1:], targets[:, :-1]


def wrong_direction_by_roll(targets: Tensor) -> Pair:
    labels = targets.roll(1, dims=1)[:, 1:]
    return targets[:, 1:], labels


def the_one_before(targets: Tensor) -> Pair:
    decoder_input = targets[:, :-1]
    return decoder_input, decoder_input.roll(1, dims=1)


def along_the_batch(targets: Tensor) -> Pair:
    return targets[:-1], targets[1:]


def along_the_batch_by_narrow(targets: Tensor) -> Pair:
    n = len(targets) - 1
    return targets.narrow(0, 0, n), targets.narrow(0, 1, n)


def filled_up(targets: Tensor) -> Pair:
    labels = F.pad(targets[:, 1:], (0, 1))
    return targets, labels


def rolled_in_full(targets: Tensor) -> Pair:
    return targets, targets.roll(-1, dims=1)


def input_in_full(targets: Tensor) -> Pair:
    return targets, targets[:, 1:]


def labels_in_full(targets: Tensor) -> Pair:
    return targets[:, :-1], targets


def another_start(targets: Tensor) -> Pair:
    start = torch.zeros_like(targets[:, :1])
    return torch.cat([start, targets[:, :-1]], dim=1), targets


def start_left_out(targets: Tensor) -> Pair:
    return targets[:, 1:-1], targets[:, 2:]


def end_left_out(targets: Tensor) -> Pair:
    return targets[:, :-2], targets[:, 1:-1]


def as_fractions(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, 1:].float()


def both_as_fractions(targets: Tensor) -> Pair:
    fractions = targets.float()
    return fractions[:, :-1], fractions[:, 1:]


def moved_in_place(targets: Tensor) -> Pair:
    decoder_input = targets[:, :-1]
    decoder_input.copy_(targets[:, 1:].clone())
    return decoder_input, targets[:, 1:]


def moved_in_place_after_a_copy(targets: Tensor) -> Pair:
    decoder_input = targets[:, :-1].clone()
    targets[:, :-1] = targets[:, 1:].clone()
    return decoder_input, targets[:, :-1]


_AT_ONCE = "All at once to learn, one by one to write"
_CAUGHT = "Caught red-handed"

MISTAKES = (
    Mistake(
        "labels that are what the decoder reads",
        "Each place has its answer before its eyes, and the loss goes to 0.",
        "Take the first place of a row. Which id does your decoder read there, and "
        "which one should it guess?",
        _AT_ONCE,
        (not_at_all, not_at_all_from_the_second, not_at_all_in_full),
        ("H01",),
        "The causal mask makes the shift unnecessary.",
        "It lets each place see itself: unshifted, the answer stands there.",
    ),
    Mistake(
        "a shift by two places",
        "The model learns to leave out every other word.",
        "The decoder reads the right ids. Take the first place of a row: how many "
        "places further on stands your label?",
        _AT_ONCE,
        (twice, twice_by_hand_and_by_roll, twice_filled_up),
        ("H02",),
    ),
    Mistake(
        "a shift across rows",
        "A row's last label is taken from another row.",
        "Most labels are right. Where does the label of the last place of a row come "
        "from: does that id belong to the same text?",
        _AT_ONCE,
        (
            *(labels_of_a_flat_input, one_long_row, one_long_row_cut_again),
            *(first_of_the_next_row,),
        ),
        ("H03",),
        "A batch can be shifted as one long row.",
        "At each seam the end of a text would be followed by another text.",
    ),
    Mistake(
        "a shift in the wrong direction",
        "The model is asked for a word that it has read already.",
        "You shift by one place. Is your label the id after the one that is read, or "
        "the id before it?",
        _AT_ONCE,
        (wrong_direction, wrong_direction_by_roll, the_one_before),
        ("H05",),
    ),
    Mistake(
        "a shift along the batch",
        "Each text is to guess the next text of the batch.",
        "Which of the two axes of `targets` counts the places of a text?",
        _AT_ONCE,
        (along_the_batch, along_the_batch_by_narrow),
    ),
    Mistake(
        "rows that are kept in full length",
        "There is a place without a label, or a label without a place.",
        "For a row of n ids, how many pairs of an id and its successor are there? How "
        "many places has each of your results?",
        _AT_ONCE,
        (filled_up, rolled_in_full, input_in_full, labels_in_full, another_start),
    ),
    Mistake(
        "an end of the row that is dropped from both",
        "The model never learns how a text begins, or where it ends.",
        "Labels follow on what is read. Who guesses the first word after `bos`, and "
        "who guesses `eos`?",
        _AT_ONCE,
        (start_left_out, end_left_out),
    ),
    Mistake(
        "ids that became fractions",
        "A loss and an embedding need whole numbers.",
        "The numbers are right. Of which dtype are your results, and of which are ids?",
        _AT_ONCE,
        (as_fractions, both_as_fractions),
    ),
    Mistake(
        "rows that are moved in place",
        "The caller's targets are changed, and what is a view of them as well.",
        "A slice is a view: it shares its memory. Which of your lines writes into "
        "`targets`?",
        _CAUGHT,
        (moved_in_place, moved_in_place_after_a_copy),
    ),
)
