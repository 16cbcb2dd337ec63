"""Right ways to weigh a model."""

from typing import Any

import torch

from transformer_grading.instructor.right.core import Right, Verdict


def formula(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    b = 1 if bias else 0
    attention = 4 * d_model * (d_model + b)
    network = 2 * d_model * d_ff + b * (d_ff + d_model)
    norm = d_model + b * d_model
    read, write = attention + network + 2 * norm, 2 * attention + network + 3 * norm
    total = blocks * (read + write) + vocab * d_model
    if target_vocab is not None:
        total += target_vocab * d_model
    if not tied:
        total += d_model * (vocab if target_vocab is None else target_vocab)
    return total


def by_pytorch(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    options: Any = {"bias": bias, "device": "meta"}
    parts = torch.nn.ModuleList()
    for _ in range(blocks):
        parts.append(torch.nn.TransformerEncoderLayer(d_model, 1, d_ff, **options))
        parts.append(torch.nn.TransformerDecoderLayer(d_model, 1, d_ff, **options))
    parts.append(torch.nn.Embedding(vocab, d_model, device="meta"))
    if target_vocab is not None:
        parts.append(torch.nn.Embedding(target_vocab, d_model, device="meta"))
    if not tied:
        written = vocab if target_vocab is None else target_vocab
        parts.append(torch.nn.Linear(d_model, written, bias=False, device="meta"))
    return sum(p.numel() for p in parts.parameters())


def shape_by_shape(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    def linear(inputs: int, outputs: int) -> int:
        return inputs * outputs + (outputs if bias else 0)

    def norm() -> int:
        return d_model * (2 if bias else 1)

    total = 0
    for side in ("read", "write"):
        for _ in range(blocks):
            looks = 1 if side == "read" else 2
            total += looks * (4 * linear(d_model, d_model) + norm())
            total += linear(d_model, d_ff) + linear(d_ff, d_model) + norm()
    words = [vocab] if target_vocab is None else [vocab, target_vocab]
    if not tied:
        words.append(words[-1])
    return total + sum(words) * d_model


def by_the_whole(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    model = torch.nn.Transformer(
        d_model, 1, blocks, blocks, d_ff, bias=bias, device="meta"
    )
    on_top = (model.encoder.norm, model.decoder.norm)
    total = sum(p.numel() for p in model.parameters())
    for norm in on_top:
        assert norm is not None
        total -= sum(p.numel() for p in norm.parameters())
    tables = vocab + (target_vocab or 0)
    if not tied:
        tables += target_vocab or vocab
    return total + tables * d_model


def closed(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    squares, biases = 12 * d_model + 4 * d_ff + 5, (19 * d_model + 2 * d_ff) * bias
    last = target_vocab if target_vocab is not None else vocab
    tables = (target_vocab is not None) * vocab + (1 + (not tied)) * last
    return blocks * (squares * d_model + biases) + float(tables * d_model)


def in_tensors(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> Any:
    b = int(bias)
    attention = torch.tensor([3 * 4, 3 * 4 * b]) * d_model
    network = 4 * d_model * d_ff + 2 * b * (d_ff + d_model)
    pair = attention[0] * d_model + attention[1] + network + 5 * (1 + b) * d_model
    words = torch.tensor(
        [vocab, target_vocab or 0, 0 if tied else target_vocab or vocab]
    )
    return blocks * pair + words.sum() * d_model


def of_the_course(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    from transformer_lib.transformer.config import TransformerConfig
    from transformer_lib.transformer.model import Transformer

    config = TransformerConfig(
        vocab=vocab,
        target_vocab=target_vocab,
        d_model=d_model,
        n_heads=1,
        d_ff=d_ff,
        n_encoder_blocks=blocks,
        n_decoder_blocks=blocks,
        tie_output=tied,
    )
    return sum(p.numel() for p in Transformer(config, device="meta").parameters())


RIGHT = (
    Right("own", "a formula", formula),
    Right("own", "PyTorch's layers in an nn.ModuleList, counted", by_pytorch),
    Right("own", "shape by shape", shape_by_shape),
    Right("own", "nn.Transformer without the norms on top", by_the_whole),
    Right("own", "one closed formula, as a float", closed),
    Right("own", "in tensors", in_tensors),
    Right(
        "own",
        "the course's Transformer",
        of_the_course,
        Verdict.SEALED,
        "make_input is what this task asks you to write",
    ),
)
