"""Shares of next tokens that one can follow, and the search that is right on them."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.inputs import numbers

LogProbs = Callable[[Tensor], Tensor]
Text = tuple[int, ...]


def _checked(texts: Tensor, vocab: int) -> Tensor:
    if texts.dim() != 2 or texts.dtype != torch.int64:
        shape = f"{texts.dtype} with the shape {tuple(texts.shape)}"
        raise ValueError(
            f"texts are whole numbers, (rows, seq), and these are {shape}."
        )
    if texts.numel() and not 0 <= int(texts.min()) <= int(texts.max()) < vocab:
        raise IndexError(f"ids go from 0 to {vocab - 1}.")
    return texts


@dataclass(frozen=True, eq=False)
class Tree:
    """Write shares down, beginning by beginning.

    Args:
        vocab: Entries of the vocabulary.
        eos: The stop; it follows on every beginning that is not written down.
        shares: For beginnings without the start, the shares of what may follow.
        dtype: What its logarithms are made of.
    """

    vocab: int
    eos: int
    shares: Mapping[Text, Mapping[int, float]]
    dtype: torch.dtype = torch.float32

    def __repr__(self) -> str:
        """Say what it is where inputs are printed."""
        lines = (
            f"{', '.join(map(str, text)) or 'nothing'}: "
            + ", ".join(f"{token} with {share:g}" for token, share in found.items())
            for text, found in self.shares.items()
        )
        return f"the script of what follows (behind {'; behind '.join(lines)})"

    def __call__(self, texts: Tensor) -> Tensor:
        """Give log-probabilities of what may follow.

        Args:
            texts: Beginnings with the start, (rows, seq).
        """
        rows = []
        for _, *text in _checked(texts, self.vocab).tolist():
            found = self.shares.get(tuple(text), {self.eos: 1.0})
            logs = {token: math.log(share) for token, share in found.items()}
            rows.append([logs.get(token, -math.inf) for token in range(self.vocab)])
        return torch.tensor(rows, dtype=self.dtype, device="cpu")


@dataclass(frozen=True, eq=False)
class Drawn:
    """Draw shares that depend on the whole beginning.

    Args:
        seed: The seed.
        vocab: Entries of the vocabulary.
        eos: The stop.
        bos: The start; it is never written.
        stop: How likely the stop is, as a logit.
        sharp: How much the shares differ.
    """

    seed: int
    vocab: int
    bos: int
    eos: int
    stop: float = 0.0
    sharp: float = 1.5

    def __repr__(self) -> str:
        """Say what it is where inputs are printed."""
        return f"a model of {self.vocab} tokens"

    def __call__(self, texts: Tensor) -> Tensor:
        """Give log-probabilities of what may follow.

        Args:
            texts: Beginnings with the start, (rows, seq).
        """
        words = numbers(self.seed, self.vocab, 6)[_checked(texts, self.vocab)]
        wave = torch.cos(2 * torch.arange(texts.shape[1]) + 1.0)[:, None]
        read = (words * wave).sum(dim=1)
        logits = self.sharp * torch.sin(
            2 * read @ numbers(self.seed + 1, 6, self.vocab)
        )
        logits[:, self.eos] += self.stop
        logits[:, self.bos] = -math.inf
        return logits.log_softmax(dim=-1)


def best_text(
    log_probs: LogProbs, bos: int, eos: int, beams: int, alpha: float, limit: int
) -> tuple[Tensor, Tensor]:
    """Give the best of the texts that beams find, and its score.

    Args:
        log_probs: What may follow.
        bos: The start.
        eos: The stop.
        beams: How many beginnings survive a step.
        alpha: Exponent of the length penalty.
        limit: The most tokens that are written.
    """
    texts = torch.full((1, 1), bos, device="cpu")
    sums, over = torch.zeros(1, device="cpu"), list[tuple[Tensor, Tensor]]()
    for length in range(1, limit + 1):
        ways = (sums[:, None] + log_probs(texts)).flatten()
        sums, way = ways.topk(min(beams, int(ways.isfinite().sum())))
        vocab = len(ways) // len(texts)
        texts = torch.cat([texts[way // vocab], (way % vocab)[:, None]], dim=1)
        ended = (texts[:, -1] == eos) | (length == limit)
        penalty = ((5 + length) / 6) ** alpha
        over += [
            (t[1:], s / penalty) for t, s in zip(texts[ended], sums[ended], strict=True)
        ]
        texts, sums = texts[~ended], sums[~ended]
        if not len(texts):
            break
    return max(over, key=lambda found: float(found[1]))


def searching(log_probs: Any, *settings: Any) -> dict[str, Any]:
    """Name the arguments of a search.

    Args:
        log_probs: What may follow.
        *settings: Start, stop, beams, alpha and limit.
    """
    names = ("bos", "eos", "beams", "alpha", "limit")
    return {"log_probs": log_probs, **dict(zip(names, settings, strict=True))}
