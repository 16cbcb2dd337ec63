"""Models with blocks in the wrong order, or with something between them."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import norm, read, write
from transformer_lib.masking.masks import causal_mask


def from_the_same_start(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        made = write(target, source, past, seen, w)
    return made


def last_to_first(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder.flip(0):
        source = read(source, seen, w)
    for w in decoder.flip(0):
        target = write(target, source, past, seen, w)
    return target


def reading_backwards(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for i in range(len(encoder) - 1, -1, -1):
        source = read(source, seen, encoder[i])
    for w in decoder:
        target = write(target, source, past, seen, w)
    return target


def writing_backwards(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for w in reversed(decoder):
        target = write(target, source, past, seen, w)
    return target


def road_past_blocks(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = source + read(source, seen, w)
    for w in decoder:
        target = target + write(target, source, past, seen, w)
    return target


def norm_on_top(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(norm(source), seen, w)
    for w in decoder:
        target = write(norm(target), source, past, seen, w)
    return target


def bent_memory(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source.relu(), past, seen, w)
    return target


def exchanged(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    for w in encoder:
        target = read(target, past, w)
    for w in decoder:
        source = write(source, target, seen, None, w)
    return source


def memory_returned(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    for w in encoder:
        source = read(source, words[:, None], w)
    return source


def read_only(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past = causal_mask(target.shape[1])
    for w in decoder:
        target = read(target, past, w[[0, 1, 2, 3, 8, 9]])
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "blocks that all write from the start",
        "Each block that writes begins with the target, so only the last one counts.",
        "What does the second block that writes go on from?",
        _PIPE,
        (from_the_same_start,),
    ),
    Mistake(
        "blocks from last to first",
        "The last block of a side comes first.",
        "Which set stands at index 0, and when is its block's turn?",
        _PIPE,
        (last_to_first, reading_backwards, writing_backwards),
    ),
    Mistake(
        "something more between the blocks",
        "There is a sum, a norm or a bend that the blocks have inside already.",
        "What does a block return, and what does the next one expect?",
        _PIPE,
        (road_past_blocks, norm_on_top, bent_memory),
    ),
    Mistake(
        "source and target exchanged",
        "The target is read, or the memory comes out.",
        "Which of the two is read both ways, and which one grows word by word?",
        _PIPE,
        (exchanged, memory_returned),
    ),
    Mistake(
        "blocks that write without a look at the memory",
        "The source has no influence at all.",
        "Edit the source. Which of your outputs moves?",
        _PIPE,
        (read_only,),
    ),
)
