"""Models whose blocks that write look at the wrong thing."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.transformer.parts import read, write
from transformer_lib.masking.masks import causal_mask


def as_it_is(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    memory, past = source, causal_mask(target.shape[1])
    for w_read, w_write in zip(encoder, decoder, strict=False):
        memory = read(memory, words[:, None], w_read)
        target = write(target, memory, past, None, w_write)
    return target


def in_step(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    memory, past, seen = source, causal_mask(target.shape[1]), words[:, None]
    for w_read, w_write in zip(encoder, decoder, strict=False):
        memory = read(memory, seen, w_read)
        target = write(target, memory, past, seen, w_write)
    return target


def in_step_by_number(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    memories = []
    for w in encoder:
        source = read(source, seen, w)
        memories.append(source)
    for memory, w in zip(memories, decoder, strict=False):
        target = write(target, memory, past, seen, w)
    return target


def in_step_to_the_end(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    memories = []
    for w in encoder:
        source = read(source, seen, w)
        memories.append(source)
    for i in range(len(decoder)):
        memory = memories[min(i, len(memories) - 1)]
        target = write(target, memory, past, seen, decoder[i])
    return target


def from_the_top(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    memories = []
    for w in encoder:
        source = read(source, seen, w)
        memories.append(source)
    for i, w in enumerate(decoder):
        memory = memories[max(len(memories) - 1 - i, 0)]
        target = write(target, memory, past, seen, w)
    return target


def raw_source(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen, memory = causal_mask(target.shape[1]), words[:, None], source
    for w in encoder:
        memory = read(memory, seen, w)
    for w in decoder:
        target = write(target, source, past, seen, w)
    return target


def raw_source_no_reading(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    for w in decoder:
        target = write(target, source, past, seen, w)
    return target


def first_block_only(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    memory = source
    for w in encoder:
        memory = read(source, seen, w)
    for w in decoder:
        target = write(target, memory, past, seen, w)
    return target


def last_set_only(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    memory = read(source, words[:, None], encoder[-1])
    for w in decoder:
        target = write(target, memory, causal_mask(target.shape[1]), words[:, None], w)
    return target


def own_words(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, target, past, None, w)
    return target


def own_words_hidden(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past = causal_mask(target.shape[1])
    for w in decoder:
        target = write(target, target, past, past, w)
    return target


def read_again(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    for w_write in decoder:
        for w_read in encoder:
            source = read(source, seen, w_read)
        target = write(target, source, past, seen, w_write)
    return target


def past_on(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    memory = source
    for w in encoder:
        memory = read(memory, seen, w)
    for w in decoder:
        target = write(target, memory + source, past, seen, w)
    return target


def averaged(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen, total = causal_mask(target.shape[1]), words[:, None], 0 * source
    for w in encoder:
        source = read(source, seen, w)
        total = total + source
    for w in decoder:
        target = write(target, total / len(encoder), past, seen, w)
    return target


def last_word(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    past, seen = causal_mask(target.shape[1]), words[:, None]
    for w in encoder:
        source = read(source, seen, w)
    for w in decoder:
        target = write(target, source[:, -1:], past, seen[..., -1:], w)
    return target


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "her model as it is",
        "Both symptoms are still there.",
        "After which block is the source read to its end, and who asks for it before?",
        _PIPE,
        (as_it_is,),
    ),
    Mistake(
        "blocks that write beside blocks that read",
        "Each block that writes asks what the block of the same number has read.",
        "Three blocks read and two write. Which of the three do the two look at?",
        _PIPE,
        (in_step, in_step_by_number, in_step_to_the_end, from_the_top),
        (),
        "Encoder and decoder stand side by side, so block 1 looks at block 1.",
        "All blocks that write look at what the last block that reads returns.",
    ),
    Mistake(
        "a memory that was never read",
        "The blocks that write look at the vectors of the source as they came in.",
        "Edit a matrix of a block that reads. Which of your outputs moves?",
        _PIPE,
        (raw_source, raw_source_no_reading),
    ),
    Mistake(
        "blocks that all read the first input",
        "Each block that reads begins anew, so only the last of them counts.",
        "What does the second block read: the source, or what the first one made?",
        _PIPE,
        (first_block_only, last_set_only),
    ),
    Mistake(
        "a decoder that asks itself",
        "Keys and values of cross-attention are made from the target.",
        "Edit the source. Which of your outputs moves?",
        _PIPE,
        (own_words, own_words_hidden),
    ),
    Mistake(
        "a source that is read again for every block that writes",
        "The second block that writes looks at something that was read twice.",
        "How often is the source read for one call of the model?",
        _PIPE,
        (read_again,),
    ),
    Mistake(
        "a memory mixed from several heights",
        "What the last block read is not handed on alone.",
        "What does the text say that a block that writes looks at, and what else is in "
        "your memory?",
        _PIPE,
        (past_on, averaged),
    ),
    Mistake(
        "a memory of one word",
        "The blocks that write look at a single vector of the source.",
        "Edit the first word of the source. Does anything move?",
        _PIPE,
        (last_word,),
    ),
)
