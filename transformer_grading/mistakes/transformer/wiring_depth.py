"""Models with the wrong number of blocks."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def as_few_as_the_fewer(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    both = min(len(encoder), len(decoder))
    for w in encoder[:both]:
        source = read(source, seen, w)
    for w in decoder[:both]:
        target = write(target, source, past, seen, w)
    return target


def depth_of_the_encoder(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for i in range(min(len(encoder), len(decoder))):
        target = write(target, source, past, seen, decoder[i])
    return target


def depth_of_the_decoder(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for i in range(min(len(encoder), len(decoder))):
        source = read(source, seen, encoder[i])
    for w in decoder:
        target = write(target, source, past, seen, w)
    return target


def last_left_out(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder[: max(1, len(encoder) - 1)]:
        source = read(source, seen, w)
    for w in decoder[: max(1, len(decoder) - 1)]:
        target = write(target, source, past, seen, w)
    return target


def first_left_out(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder[-max(1, len(encoder) - 1) :]:
        source = read(source, seen, w)
    for w in decoder[-max(1, len(decoder) - 1) :]:
        target = write(target, source, past, seen, w)
    return target


def same_set(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for _ in encoder:
        source = read(source, seen, encoder[0])
    for _ in decoder:
        target = write(target, source, past, seen, decoder[0])
    return target


def same_set_writes(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for _ in range(len(decoder)):
        target = write(target, source, past, seen, decoder[-1])
    return target


def one_each(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    return write(target, read(source, seen, encoder[0]), past, seen, decoder[0])


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "as many blocks as the smaller side has",
        "Blocks of the deeper side are left out.",
        "Three blocks read and two write. How many of each run in your code?",
        _PIPE,
        (as_few_as_the_fewer, depth_of_the_encoder, depth_of_the_decoder),
    ),
    Mistake(
        "a block at the end or at the start left out",
        "One block of a deep side never runs.",
        "Edit the matrices of each block in turn. Which edit moves nothing?",
        _PIPE,
        (last_left_out, first_left_out),
    ),
    Mistake(
        "one set of matrices for all blocks",
        "Every block of a side works with the matrices of one of them.",
        "Edit the matrices of the last block. Does the output move?",
        _PIPE,
        (same_set, same_set_writes),
    ),
    Mistake(
        "one block on each side",
        "However many sets there are, one of each is used.",
        "Where in your code does the second block run?",
        _PIPE,
        (one_each,),
    ),
)
