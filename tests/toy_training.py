"""A model and a corpus so small that a training run takes no time."""

from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import Tensor, nn

from transformer_lib.training.batching import Batch, collate
from transformer_lib.training.corpus import Corpus, Limits
from transformer_lib.training.loop import Trainer
from transformer_lib.training.settings import TrainingSettings

PAD, BOS, EOS = 3, 1, 2  # id 0 is a word like any other
LIMITS = Limits(source_vocab=13, target_vocab=11, max_len=8, pad_id=PAD)
SETTINGS = TrainingSettings(
    d_model=5, steps=7, budget=24, warmup=4, factor=0.1, clip_norm=1.0, keep=2
)


class Toy(nn.Module):
    """Guess from the mean of the source and from the last target token.

    The generator and the target embedding are one tensor, as in the paper.
    """

    def __init__(self, dropout: float = 0.0, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.source = nn.Embedding(LIMITS.source_vocab, 5, dtype=dtype)
        self.target = nn.Embedding(LIMITS.target_vocab, 5, dtype=dtype)
        self.hidden = nn.Linear(5, 5, dtype=dtype)
        self.dropout = nn.Dropout(dropout)
        self.generator = nn.Linear(5, LIMITS.target_vocab, dtype=dtype)
        self.generator.weight = self.target.weight

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        counts = (source != PAD)[..., None]
        heard = (self.source(source) * counts).sum(1) / counts.sum(1).clamp(min=1)
        x = self.target(target) + self.hidden(heard)[:, None]
        return self.generator(self.dropout(x.relu()))


def toy(dropout: float = 0.0, dtype: torch.dtype = torch.float32, seed: int = 0) -> Toy:
    torch.manual_seed(seed)
    return Toy(dropout, dtype)


def draw_corpus(pairs: int = 23, seed: int = 0) -> Corpus:
    """Draw sentences of unequal lengths; the target says the source backwards."""
    random = Random(seed)
    words = [0, *range(4, LIMITS.target_vocab)]
    sources = [random.choices(words, k=random.randint(1, 6)) for _ in range(pairs)]
    targets = [[BOS, *reversed(source), EOS] for source in sources]
    return Corpus(sources, targets, LIMITS)


def trainer(
    folder: Path | str | None = None, dropout: float = 0.3, **changes: Any
) -> Trainer:
    settings = TrainingSettings.from_dict(SETTINGS.to_dict() | changes)
    return Trainer(
        toy(dropout),
        draw_corpus(),
        settings,
        validation=draw_corpus(7, seed=1),
        folder=folder,
        model_config={"dropout": dropout},
    )


def whole(corpus: Corpus) -> Batch:
    """Put a whole corpus into one batch."""
    return collate(corpus, list(range(len(corpus))))


def weights(trainer: Trainer) -> Tensor:
    return torch.cat([p.detach().flatten() for p in trainer.learner.model.parameters()])
