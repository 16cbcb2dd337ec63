"""A whole training step beside nn.Transformer between tables of words."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import torch
import torch.nn.functional as F
from parity.transformer import Theirs, twins
from torch import Tensor, nn

from benchmarks.core import RATIOS, Pair, Question, Row, Run, check_equal, ratios
from transformer_lib.training.loss import fused_cross_entropy
from transformer_lib.transformer.config import TransformerConfig

CONFIG = replace(TransformerConfig.base(), dropout=0.0)


class Peer(Theirs):
    """PyTorch's model at its best: no needless mask, and told which is causal."""

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Score, at every place of the target, what could come next."""
        past = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        padding = source == self.config.pad_id
        x = self.stacks(
            self.embed(source, "source"),
            self.embed(target, "target"),
            tgt_mask=past,
            tgt_is_causal=True,
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
        )
        return F.linear(x, self.tables["source"].weight)


def training_step(model: nn.Module, source: Tensor, target: Tensor) -> Run:
    """Make one update with Adam: guess, measure, correct."""
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-6)

    def run() -> None:
        optimizer.zero_grad()
        loss = fused_cross_entropy(model(source, target), target, smoothing=0.1)
        loss.backward()
        optimizer.step()

    return run


def runs(batch: int, seq: int) -> tuple[Run, Run]:
    """Make both models with the same weights, and the same words for both."""
    pair = twins(CONFIG, torch.float32)
    ours, theirs = pair.ours, pair.theirs
    theirs.__class__ = Peer
    generator = torch.Generator().manual_seed(0)
    words = [
        torch.randint(1, CONFIG.vocab, (batch, seq), generator=generator)
        for _ in range(2)
    ]
    check_equal(ours(*words), theirs(*words))
    return training_step(ours, *words), training_step(theirs, *words)


def rows(rounds: int) -> Iterator[Row]:
    """Time two lengths with as many tokens."""
    pairs = [
        Pair(
            "`Transformer`",
            "`nn.Transformer` with tables",
            f"base model, vocabulary {CONFIG.vocab}, batch {batch}, n "
            f"{seq} on each side",
            partial(runs, batch, seq),
        )
        for batch, seq in ((8, 256), (2, 1024))
    ]
    return ratios(pairs, rounds)


QUESTION = Question(
    "Is a whole training step as fast as one with `nn.Transformer`?",
    "Forward, smoothed loss, backward and Adam, the same weights on both sides. Around "
    "`nn.Transformer` stand the same table of words, positions and scores. Dropout is "
    "off, so that both do the same: with it PyTorch also drops attention weights and "
    "features inside the feed-forward networks, which the paper does not.",
    RATIOS,
    rows,
)
