"""Right ways to wire an encoder and a decoder."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_grading.mistakes.transformer.parts import attend, norm, read, write
from transformer_lib.masking.masks import causal_mask


def two_loops(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    memory = source
    for w in encoder:
        memory = read(memory, seen, w)
    x = target
    for w in decoder:
        x = write(x, memory, past, seen, w)
    return x


def by_number(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    hear = words.unsqueeze(1)
    past = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril()
    for i in range(len(encoder)):
        source = read(source, hear, encoder[i])
    for i in range(decoder.shape[0]):
        target = write(target, source, past, hear, decoder[i])
    return target


def reduced(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    from functools import reduce

    seen = words[:, None, :]
    memory = reduce(lambda x, w: read(x, seen, w), encoder, source)
    past = causal_mask(target.shape[1])
    return reduce(lambda x, w: write(x, memory, past, seen, w), decoder, target)


def masks_written_out(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    batch, length, _ = source.shape
    written = target.shape[1]
    inside = words[:, None].expand(batch, length, length)
    across = words[:, None].expand(batch, written, length)
    place = torch.arange(written)
    past = (place[:, None] >= place).expand(batch, written, written)
    for w in encoder.unbind():
        source = read(source, inside, w)
    for w in decoder.unbind():
        target = write(target, source, past, across, w)
    return target


def with_functions(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    from functools import partial

    def encode(x: Tensor) -> Tensor:
        for w in encoder:
            x = read(x, words[:, None], w)
        return x

    def decode(x: Tensor, memory: Tensor) -> Tensor:
        step = partial(write, memory=memory, mask=causal_mask(x.shape[1]))
        for w in decoder:
            x = step(x, memory_mask=words[:, None], w=w)
        return x

    return decode(target, encode(source))


def calls_itself(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])

    def encode(x: Tensor, height: int) -> Tensor:
        if height == 0:
            return x
        return read(encode(x, height - 1), seen, encoder[height - 1])

    memory = encode(source, len(encoder))

    def decode(x: Tensor, height: int) -> Tensor:
        if height == 0:
            return x
        below = decode(x, height - 1)
        return write(below, memory, past, seen, decoder[height - 1])

    return decode(target, len(decoder))


def from_the_parts(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    seen, past = words[:, None], causal_mask(target.shape[1])
    for w in encoder:
        source = norm(source + attend(source, source, w[:4], seen))
        source = norm(source + F.relu(source @ w[4]) @ w[5])
    for w in decoder:
        target = norm(target + attend(target, target, w[:4], past))
        target = norm(target + attend(target, source, w[4:8], seen))
        target = norm(target + F.relu(target @ w[8]) @ w[9])
    return target


def row_by_row(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    rows = []
    for x, y, seen in zip(source, target, words, strict=True):
        for w in encoder:
            x = read(x, seen[None], w)
        for w in decoder:
            y = write(y, x, causal_mask(len(y)), seen[None], w)
        rows.append(y)
    return torch.stack(rows)


def words_cut_out(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    rows = []
    for row in range(len(source)):
        memory, made = source[row, words[row]], target[row]
        for w in encoder:
            memory = read(memory, None, w) if len(memory) else memory
        empty = torch.zeros(1, len(source[row]), dtype=torch.bool)
        for w in decoder:
            past = causal_mask(len(made))
            if len(memory):
                made = write(made, memory, past, None, w)
            else:
                made = write(made, source[row], past, empty, w)
        rows.append(made)
    return torch.stack(rows)


def modules(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    class Model(torch.nn.Module):
        def forward(self, memory: Tensor, x: Tensor) -> Tensor:
            seen, past = words[:, None], causal_mask(x.shape[1])
            for w in encoder:
                memory = read(memory, seen, w)
            for w in decoder:
                x = write(x, memory, past, seen, w)
            return x

    made: Tensor = Model()(source, target)
    return made


def of_pytorch(
    source: Tensor, target: Tensor, words: Tensor, encoder: Tensor, decoder: Tensor
) -> Tensor:
    width = source.shape[-1]
    model = torch.nn.Transformer(
        *(width, 1, len(encoder), len(decoder), width, 0.0),
        batch_first=True,
        dtype=source.dtype,
    )
    made: Tensor = model(source, target, src_key_padding_mask=~words)
    return made


RIGHT = (
    Right("own", "two loops, one after the other", two_loops),
    Right("own", "by number, a triangle of one's own", by_number),
    Right("own", "reduce", reduced),
    Right("own", "masks written out in full", masks_written_out),
    Right("own", "two functions inside, keywords", with_functions),
    Right("own", "functions that call themselves", calls_itself),
    Right("own", "the blocks written out", from_the_parts),
    Right("own", "row by row", row_by_row),
    Right("own", "padding cut out of each row", words_cut_out),
    Right("own", "a module", modules),
    Right(
        "own",
        "nn.Transformer",
        of_pytorch,
        Verdict.SEALED,
        "forward is what this task asks you to write",
    ),
)
