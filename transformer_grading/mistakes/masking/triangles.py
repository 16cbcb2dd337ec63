"""Three masks with a wrong triangle, dtype, or number of axes."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def one_too_far(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    words = (source != source_pad)[:, None, None]
    past = torch.ones(n, n, dtype=torch.bool).tril(1)
    return words, past & (target != target_pad)[:, None, None], words


def itself_hidden(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    words = (source != source_pad)[:, None, None]
    past = torch.ones(n, n).tril(-1) == 1
    return words, (target != target_pad)[:, None, None] & past, words


def future_for_past(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & torch.ones(n, n, dtype=torch.bool).triu(), words


def strict_future_for_past(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & ~causal_mask(target.shape[1]), words


def turned_round(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    pads, mine = (source == source_pad)[:, None, None], target == target_pad
    future = torch.ones(target.shape[1], target.shape[1]).triu(1).bool()
    return pads, mine[:, None, None] | future, pads


def padding_shown(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    pads = (source == source_pad)[:, None, None]
    mine = (target == target_pad)[:, None, None]
    return pads, mine & causal_mask(target.shape[1]), pads


def padding_shown_in_the_decoder(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    pads = target.eq(target_pad)[:, None, None]
    return words, pads.logical_and(causal_mask(target.shape[1])), words


def ones_and_zeros(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None].float()
    mine = (target != target_pad)[:, None, None].float()
    return words, mine * torch.ones(target.shape[1], target.shape[1]).tril(), words


def whole_numbers(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None].long()
    mine = (target != target_pad)[:, None, None].long()
    return words, mine * causal_mask(target.shape[1]).long(), words


def decoder_of_numbers(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    past = torch.tril(torch.ones(target.shape[1], target.shape[1]))
    return words, past * (target != target_pad)[:, None, None], words


def no_axis_for_heads(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None]
    return words, (target != target_pad)[:, None] & causal_mask(target.shape[1]), words


def two_axes(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    words = source != source_pad
    mine = (target != target_pad)[:, None]
    return words, mine & causal_mask(target.shape[1]), words


def two_axes_of_the_source(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source != source_pad, (target != target_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def no_axis_for_heads_in_the_decoder(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad).unsqueeze(1)
    return words, mine & causal_mask(target.shape[1]), words


def first_text_for_all(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source[0] != source_pad)[None, None, None]
    mine = target[0] != target_pad
    return words, (mine & causal_mask(len(mine)))[None, None], words


def where_no_text_is_padded(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad).all(dim=0)[None, None, None]
    mine = (target != target_pad).all(dim=0)
    return words, mine & causal_mask(target.shape[1])[None, None], words


def where_any_text_has_words(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad).any(dim=0).expand(1, 1, 1, -1)
    mine = (target != target_pad).any(dim=0).expand(1, 1, 1, -1)
    return words, mine & causal_mask(target.shape[1]), words


def ids_written_over(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = source.sub_(source_pad).bool()[:, None, None]
    mine = target.sub_(target_pad).bool()[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


_PLACES = "Filled up with nothing"
_AHEAD = "No looking ahead"

MISTAKES = (
    Mistake(
        "a triangle that is moved by a place",
        "Each word of the target sees one word too many, or not itself.",
        "Padding is right. May a word of the target see itself, and may it see the "
        "next one?",
        _AHEAD,
        (one_too_far, itself_hidden),
        ("C01",),
    ),
    Mistake(
        "the future in the place of the past",
        "Each word of the target sees what comes after it.",
        "Padding is right. Which corner of the table stands for a late query and an "
        "early key, and is it open?",
        _AHEAD,
        (future_for_past, strict_future_for_past),
        ("C03",),
    ),
    Mistake(
        "padding that is shown and words that are hidden",
        "Words hear padding alone.",
        "You do find padding. What does True mean in this course, and what does your "
        "comparison say of a word?",
        "One meaning, many dialects",
        (turned_round, padding_shown, padding_shown_in_the_decoder),
        ("A20",),
    ),
    Mistake(
        "masks of numbers",
        "The masks cannot be joined by &, and attention refuses them.",
        "The right places are marked. Of which dtype are your masks, and which one "
        "does a mask have here?",
        _AHEAD,
        (ones_and_zeros, whole_numbers, decoder_of_numbers),
        ("C08",),
    ),
    Mistake(
        "an axis that is missing for the heads",
        "The mask of a text lands on a head, or does not fit at all.",
        "Sizes are matched from the last axis to the first. Against (batch, heads, "
        "query, key), on which axis does your batch land?",
        _PLACES,
        (
            *(no_axis_for_heads, two_axes, two_axes_of_the_source),
            *(no_axis_for_heads_in_the_decoder,),
        ),
    ),
    Mistake(
        "one mask for all texts of the batch",
        "Texts are masked by the padding of another.",
        "For one text all is right. Which of your lines looks at each row of the ids "
        "by itself?",
        _PLACES,
        (first_text_for_all, where_no_text_is_padded, where_any_text_has_words),
    ),
    Mistake(
        "ids that are written over",
        "The masks are right, and the caller's ids are changed.",
        "Which of your operators writes into the tensor that was handed in?",
        _PLACES,
        (ids_written_over,),
    ),
)
