"""Loops that read the source wrongly, or too often."""

import torch
from torch import Tensor

from transformer_grading.checks.probes.transformer.scripted import Scripted
from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import padding_mask


def hidden_while_reading(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    memory = model.encode(source, padding_mask(source, pad))
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def open_while_writing(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory = model.encode(source, mask)
    target = source.new_full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(limit):
        logits = model.decode(target, memory, torch.ones_like(mask))
        best = torch.where(over, pad, logits[:, -1].argmax(dim=-1))
        target = torch.cat([target, best[:, None]], dim=1)
        over = over | (best == eos)
        if over.all():
            break
    return target[:, 1:]


def hidden_while_writing(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    memory, mask = model.encode(source), padding_mask(source, pad)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def never_hidden(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    memory = model.encode(source)
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def padding_is_zero(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, 0)
    memory, target = model.encode(source, mask), torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def turned_round(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = ~padding_mask(source, pad)
    memory, target = model.encode(source, mask), torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def of_the_first(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)[:1].expand(len(source), -1, -1, -1)
    memory, target = model.encode(source, mask), torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def read_again(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask, target = padding_mask(source, pad), torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        memory = model.encode(source, mask)
        best = model.decode(target, memory, mask)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def whole_model(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    target = torch.full((len(source), 1), bos)
    over = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] <= limit and not over.all():
        best = model(source, target)[:, -1].argmax(dim=-1)
        best[over] = pad
        target = torch.cat([target, best[:, None]], dim=1)
        over |= best == eos
    return target[:, 1:]


def one_by_one(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    rows = []
    for row in source.split(1):
        mask = padding_mask(row, pad)
        memory, target = model.encode(row, mask), torch.tensor([[bos]])
        while target.shape[1] <= limit and target[0, -1] != eos:
            best = model.decode(target, memory, mask)[:, -1:].argmax(dim=-1)
            target = torch.cat([target, best], dim=1)
        rows.append(target[0, 1:])
    return torch.nn.utils.rnn.pad_sequence(rows, True, pad)


def decoded_one_by_one(
    model: Scripted, source: Tensor, bos: int, eos: int, pad: int, limit: int
) -> Tensor:
    mask = padding_mask(source, pad)
    memory, rows = model.encode(source, mask), []
    for i in range(len(source)):
        target = torch.tensor([[bos]])
        while target.shape[1] <= limit and target[0, -1] != eos:
            logits = model.decode(target, memory[i : i + 1], mask[i : i + 1])
            target = torch.cat([target, logits[:, -1:].argmax(dim=-1)], dim=1)
        rows.append(target[0, 1:])
    return torch.nn.utils.rnn.pad_sequence(rows, True, pad)


_PIPE = "The whole pipeline, with every shape"

MISTAKES = (
    Mistake(
        "padding that is hidden while reading and seen while writing",
        "What a sentence becomes depends on how long its neighbours are.",
        "The memory has a vector at each place of padding. Who tells the decoder?",
        _PIPE,
        (hidden_while_reading, open_while_writing),
        ("G07",),
        "The encoder knows the mask, so the memory holds no padding.",
        "Both need it: the memory has a vector at every place.",
    ),
    Mistake(
        "padding that is seen while reading",
        "The decoder hides it, but the memory has heard it.",
        "Which words may a word of the source look at?",
        _PIPE,
        (hidden_while_writing,),
    ),
    Mistake(
        "padding that is never hidden",
        "Padding is read like a word.",
        "A sentence stands beside a longer one. What does it see that it does not see "
        "alone?",
        _PIPE,
        (never_hidden,),
    ),
    Mistake(
        "padding that is taken to be 0",
        "The mask looks for an id that need not be padding.",
        "Which argument says what padding is?",
        _PIPE,
        (padding_is_zero,),
    ),
    Mistake(
        "a mask the wrong way round",
        "Words are hidden and padding is read.",
        'True means "may look". Where is your mask True?',
        _PIPE,
        (turned_round,),
    ),
    Mistake(
        "the padding of the first sentence for all",
        "Every sentence is cut where the first one ends.",
        "Two sentences of different lengths: whose mask do you pass on?",
        _PIPE,
        (of_the_first,),
    ),
    Mistake(
        "a source that is read for every word",
        "The words are right, and the encoder runs far too often.",
        "What of the memory changes when a word is written?",
        _PIPE,
        (read_again, whole_model),
    ),
    Mistake(
        "sentences that are written one after the other",
        "The words are right, but there are more calls than columns.",
        "How many calls of the decoder do ten sentences of five words need?",
        _PIPE,
        (one_by_one, decoded_one_by_one),
    ),
)
