"""A model that one can follow, with its batches, optimiser and schedule."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import SGD, Optimizer
from torch.optim.lr_scheduler import LambdaLR

from transformer_grading.checks.inputs import numbers, whole

Pair = tuple[Tensor, Tensor]

VOCAB, FEATURES = 7, 3


class Asked(list[tuple[bool, bool, int]]):
    """What a model was asked: in training, recorded, on how many places."""

    def __deepcopy__(self, memo: object) -> "Asked":
        """Let a copy of the model write into the same list."""
        return self


class Loud(nn.Module):
    """Stand for dropout: another result in training, and the same one each time."""

    def __init__(self, times: float) -> None:
        super().__init__()
        self.times = times

    def forward(self, x: Tensor) -> Tensor:
        """Be louder in training."""
        return x * self.times if self.training else x


class Toy(nn.Module):
    """Score the next token by what was read, and by the token before it.

    Args:
        seed: The seed of its numbers.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.words = nn.Parameter(numbers(seed, VOCAB, FEATURES))
        self.first, self.second = Loud(1.5), Loud(0.6)
        self.deep = nn.Sequential(Loud(1.3), Loud(0.8))
        self.out = nn.Parameter(numbers(seed + 1, FEATURES, VOCAB))
        self.idle = nn.Parameter(numbers(seed + 2, FEATURES))
        self.asked = Asked()

    def forward(self, source: Tensor, reads: Tensor) -> Tensor:
        """Score what comes behind each token read."""
        recorded = torch.is_grad_enabled()
        training = all(part.training for part in self.modules())
        self.asked.append((training, recorded, reads.shape[1]))
        seen = (source != 0)[..., None]
        words = self.first(self.words[source] * seen).sum(1) / seen.sum(1).clamp(min=1)
        known = words[:, None] + self.words[reads].cumsum(1)
        scores: Tensor = self.second(self.deep(known)) @ self.out
        return scores


@dataclass(frozen=True)
class Maker:
    """Make the same model each time.

    Args:
        seed: The seed of its numbers.
        modes: Whether it is in training, and whether two of its parts are: one of
            its own, and one of a part of it.
        sure: What its last weights are multiplied with.
        double: Whether it has float64.
    """

    seed: int
    modes: tuple[bool, bool] = (True, True)
    sure: float = 1.0
    double: bool = False

    def __str__(self) -> str:
        """Say what it makes where inputs are printed."""
        return f"a model of {VOCAB} tokens"

    def __call__(self) -> Toy:
        """Make it."""
        model = Toy(self.seed)
        model.train(self.modes[0])
        model.second.train(self.modes[1])
        model.deep[1].train(self.modes[1])
        model.out.data *= self.sure
        return model.double() if self.double else model


@dataclass(frozen=True)
class Batches:
    """Some batches of pairs, made anew each time.

    Args:
        seed: The seed of their ids.
        lengths: For each batch the tokens to guess of each of its rows.
        wider: How many more columns of padding each target has.
    """

    seed: int
    lengths: tuple[tuple[int, ...], ...]
    wider: int = 0

    def __str__(self) -> str:
        """Say how many tokens there are to guess, batch by batch."""
        if not self.lengths:
            return "no batch"
        counts = " and ".join(str(sum(rows)) for rows in self.lengths)
        return f"batches with {counts} tokens to guess"

    def __call__(self) -> list[Pair]:
        """Make them."""
        draw = torch.Generator("cpu").manual_seed(self.seed)
        return [self._batch(rows, draw) for rows in self.lengths]

    def _batch(self, rows: tuple[int, ...], draw: torch.Generator) -> Pair:
        wide, long = max(rows) + 1 + self.wider, torch.tensor(rows)[:, None]
        source, target = (
            torch.randint(2, VOCAB, (len(rows), n), generator=draw)
            for n in (4, max(rows) + 1)
        )
        target = nn.functional.pad(target, (0, wide - target.shape[1]))
        target = target.masked_fill(torch.arange(wide) > long, 0)
        source[:, 3:] = 0
        return source, torch.cat([whole(*[[1]] * len(rows)), target[:, 1:]], dim=1)


@dataclass(frozen=True)
class Steps:
    """An optimiser to be made: gradient descent that remembers.

    Args:
        lr: Its learning rate.
        momentum: How much it remembers.
        groups: Whether it has the weights in two groups.
    """

    lr: float = 0.3
    momentum: float = 0.5
    groups: bool = False

    def __str__(self) -> str:
        """Say what is made where inputs are printed."""
        says = f"SGD with lr={self.lr:g} and momentum={self.momentum:g}"
        return f"{says}, in two groups" if self.groups else says

    def __call__(self, model: Toy) -> Optimizer:
        """Make it for a model."""
        first, *rest = model.parameters()
        groups = [{"params": [first]}, {"params": rest}]
        return SGD(
            groups if self.groups else [first, *rest],
            lr=self.lr,
            momentum=self.momentum,
        )


@dataclass(frozen=True)
class Halves:
    """A scheduler to be made: it multiplies the rate at each step."""

    times: float = 0.5

    def __str__(self) -> str:
        """Say what is made where inputs are printed."""
        return f"one that multiplies the rate by {self.times:g} each time"

    def __call__(self, optimizer: Optimizer) -> LambdaLR:
        """Make it for an optimiser."""
        return LambdaLR(optimizer, lambda done: self.times**done)


def modes(model: Toy) -> Tensor:
    """Tell of each part of a model whether it is in training."""
    return torch.tensor([part.training for part in model.modules()])


def with_model(inputs: dict[str, Any], model: Maker) -> dict[str, Any]:
    """Put another model into the arguments of a task.

    Args:
        inputs: The arguments, by name.
        model: What makes the model.
    """
    return {**inputs, "model": model}
