"""Counts of models that do not know their own parts."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def in_a_list(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.table = torch.nn.Embedding(vocab, d_model, device="meta")
            written = vocab if target_vocab is None else target_vocab
            if target_vocab is not None:
                self.target = torch.nn.Embedding(written, d_model, device="meta")
            if not tied:
                self.out = torch.nn.Linear(d_model, written, bias=False, device="meta")
            self.reads = [
                torch.nn.TransformerEncoderLayer(d_model, 1, d_ff, bias=bias)
                for _ in range(blocks)
            ]
            self.writes = [
                torch.nn.TransformerDecoderLayer(d_model, 1, d_ff, bias=bias)
                for _ in range(blocks)
            ]

    return sum(p.numel() for p in Model().parameters())


def in_a_dictionary(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    written = vocab if target_vocab is None else target_vocab
    model = torch.nn.Module()
    model.table = torch.nn.Embedding(vocab, d_model, device="meta")
    if target_vocab is not None:
        model.target = torch.nn.Embedding(target_vocab, d_model, device="meta")
    if not tied:
        model.scores = torch.nn.Linear(d_model, written, bias=False, device="meta")
    stacks: dict[str, list[torch.nn.Module]] = {"read": [], "write": []}
    for _ in range(blocks):
        stacks["read"].append(
            torch.nn.TransformerEncoderLayer(d_model, 1, d_ff, bias=bias)
        )
        stacks["write"].append(
            torch.nn.TransformerDecoderLayer(d_model, 1, d_ff, bias=bias)
        )
    model.__dict__["stacks"] = stacks
    return sum(p.numel() for p in model.parameters())


def tables_alone(
    vocab: int,
    target_vocab: int | None,
    d_model: int,
    d_ff: int,
    blocks: int,
    bias: bool,
    tied: bool,
) -> float:
    tables = vocab if target_vocab is None else vocab + target_vocab
    written = vocab if target_vocab is None else target_vocab
    return (tables + (0 if tied else written)) * d_model


def counted_by_tensors(
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
    parameters: list[Tensor] = [
        p for name, p in model.named_parameters() if ".norm." not in f".{name}"
    ]
    tables = (1 if target_vocab is None else 2) + (0 if tied else 1)
    return len(parameters) + tables


_COUNT = "How many numbers there are to learn"

MISTAKES = (
    Mistake(
        "blocks that the model does not know of",
        "Only the tables are counted.",
        "What does `parameters()` give for a module that stands in a Python list?",
        _COUNT,
        (in_a_list, in_a_dictionary, tables_alone),
        ("K03",),
        "What I keep in `self` belongs to the module.",
        "A module knows its parts if they are modules or parameters themselves, or "
        "stand in an nn.ModuleList.",
    ),
    Mistake(
        "tensors counted in the place of numbers",
        "A matrix counts as one.",
        "How many numbers has a matrix of 2 rows and 3 columns?",
        _COUNT,
        (counted_by_tensors,),
    ),
)
