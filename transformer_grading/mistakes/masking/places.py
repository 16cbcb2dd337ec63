"""Three masks of which one is in the wrong place, or missing."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def causal_encoder(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None, :]
    encoder = words & causal_mask(source.shape[1])
    decoder = (target != target_pad)[:, None, None] & causal_mask(target.shape[1])
    return encoder, decoder, words


def causal_encoder_alone(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n_source, n_target = source.size(1), target.size(1)
    encoder = torch.ones(n_source, n_source, dtype=torch.bool).tril()
    past = torch.ones(n_target, n_target, dtype=torch.bool).tril()
    decoder = past & (target != target_pad)[:, None, None]
    return encoder, decoder, (source != source_pad)[:, None, None]


def causal_everywhere(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    found = []
    for query, ids, pad in (
        (source.shape[1], source, source_pad),
        (target.shape[1], target, target_pad),
        (target.shape[1], source, source_pad),
    ):
        past = torch.ones(query, ids.shape[1], dtype=torch.bool).tril()
        found.append((ids != pad)[:, None, None] & past)
    return found[0], found[1], found[2]


def causal_cross(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder = (source != source_pad)[:, None, None]
    n, m = target.shape[1], source.shape[1]
    decoder = causal_mask(n) & (target != target_pad)[:, None, None]
    cross = encoder & torch.ones(n, m, dtype=torch.bool).tril()
    return encoder, decoder, cross


def causal_cross_to_the_end(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder = source.ne(source_pad)[:, None, None]
    n, m = target.shape[1], source.shape[1]
    decoder = target.ne(target_pad)[:, None, None] & causal_mask(n)
    return encoder, decoder, encoder & torch.ones(n, m).tril(m - n).bool()


def causal_cross_alone(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder = torch.ne(source, source_pad)[:, None, None]
    rows = torch.arange(target.shape[1])[:, None]
    decoder = (torch.arange(target.shape[1]) <= rows) & (target != target_pad)[
        :, None, None
    ]
    return encoder, decoder, (torch.arange(source.shape[1]) <= rows)[None, None]


def deaf_to_padding(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    batch, n = target.shape
    encoder = (source != source_pad)[:, None, None]
    decoder = causal_mask(n) & (target != target_pad)[:, None, None]
    cross = torch.ones(batch, 1, n, source.shape[1], dtype=torch.bool)
    return encoder, decoder, cross


def cross_open_for_one(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    everything = torch.ones(1, 1, 1, source.shape[1], dtype=torch.bool)
    decoder = (target != target_pad)[:, None, None] & causal_mask(target.shape[1])
    return (source != source_pad)[:, None, None], decoder, everything


def encoder_open(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    cross = (source != source_pad)[:, None, None]
    decoder = causal_mask(target.shape[1]) & (target != target_pad)[:, None, None]
    return torch.ones_like(cross), decoder, cross


def encoder_square(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    m = source.shape[-1]
    cross = (source != source_pad).view(-1, 1, 1, m)
    mine = (target != target_pad).view(-1, 1, 1, target.shape[-1])
    everything = torch.ones(m, m, dtype=torch.bool)
    return everything, mine & causal_mask(target.shape[-1]), cross


def target_as_keys(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder = (source != source_pad)[:, None, None]
    mine = (target != target_pad)[:, None, None]
    return encoder, mine & causal_mask(target.shape[1]), mine


def decoder_mask_again(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder = (source != source_pad)[:, None, None]
    decoder = (target != target_pad)[:, None, None] & causal_mask(target.shape[1])
    return encoder, decoder, decoder


def target_as_rows(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder, mine = source != source_pad, target != target_pad
    decoder = mine[:, None, None, :] & causal_mask(target.shape[1])
    return encoder[:, None, None, :], decoder, mine[:, None, :, None]


def cross_as_columns_of_a_lying_table(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    encoder, mine = source != source_pad, target != target_pad
    decoder = mine[:, None, None] & causal_mask(target.shape[1])
    lying = encoder[:, None, :, None].expand(-1, -1, -1, target.shape[1])
    return encoder[:, None, None], decoder, lying


def reads_ahead(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    return words, (target != target_pad)[:, None, None], words


def triangle_thrown_away(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad)[:, None, None]
    decoder = (target != target_pad)[:, None, None].repeat(1, 1, target.shape[1], 1)
    decoder.tril()
    return words, decoder, words


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "a causal mask on the encoder",
        "A word of the source sees only what stands before it.",
        "Decoder and padding are your own affair; look at the encoder. Which word of "
        "the source is not known yet while the source is read?",
        _PLACES,
        (causal_encoder, causal_encoder_alone, causal_everywhere),
        ("C06",),
        "A Transformer reads from left to right, so every mask is causal.",
        "Only the target does not exist yet; the source is there as a whole.",
    ),
    Mistake(
        "a causal mask on cross-attention",
        "Word 3 of the target cannot see word 4 of the source.",
        "Both self-attentions are right. Does place 3 of a translation correspond to "
        "place 3 of the source, and is place 4 a secret?",
        _PLACES,
        (causal_cross, causal_cross_to_the_end, causal_cross_alone),
        (),
        "All that the decoder does is causal.",
        "Only its look at its own words is; the source is complete.",
    ),
    Mistake(
        "cross-attention that hears padding",
        "The answer for a text depends on how far its batch is filled up.",
        "Both self-attentions are right. Whose words are the keys of cross-attention, "
        "and are all of them words?",
        _PLACES,
        (deaf_to_padding, cross_open_for_one),
        ("G08",),
    ),
    Mistake(
        "an encoder that hears padding",
        "Words of the source take in what stands for nothing.",
        "Decoder and cross-attention are right. Which of the source's columns should "
        "no word of the source see?",
        _PLACES,
        (encoder_open, encoder_square),
    ),
    Mistake(
        "the target's words as keys of cross-attention",
        "The columns of the target are closed where those of the source should be.",
        "A mask closes columns, and columns are keys. From which of the two texts do "
        "the keys of cross-attention come?",
        _PLACES,
        (target_as_keys, decoder_mask_again),
        (),
        "A mask of the decoder is made from the target.",
        "It is made from the text whose words are the keys.",
    ),
    Mistake(
        "rows closed in cross-attention where columns should be",
        "What asks is hidden, and not what is asked.",
        "In (batch, heads, query, key), on which axis of cross-attention does the "
        "source stand, and which one did you close?",
        _PLACES,
        (target_as_rows, cross_as_columns_of_a_lying_table),
    ),
    Mistake(
        "a decoder that may read ahead",
        "A word of the target sees the word that it should guess.",
        "Padding is right everywhere. In training the whole target is there: what "
        "keeps place 2 of your decoder from word 3?",
        "Caught red-handed",
        (reads_ahead, triangle_thrown_away),
    ),
)
