"""Batches of about as many tokens each, made of sentences of about one length.

A batch is a rectangle, and what a sentence lacks in length is filled with padding, on
which work is wasted. So sentences of like length go together, and a batch holds few
long ones or many short ones.

Source: vaswani2017, section 5.1.
"""

from random import Random
from typing import NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor

from transformer_lib.training.corpus import Corpus, Ids
from transformer_lib.training.loss import shift_right
from transformer_lib.training.seeds import seed_at


class Batch(NamedTuple):
    """Some pairs of sentences as two rectangles of ids, padded on the right.

    Attributes:
        source: What the encoder reads.
        target: Rows `bos … eos`, as `shift_right` takes them.
    """

    source: Int[Tensor, "batch source"]
    target: Int[Tensor, "batch target"]

    def to(self, device: torch.device) -> "Batch":
        """Move both rectangles to a device."""
        return Batch(self.source.to(device), self.target.to(device))

    def guesses(self, pad_id: int) -> int:
        """How many tokens are to be guessed: the targets but for bos and padding."""
        _, labels = shift_right(self.target)
        return int((labels != pad_id).sum())

    def share(self, rank: int, world_size: int, pad_id: int) -> "Batch":
        """Take the rows of one of several processes, every `world_size`-th of them.

        Args:
            rank: Which process, from 0.
            world_size: How many processes share the batch.
            pad_id: What fills the one row of a process for which none is left, so that
                it still takes part; it counts for nothing.

        Returns:
            Rows `rank`, `rank + world_size`, and so on.
        """
        source, target = self.source[rank::world_size], self.target[rank::world_size]
        if len(source) == 0:
            source = torch.full_like(self.source[:1], pad_id)
            target = torch.full_like(self.target[:1], pad_id)
        return Batch(source, target)


def collate(corpus: Corpus, rows: list[int]) -> Batch:
    """Put some pairs of a corpus into one batch.

    Args:
        corpus: The pairs.
        rows: Which of them, counted from 0.

    Returns:
        The batch, each side as wide as its longest row.
    """
    pad_id = corpus.limits.pad_id
    return Batch(
        _rectangle([corpus.sources[row] for row in rows], pad_id),
        _rectangle([corpus.targets[row] for row in rows], pad_id),
    )


def plan_epoch(
    corpus: Corpus, budget: int, *, seed: int = 0, epoch: int = 0
) -> list[list[int]]:
    """Share out all pairs among batches, in an order that depends on the epoch.

    Args:
        corpus: The pairs.
        budget: How many tokens a batch may have on each side, padding included.
        seed: Where the random order starts; any whole number.
        epoch: Which pass over the pairs, from 0; each has its own order.

    Returns:
        For each batch the rows it holds; every row is in one batch.

    Raises:
        ValueError: If one row alone is longer than the budget.
    """
    rows = list(range(len(corpus)))
    longest = max(rows, key=corpus.length)
    if corpus.length(longest) > budget:
        raise ValueError(
            f"row {longest} has {corpus.length(longest)} tokens on one side, but a "
            f"batch holds {budget}: raise the budget, or leave the pair out."
        )
    random = Random(seed_at(seed, "order", epoch))
    random.shuffle(rows)
    # The sort keeps the shuffled order among rows of the same lengths.
    rows.sort(key=lambda row: (len(corpus.targets[row]), len(corpus.sources[row])))
    plan: list[list[int]] = [[]]
    width = 0
    for row in rows:
        width = max(width, corpus.length(row))
        if width * (len(plan[-1]) + 1) > budget:
            plan.append([])
            width = corpus.length(row)
        plan[-1].append(row)
    random.shuffle(plan)
    return plan


class Stream:
    """Batches without end, epoch after epoch, from a place that can be kept.

    Attributes:
        epoch: Which pass over the pairs the next batch belongs to, from 0.
        batch: Which batch of that pass is next, from 0.
    """

    def __init__(self, corpus: Corpus, budget: int, *, seed: int = 0) -> None:
        """Begin with the first batch of the first epoch.

        Args:
            corpus: The pairs.
            budget: How many tokens a batch may have on each side, padding included.
            seed: Where the random order starts; any whole number.

        Raises:
            ValueError: If one row alone is longer than the budget.
        """
        self.corpus = corpus
        self.budget = budget
        self.seed = seed
        self._go_to(epoch=0, batch=0)

    def __iter__(self) -> "Stream":
        """Hand out batches from the present place on."""
        return self

    def __next__(self) -> Batch:
        """Hand out the next batch, of the next epoch when this one is over."""
        if self.batch == len(self.plan):
            self._go_to(epoch=self.epoch + 1, batch=0)
        self.batch += 1
        return collate(self.corpus, self.plan[self.batch - 1])

    def state_dict(self) -> dict[str, int]:
        """Where the stream is."""
        return {"epoch": self.epoch, "batch": self.batch}

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on from there, as if all batches before had been handed out."""
        self._go_to(**state)

    def _go_to(self, *, epoch: int, batch: int) -> None:
        self.plan = plan_epoch(self.corpus, self.budget, seed=self.seed, epoch=epoch)
        self.epoch = epoch
        self.batch = batch


def _rectangle(rows: list[Ids], pad_id: int) -> Int[Tensor, "batch seq"]:
    width = max(map(len, rows))
    return torch.tensor([row + (pad_id,) * (width - len(row)) for row in rows])
