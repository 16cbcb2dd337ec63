"""Three masks that look for words at fixed places, or come in the wrong order."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def by_lengths(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n_words = (source != source_pad).sum(dim=1)
    n_mine = (target != target_pad).sum(dim=1)
    words = torch.arange(source.shape[1]) < n_words[:, None, None, None]
    mine = torch.arange(target.shape[1]) < n_mine[:, None, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def source_by_lengths(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n_words = (source != source_pad).sum(dim=1, keepdim=True)
    words = (torch.arange(source.shape[1]) < n_words)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def target_by_lengths(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    n_mine = (target != target_pad).sum(dim=1, keepdim=True)
    mine = (torch.arange(target.shape[1]) < n_mine)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def up_to_the_first_padding(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = ((source == source_pad).cumsum(dim=1) == 0)[:, None, None]
    mine = ((target == target_pad).cumsum(dim=1) == 0)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def source_up_to_the_first_padding(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad).int().cumprod(dim=1).bool()[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def decoder_turned(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, (mine & causal_mask(target.shape[1])).mT, words


def decoder_written_by_columns(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, n = (source != source_pad)[:, None, None], target.shape[1]
    decoder = torch.zeros(len(target), 1, n, n, dtype=torch.bool)
    for t in range(n):
        decoder[:, 0, : t + 1, t] = target[:, : t + 1] != target_pad
    return words, decoder, words


def rows_of_the_encoder(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None]
    mine = (target != target_pad)[:, None, None]
    decoder = mine & causal_mask(target.shape[1])
    return words[..., None], decoder, words[:, :, None]


def rows_of_both(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source != source_pad, target != target_pad
    decoder = mine[:, None, :, None] & causal_mask(target.shape[1])
    return words[:, None, :, None], decoder, words[:, None, None]


def cross_before_decoder(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, words, mine & causal_mask(target.shape[1])


def decoder_first(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = source.ne(source_pad)[:, None, None]
    mine = target.ne(target_pad)[:, None, None]
    return mine & causal_mask(target.shape[1]), words, words


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "padding that is taken to stand at the end",
        "Where it stands in front, words are hidden and padding may be heard.",
        "Padding at the end is right. Does a count of words, or the first place of "
        "padding, say where the words stand?",
        _PLACES,
        (
            *(by_lengths, source_by_lengths, target_by_lengths),
            *(up_to_the_first_padding, source_up_to_the_first_padding),
        ),
    ),
    Mistake(
        "queries and keys of the decoder that changed places",
        "Each column of the decoder is what a row should be.",
        "Past and padding are found. Which axis of a mask comes first: who looks, or "
        "who is seen?",
        "No looking ahead",
        (decoder_turned, decoder_written_by_columns),
    ),
    Mistake(
        "rows of padding closed in the place of its columns",
        "Padding sees nothing, and is still seen by all.",
        "You find padding. Who must not see whom, and on which of (batch, heads, "
        "query, key) does your ids' last axis land?",
        _PLACES,
        (rows_of_the_encoder, rows_of_both),
    ),
    Mistake(
        "masks in another order",
        "An attention gets the mask that another one needs.",
        "In which order does the text ask for the three masks, and in which one do "
        "you return them?",
        _PLACES,
        (cross_before_decoder, decoder_first),
    ),
)
