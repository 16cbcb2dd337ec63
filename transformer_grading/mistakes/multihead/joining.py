"""Heads that are joined in the wrong order, or not joined at all."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def not_moved_back(x: Tensor) -> Tensor:
    heads, seq, d_v = x.shape[-3:]
    return x.reshape(*x.shape[:-3], seq, heads * d_v)


def not_moved_back_viewed(x: Tensor) -> Tensor:
    return x.contiguous().view(*x.shape[:-3], x.shape[-2], -1)


def viewed_as_it_lies(x: Tensor) -> Tensor:
    return x.view(*x.shape[:-3], x.shape[-2], x.shape[-3] * x.shape[-1])


def features_before_heads(x: Tensor) -> Tensor:
    return x.movedim(-3, -1).flatten(-2)


def features_in_turn(x: Tensor) -> Tensor:
    return torch.stack(x.unbind(dim=-3), dim=-1).flatten(-2)


def added(x: Tensor) -> Tensor:
    return x.sum(dim=-3)


def averaged(x: Tensor) -> Tensor:
    return x.mean(dim=-3)


def first_alone(x: Tensor) -> Tensor:
    return x[..., 0, :, :]


def one_below_the_other(x: Tensor) -> Tensor:
    return x.flatten(-3, -2)


def joined_along_the_tokens(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-2)


def from_the_front(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)


def for_a_batch_alone(x: Tensor) -> Tensor:
    batch, heads, seq, d_v = x.shape
    return x.transpose(1, 2).reshape(batch, seq, heads * d_v)


def permuted_for_a_batch(x: Tensor) -> Tensor:
    return x.permute(0, 2, 1, 3).flatten(-2)


def joined_from_axis_one(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=1), dim=-1)


def for_a_sequence_alone(x: Tensor) -> Tensor:
    heads, seq, d_v = x.shape
    return x.transpose(0, 1).reshape(seq, heads * d_v)


def batch_taken_for_heads(x: Tensor) -> Tensor:
    return torch.cat([*x], dim=-1)


def first_axis_moved(x: Tensor) -> Tensor:
    return x.movedim(0, -2).flatten(-2)


def everything_flat(x: Tensor) -> Tensor:
    return x.transpose(-3, -2).flatten(-3)


def flat_in_memory_order(x: Tensor) -> Tensor:
    return x.flatten(-3)


def columns(x: Tensor) -> Tensor:
    return x.mT.flatten(-3, -2)


def columns_joined(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1).mT


def sizes_of_before(x: Tensor) -> Tensor:
    heads = x.shape[-3]
    return x.transpose(-3, -2).reshape(*x.shape[:-3], heads, -1)


def only_moved(x: Tensor) -> Tensor:
    return x.transpose(-3, -2)


def only_moved_in_memory(x: Tensor) -> Tensor:
    return x.movedim(-3, -2).contiguous()


def last_head_first(x: Tensor) -> Tensor:
    return torch.cat(x.flip(-3).unbind(dim=-3), dim=-1)


def prepended(x: Tensor) -> Tensor:
    joined = x[..., 0, :, :]
    for head in range(1, x.shape[-3]):
        joined = torch.cat([x[..., head, :, :], joined], dim=-1)
    return joined


_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "heads joined in memory order",
        "A row of the result holds several tokens of one head.",
        "The shape is right. In memory all tokens of head 0 come first: what has to "
        "happen before the features of one token lie side by side?",
        _HEADS,
        (not_moved_back, not_moved_back_viewed, viewed_as_it_lies),
        ("M02",),
        "A reshape to (seq, heads · d_v) joins what belongs to one token.",
        "It joins what lies side by side in memory: first the axis has to move.",
    ),
    Mistake(
        "features before heads",
        "The first features of all heads come first, then the second ones.",
        "Each row belongs to the right token. What stands next to the first feature of "
        "head 0: its second feature, or the first of head 1?",
        _HEADS,
        (features_before_heads, features_in_turn),
    ),
    Mistake(
        "heads merged into one",
        "What the heads found is added up, or dropped, not laid side by side.",
        "With one head you are right. How wide is a row that holds what every head "
        "found?",
        "Why mix at the end?",
        (added, averaged, first_alone),
        (),
        "Joining the heads means adding them up.",
        "They lie side by side; it is the last matrix that adds, after weighing.",
    ),
    Mistake(
        "heads joined along the tokens",
        "The sequence gets longer, and no row wider.",
        "With one head you are right. Does a second head find something for further "
        "tokens, or something more for the same ones?",
        _HEADS,
        (one_below_the_other, joined_along_the_tokens),
    ),
    Mistake(
        "axes counted from the front",
        "The heads are joined for one number of leading axes only.",
        "With the right number of axes you are right. Which way of counting axes stays "
        "the same when another axis comes in front?",
        _HEADS,
        (
            *(from_the_front, for_a_batch_alone, permuted_for_a_batch),
            *(joined_from_axis_one, for_a_sequence_alone),
        ),
    ),
    Mistake(
        "the first axis taken for the heads",
        "Sequences are joined, and heads are taken for sequences.",
        "Without a leading axis you are right. Which axis comes first once there is a "
        "batch, and which one is third from the end?",
        _HEADS,
        (batch_taken_for_heads, first_axis_moved),
        ("M04",),
    ),
    Mistake(
        "tokens joined as well",
        "The whole sequence becomes one row.",
        "How many axes should be one less: only the heads go. Which axis did you "
        "flatten too many?",
        _HEADS,
        (everything_flat, flat_in_memory_order),
    ),
    Mistake(
        "tokens as columns",
        "The joined features stand below each other.",
        "Every token has the right numbers. Is a token a row of the result, or a "
        "column?",
        _HEADS,
        (columns, columns_joined),
    ),
    Mistake(
        "as many rows as heads",
        "The sizes are those from before the axes changed places.",
        "You moved the axis, which is right. After that, which size stands where the "
        "tokens are?",
        _HEADS,
        (sizes_of_before,),
    ),
    Mistake(
        "heads moved and not joined",
        "Each token still keeps its heads apart.",
        "The axis stands in the right place. How many axes should the result have, and "
        "how many has yours?",
        _HEADS,
        (only_moved, only_moved_in_memory),
    ),
    Mistake(
        "the last head first",
        "The heads stand in reverse order.",
        "Each row belongs to the right token. Whose features come first in it?",
        _HEADS,
        (last_head_first, prepended),
    ),
)
