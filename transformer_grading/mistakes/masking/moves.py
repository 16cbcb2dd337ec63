"""Tables of leaks that overlook how an output moved."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def summed(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = ((after - before).sum(dim=-1) != 0).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def means_compared(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after.mean(dim=-1) != before.mean(dim=-1)
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def lengths_compared(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after.square().sum(dim=-1) != before.square().sum(dim=-1)
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def directions_compared(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    alike = torch.cosine_similarity(after.double(), before.double()[None], dim=-1)
    moved = (1 - alike > 1e-14).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def summed_over_texts(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    shifts = (after - before).permute(1, 2, 0, 3) * ~mask[:, 0, :, :, None]
    return (shifts.sum(dim=0) != 0).any(dim=-1)


def upward(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after > before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def largest_upward(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before).amax(dim=-1).permute(1, 2, 0) > 0
    return (moved & ~mask[:, 0]).any(dim=0)


def downward(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before < 0).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def first_feature(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before)[..., 0].permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def last_feature(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after[..., -1] != before[..., -1]
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def largest_feature(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after.amax(dim=-1) != before.amax(dim=-1)
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def every_feature(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).all(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def every_feature_by_the_least(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    least = (after - before).abs().amin(dim=-1).permute(1, 2, 0)
    return ((least > 0) & ~mask[:, 0]).any(dim=0)


def close_enough(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = ~torch.isclose(after, before.expand_as(after)).all(dim=-1)
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def thousandth(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = ((after - before).abs() > 1e-3).any(dim=-1)
    return (moved.permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def a_little(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    far = (after - before).square().sum(dim=-1).sqrt().permute(1, 2, 0)
    return (far.ge(1e-5) & ~mask[:, 0]).any(dim=0)


def rounded(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after.round(decimals=4) != before.round(decimals=4)
    return (moved.any(dim=-1).permute(1, 2, 0) & ~mask[:, 0]).any(dim=0)


def in_single(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after.float() != before.float()).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def a_trillionth(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before).abs().amax(dim=-1).permute(1, 2, 0) > 1e-12
    return (moved & ~mask[:, 0]).any(dim=0)


def another_edit(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != after.roll(1, dims=0)).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def first_edit(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != after[:1]).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def subtracted_in_place(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = after.sub_(before).bool().any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def mask_turned_in_place(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & mask.logical_not_()[:, 0]).any(dim=0)


_CAUGHT = "Caught red-handed"

MISTAKES = (
    Mistake(
        "changes that may cancel",
        "An output whose numbers move up and down alike seems to stand still.",
        "Most leaks are found. One number rises by 2 and one falls by 2: what does "
        "your line make of that?",
        _CAUGHT,
        (summed, means_compared, lengths_compared, summed_over_texts),
    ),
    Mistake(
        "directions of outputs that are compared",
        "An output that gets longer or shorter seems to stand still.",
        "You see outputs that turn. Is an output that becomes twice as long still the "
        "same output?",
        _CAUGHT,
        (directions_compared,),
    ),
    Mistake(
        "changes upward alone, or downward alone",
        "An output that moves the other way seems to stand still.",
        "Does an output that falls tell less of the future than one that rises?",
        _CAUGHT,
        (upward, largest_upward, downward),
    ),
    Mistake(
        "one number of each output",
        "An output whose other numbers move seems to stand still.",
        "Each output is a vector. Which of its numbers do you look at?",
        _CAUGHT,
        (first_feature, last_feature, largest_feature),
    ),
    Mistake(
        "outputs that must move in every number",
        "An output of which one number moves seems to stand still.",
        "Must all numbers of an output move before it has told something?",
        _CAUGHT,
        (every_feature, every_feature_by_the_least),
    ),
    Mistake(
        "changes that are too small to count",
        "A small leak is overlooked, or lost by rounding.",
        "Large leaks are found. In the chapter, by how much does an honest output "
        "move when the future is edited?",
        _CAUGHT,
        (close_enough, thousandth, a_little, rounded, in_single, a_trillionth),
        (),
        "A change of a millionth is rounding.",
        "A masked weight is exactly 0: what is hidden moves nothing, to the last bit.",
    ),
    Mistake(
        "edits that are compared with each other",
        "An output that moves at every edit, or at two in a row, is overlooked.",
        "You compare after one edit with after another. What did the model return "
        "before any edit?",
        _CAUGHT,
        (another_edit, first_edit),
    ),
    Mistake(
        "inputs that are written over",
        "The table is right, and the caller's tensors are changed.",
        "Which of your lines writes into a tensor that was handed in?",
        _CAUGHT,
        (subtracted_in_place, mask_turned_in_place),
    ),
)
