"""Three masks whose padding is forgotten, misplaced, or found by the wrong id."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def rows_too(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    decoder = mine & mine.mT & causal_mask(target.shape[1])
    return words & words.mT, decoder, words


def rows_of_the_decoder_too(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source != source_pad, target != target_pad
    pairs = mine[:, :, None] & mine[:, None, :]
    decoder = (pairs & causal_mask(target.shape[1])).unsqueeze(1)
    return words[:, None, None], decoder, words[:, None, None]


def rows_of_all_three_too(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = (source != source_pad)[:, None], (target != target_pad)[:, None]
    encoder = words[..., None, :] & words[..., :, None]
    decoder = mine[..., None, :] & mine[..., :, None]
    cross = words[..., None, :] & mine[..., :, None]
    return encoder, decoder & causal_mask(target.shape[1]), cross


def rows_of_the_encoder_too(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = source.ne(source_pad).float()
    pairs = torch.einsum("bi,bj->bij", words, words).bool()
    decoder = causal_mask(target.shape[1]) & target.ne(target_pad)[:, None, None]
    return pairs[:, None], decoder, source.ne(source_pad)[:, None, None]


def rows_of_cross_attention_too(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words & mine.mT


def either(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine | causal_mask(target.shape[1]), words


def either_by_a_sum(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine + causal_mask(target.shape[1]), words


def hidden_by_both(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    hidden = future & (target == target_pad)[:, None, None]
    words = (source != source_pad)[:, None, None]
    return words, ~hidden, words


def past_alone(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    return words, causal_mask(target.shape[1])[None, None], words


def past_of_each_text(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    batch, n = target.shape
    words = (source != source_pad).reshape(batch, 1, 1, -1)
    decoder = torch.ones(n, n, dtype=torch.bool).tril().expand(batch, 1, n, n)
    return words, decoder, words


def padding_dropped_on_the_way(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    decoder = causal_mask(target.shape[1])[None, None]
    decoder.logical_and((target != target_pad)[:, None, None])
    return words, decoder, words


def id_of_the_source(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    mine = (target != source_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def id_of_the_target(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != target_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, causal_mask(target.shape[1]) & mine, words


def ids_crossed(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source.ne(target_pad), target.ne(source_pad)
    decoder = mine[:, None, None] & causal_mask(target.shape[1])
    return words[:, None, None], decoder, words[:, None, None]


def id_of_the_target_across(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder, cross = source != source_pad, source != target_pad
    decoder = causal_mask(target.shape[1]) & (target != target_pad)[:, None, None]
    return encoder[:, None, None], decoder, cross[:, None, None]


def zero_is_padding(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = (source != 0)[:, None, None], (target != 0)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


def what_is_not_zero(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source.bool()[:, None, None], target.bool()[:, None, None]
    decoder = causal_mask(target.shape[1]).logical_and(mine)
    return words, decoder, words


def zero_is_padding_of_the_target(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    decoder = (target != 0)[:, None, None] & causal_mask(target.shape[1])
    return words, decoder, words


def larger_than_padding(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words, mine = source > source_pad, target > target_pad
    decoder = mine[:, None, None] & causal_mask(target.shape[1])
    return words[:, None, None], decoder, words[:, None, None]


def larger_than_padding_of_the_source(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source > source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return words, mine & causal_mask(target.shape[1]), words


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "rows of padding that are closed as well",
        "Padding may look at nothing, and elsewhere its empty rows become NaN.",
        "All columns of padding are closed, as they should be. Who uses what padding "
        "finds, and what is left in a row that you close?",
        _PLACES,
        (
            *(rows_too, rows_of_the_decoder_too, rows_of_all_three_too),
            *(rows_of_the_encoder_too, rows_of_cross_attention_too),
        ),
        ("G02",),
        "Padding must neither be seen nor see.",
        "What it sees is thrown away; closing its rows only makes them empty.",
    ),
    Mistake(
        "two masks joined by “or”",
        "The decoder may look where either mask lets it, at the future too.",
        "Encoder and cross-attention are right. May a word look where one of the two "
        "masks forbids it?",
        _PLACES,
        (either, either_by_a_sum, hidden_by_both),
        ("G03",),
        "Two masks are added up, so their True places are joined.",
        "A look needs the leave of both: and, not or.",
    ),
    Mistake(
        "a decoder with the causal mask alone",
        "Where padding stands in front, words of the target hear it.",
        "The future is hidden. Does your decoder treat a place of padding in the past "
        "like a word?",
        _PLACES,
        (past_alone, past_of_each_text, padding_dropped_on_the_way),
        ("G04",),
    ),
    Mistake(
        "the padding id of the other language",
        "Words are hidden, and padding is heard, as soon as the two ids differ.",
        "Your masks have the right form. Which id does each of your comparisons look "
        "for, and in which language?",
        _PLACES,
        (id_of_the_source, id_of_the_target, ids_crossed, id_of_the_target_across),
        ("G05",),
    ),
    Mistake(
        "a padding id that is fixed in the code",
        "A word whose id is 0 is hidden, and padding is heard.",
        "Your masks have the right form. What is the id of padding here, and what does "
        "id 0 stand for?",
        _PLACES,
        (zero_is_padding, what_is_not_zero, zero_is_padding_of_the_target),
        ("G05",),
        "The id of padding is 0.",
        "It is whatever the vocabulary says; id 0 may be a word.",
    ),
    Mistake(
        "ids that are compared by size",
        "Words whose id is smaller than that of padding are hidden.",
        "Large ids are right. Must every word have a larger id than padding?",
        _PLACES,
        (larger_than_padding, larger_than_padding_of_the_source),
    ),
)
