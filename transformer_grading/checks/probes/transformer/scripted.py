"""A model that one can follow: its words depend on all that it may see."""

from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.inputs import numbers
from transformer_grading.checks.observing import Call, Observation

FEATURES = 6
NEVER, ALWAYS = -1e4, 1e4


@dataclass(frozen=True, eq=False)
class Scripted:
    """Score words by what was read and written, and stop by a count.

    It writes as many words as it may see of the source, and some more or fewer; then
    it stops. What comes behind the stop are other words again.

    Args:
        seed: The seed of its numbers.
        vocab: Words it knows.
        bos: The start; never written.
        eos: The stop; written once.
        pad: Padding; never written.
        more: How many words it writes beyond those it sees.
        calls: The methods that were called, one after the other.
    """

    seed: int
    vocab: int
    bos: int
    eos: int
    pad: int
    more: int = 0
    calls: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        """Say what it is where inputs are printed."""
        return f"a model of {self.vocab} words"

    def __call__(self, source: Tensor, target: Tensor) -> Tensor:
        """Read and score at once, as a model does in training.

        Args:
            source: Ids to read.
            target: Ids written so far.
        """
        mask = (source != self.pad)[:, None, None]
        return self.decode(target, self.encode(source, mask), mask)

    def encode(self, source: Tensor, mask: Tensor | None = None) -> Tensor:
        """Read a source.

        Args:
            source: Its ids.
            mask: True at words, (batch, 1, 1, source).
        """
        self.calls.append("encode")
        x = numbers(self.seed, self.vocab, FEATURES)[source]
        seen = _seen(mask, x)
        return x + (seen * x).sum(1, keepdim=True) / seen.sum(1, True).clamp(min=1)

    def decode(
        self, target: Tensor, memory: Tensor, memory_mask: Tensor | None = None
    ) -> Tensor:
        """Score what could come behind each word of a target.

        Args:
            target: Its ids.
            memory: What was read.
            memory_mask: True at words, (batch, 1, 1, source).
        """
        self.calls.append("decode")
        if len(target) != len(memory):
            raise ValueError(f"there are {len(memory)} sources, {len(target)} targets.")
        seen, place = _seen(memory_mask, memory), torch.arange(target.shape[1])
        read = (seen * memory).sum(1) / seen.sum(1).clamp(min=1)
        words = numbers(self.seed + 1, self.vocab, FEATURES)[target]
        written = (words * torch.cos(2 * place + 1.0)[:, None]).cumsum(1)
        table = numbers(self.seed + 2, FEATURES, self.vocab)
        # A wave, so that any change of what it sees brings up another word.
        scores = torch.sin(2 * (read[:, None] + written) @ table)
        scores[..., [self.bos, self.eos, self.pad]] = NEVER
        stops = place == seen.sum(1) + self.more
        scores[..., self.eos] = scores[..., self.eos].masked_fill(stops, ALWAYS)
        return scores


def _seen(mask: Tensor | None, tokens: Tensor) -> Tensor:
    batch, seq, _ = tokens.shape
    if mask is None:
        return torch.ones(batch, seq, 1)
    if mask.shape not in ((batch, 1, 1, seq), (1, 1, 1, seq)):
        raise ValueError(
            f"the mask has shape {tuple(mask.shape)}, but needs {(batch, 1, 1, seq)}."
        )
    return mask[:, 0, 0, :, None].expand(batch, seq, 1).to(tokens.dtype)


def counted(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the result, and how often each method of the model was called."""
    calls = inputs["model"].calls
    calls.clear()
    results = call(*inputs.values())
    return {
        **results,
        **{
            f"the number of calls of {name}": torch.tensor(calls.count(name))
            for name in ("encode", "decode")
        },
    }
