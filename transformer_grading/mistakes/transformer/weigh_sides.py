"""Counts of parameters with too few blocks."""

import torch

from transformer_grading.mistakes.core import Mistake


def blocks_together(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks / 2 * pair + tables * d_model


def blocks_together_whole(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks // 2 * pair + tables * d_model


def blocks_shared(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 3 * attention + 2 * network + 5 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return 1 * pair + tables * d_model


def last_block_alone(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    model = torch.nn.Module()
    for _ in range(blocks):
        model.read = torch.nn.TransformerEncoderLayer(d_model, 1, d_ff, bias=bias)
        model.write = torch.nn.TransformerDecoderLayer(d_model, 1, d_ff, bias=bias)
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    total = sum(p.numel() for p in model.parameters())
    return total + (tables + (0 if tied else written)) * d_model


def decoder_alone(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = 2 * attention + network + 3 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


def encoder_alone(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    attention = 4 * d_model * (d_model + bias)
    network = 2 * d_model * d_ff + bias * (d_ff + d_model)
    norm = d_model * (1 + bias)
    pair = attention + network + 2 * norm
    written = vocab if target_vocab is None else target_vocab
    tables = vocab if target_vocab is None else vocab + target_vocab
    tables += 0 if tied else written
    return blocks * pair + tables * d_model


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "blocks of both sides counted together",
        "Half of the blocks are missing.",
        "`blocks` is 3. How many read, and how many write?",
        _COUNT,
        (blocks_together, blocks_together_whole),
    ),
    Mistake(
        "one block for all",
        "However many blocks there are, one of each is counted.",
        "Do the blocks of a side share their matrices?",
        _COUNT,
        (blocks_shared, last_block_alone),
    ),
    Mistake(
        "one side of the model",
        "Only blocks that write, or only blocks that read, are counted.",
        "Which two stacks has the model?",
        _COUNT,
        (decoder_alone, encoder_alone),
    ),
)
