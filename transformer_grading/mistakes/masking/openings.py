"""Three masks in which padding is shown where it should be hidden."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def empty_rows_opened(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    decoder = causal_mask(target.shape[1]) & (target != target_pad)[:, None, None]
    return words, decoder | ~decoder.any(dim=-1, keepdim=True), words


def empty_rows_open_to_the_first(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    decoder = (target != target_pad)[:, None, None] & causal_mask(target.shape[1])
    decoder[..., :1] |= ~decoder.any(dim=-1, keepdim=True)
    return words, decoder, words


def own_place_always_open(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    words = (source != source_pad)[:, None, None]
    decoder = (target != target_pad)[:, None, None] & causal_mask(n)
    return words, decoder | torch.eye(n, dtype=torch.bool), words


def own_place_open_where_nothing_is(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, n = (source != source_pad)[:, None, None], target.shape[1]
    decoder = (target != target_pad)[:, None, None] & causal_mask(n)
    empty = ~decoder.any(dim=-1, keepdim=True)
    return words, decoder | (empty & torch.eye(n, dtype=torch.bool)), words


def first_place_always_open(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source != source_pad, target != target_pad
    words[:, 0] = mine[:, 0] = True
    decoder = mine[:, None, None] & causal_mask(target.shape[1])
    return words[:, None, None], decoder, words[:, None, None]


def both_paddings(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad) & (source != target_pad)
    mine = (target != source_pad) & (target != target_pad)
    decoder = mine[:, None, None] & causal_mask(target.shape[1])
    return words[:, None, None], decoder, words[:, None, None]


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "padding that is opened so that no row is empty",
        "A query with nothing to look at hears padding, or the future.",
        "The rows of words are right. What does the text say of a row of the decoder "
        "that is empty, and what does attention of this course make of it?",
        _PLACES,
        (
            *(empty_rows_opened, empty_rows_open_to_the_first),
            *(own_place_always_open, own_place_open_where_nothing_is),
        ),
        (),
        "A mask must leave every query something to look at.",
        "Here an empty row gives zeros; other code wants it opened, and blanked after.",
    ),
    Mistake(
        "a first place that is always open",
        "Padding that stands in front is heard.",
        "Padding behind the words is right. Is there always a word at place 0?",
        _PLACES,
        (first_place_always_open,),
    ),
    Mistake(
        "both paddings hidden in both languages",
        "A word is hidden whose id is the padding of the other language.",
        "All padding is hidden. What does the padding id of one language stand for in "
        "the other?",
        _PLACES,
        (both_paddings,),
        ("G05",),
    ),
)
