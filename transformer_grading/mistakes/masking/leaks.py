"""Tables of leaks that ask the mask, or the texts, the wrong thing."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def lying(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 0, 2)
    return (moved & ~mask[:, 0].mT).any(dim=0)


def lying_transposed(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(-1).permute(1, 2, 0)
    return (moved & ~mask.squeeze(1)).any(0).T


def every_move(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    return (after != before).any(dim=-1).any(dim=1).T


def every_move_of_any_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before).abs().amax(dim=(1, 3)) > 0
    return moved.transpose(0, 1)


def allowed_moves(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & mask[:, 0]).any(dim=0)


def allowed_moves_in_a_loop(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    found = torch.zeros(mask.shape[-2:], dtype=torch.bool)
    for key in range(len(after)):
        moved = after[key].ne(before).any(dim=-1)
        found[:, key] = (moved & mask[:, 0, :, key]).any(dim=0)
    return found


def dead_ends(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    still = (after == before).all(dim=-1).permute(1, 2, 0)
    return (still & mask[:, 0]).any(dim=0)


def all_hidden(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    hidden = ~mask[:, 0]
    return hidden.expand(len(before), -1, -1).any(dim=0)


def either(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved | ~mask[:, 0]).any(dim=0)


def in_every_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).all(dim=0)


def in_the_first_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after[:, 0] != before[0]).any(dim=-1)
    return moved.T & ~mask[0, 0]


def in_the_last_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    found = torch.zeros(mask.shape[-2:], dtype=torch.bool)
    for row in range(len(before)):
        moved = (after[:, row] != before[row]).any(dim=-1).T
        found = moved & ~mask.expand(len(before), -1, -1, -1)[row, 0]
    return found


def as_many_texts_as_masks(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    found = torch.zeros(mask.shape[-2:], dtype=torch.bool)
    edits = after.transpose(0, 1)
    for allowed, text, edited in zip(mask, before, edits, strict=False):
        found |= (edited != text).any(dim=-1).T & ~allowed[0]
    return found


def for_each_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return moved & ~mask[:, 0]


def allowed_in_any_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).any(dim=1).T
    return moved & ~mask[:, 0].any(dim=0)


def hidden_in_any_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).any(dim=1).T
    return moved & (~mask[:, 0]).any(dim=0)


def mask_of_the_first_text(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).any(dim=1).T
    return moved & ~mask[0, 0]


def always_causal(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).any(dim=1).T
    query, key = moved.shape
    return moved & torch.ones(query, key).triu(key - query + 1).bool()


def always_causal_from_the_top(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before).ne(0).any(dim=-1).any(dim=1).T
    return moved.triu(1)


def next_place_alone(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    leak = (moved & ~mask[:, 0]).any(dim=0)
    return leak.triu(1) & leak.tril(1)


def numbers(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).sum(dim=0)


def how_far(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after - before).abs().amax(dim=-1).permute(1, 2, 0)
    return (moved * ~mask[:, 0]).amax(dim=0)


def fractions(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0).float()


def texts_kept_as_one(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0, keepdim=True)


def is_there_any(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any()


def list_of_places(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0).nonzero()


_CAUGHT = "Caught red-handed"

MISTAKES = (
    Mistake(
        "inputs and outputs that changed places",
        "The table has a row for each edited input.",
        "The right pairs are found. Which axis of a mask comes first: the output that "
        "looks, or the input that is seen?",
        _CAUGHT,
        (lying, lying_transposed),
    ),
    Mistake(
        "every move taken for a leak",
        "An output is accused of what it may see.",
        "You find whoever moves. Which of your lines asks the mask whether it may?",
        _CAUGHT,
        (every_move, every_move_of_any_text),
    ),
    Mistake(
        "the allowed moves in the place of the others",
        "Honest outputs are reported, and leaks are not.",
        "You find whoever moves. What does True mean in the mask: may look, or is "
        "hidden?",
        "One meaning, many dialects",
        (allowed_moves, allowed_moves_in_a_loop),
        ("A20",),
    ),
    Mistake(
        "a table that does not ask who moved",
        "It tells what is hidden, or still, whatever the outputs did.",
        "A leak needs two things: an output that moved, and a mask that forbids it. "
        "Where does your table ask for both?",
        _CAUGHT,
        (dead_ends, all_hidden, either),
    ),
    Mistake(
        "a leak that must show in every text",
        "What leaks in one text only is overlooked.",
        "How many texts must show a leak before there is one?",
        _CAUGHT,
        (in_every_text,),
    ),
    Mistake(
        "a single text that is looked at",
        "What leaks in another text is overlooked.",
        "For one text you are right. Which of your lines looks at all the others?",
        _CAUGHT,
        (in_the_first_text, in_the_last_text, as_many_texts_as_masks),
    ),
    Mistake(
        "one table for each text",
        "The result has an axis too many.",
        "Everything is found. How many axes does the text ask for, and what should "
        "become of the texts?",
        _CAUGHT,
        (for_each_text,),
    ),
    Mistake(
        "the move of one text held against the mask of another",
        "A leak is overlooked, or invented, where masks differ from text to text.",
        "For texts with one mask you are right. Did you ask of each text by itself "
        "whether it moved although it may not look?",
        "Filled up with nothing",
        (allowed_in_any_text, hidden_in_any_text, mask_of_the_first_text),
    ),
    Mistake(
        "a causal mask in the place of the one handed over",
        "Leaks from padding are overlooked.",
        "The future is watched. What does the mask forbid besides?",
        "Filled up with nothing",
        (always_causal, always_causal_from_the_top),
    ),
    Mistake(
        "a leak that is looked for in the next place alone",
        "A leak from further away is overlooked.",
        "With two blocks the chapter's leak reached further. Is the next place the "
        "only one that may leak?",
        _CAUGHT,
        (next_place_alone,),
    ),
    Mistake(
        "another answer than a table of True and False",
        "The places cannot be read off, or the dtype is another.",
        "You find the right thing. Which shape and which dtype does the text ask for?",
        _CAUGHT,
        (
            *(numbers, how_far, fractions, is_there_any, list_of_places),
            *(texts_kept_as_one,),
        ),
        ("C08",),
    ),
)
