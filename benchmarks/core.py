"""What all benchmarks share: rounds beside a peer, rows, tables."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from transformer_lib.experiment.timing import Timings, time_ratios

ROOT = Path(__file__).resolve().parents[1]
# The comparisons of `make parity` know how to give both sides the same weights.
sys.path.append(str(ROOT / "tests"))

Run = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """Two things to time beside each other.

    Attributes:
        ours: What of ours is timed.
        peer: What it is compared with.
        size: What both work on.
        runs: Makes both, ours first; they do the same work.
        bar: The largest ratio of ours to the peer that is good; None: for comparison.
    """

    ours: str
    peer: str
    size: str
    runs: Callable[[], tuple[Run, Run]]
    bar: float | None = 1.0


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes:
        cells: What is printed, one text a column.
        met: Whether the bar is reached; True where there is none.
    """

    cells: tuple[str, ...]
    met: bool


@dataclass(frozen=True)
class Question:
    """One question: a table with a sentence above it.

    Attributes:
        title: The question.
        says: What is done and what counts.
        columns: The heads of the columns.
        rows: Measures, line by line; takes the number of rounds.
    """

    title: str
    says: str
    columns: tuple[str, ...]
    rows: Callable[[int], Iterator[Row]]


RATIOS = ("ours", "peer", "size", "ms", "peer's ms", "ratio", "95 %", "bar")


def ratios(pairs: Iterable[Pair], rounds: int) -> Iterator[Row]:
    """Time each pair in turn."""
    for pair in pairs:
        timings = time_ratios(*pair.runs(), rounds=rounds, warmup=1)
        yield ratio_row(pair, timings)


def ratio_row(pair: Pair, timings: Timings) -> Row:
    """Say what the rounds of a pair showed."""
    low, high = timings.interval
    met = pair.bar is None or low <= pair.bar
    bar = "" if pair.bar is None else f"≤ {pair.bar:.2f}{'' if met else ' MISSED'}"
    ours, peer = (1e3 * sorted(s)[len(s) // 2] for s in (timings.ours, timings.peer))
    numbers = (f"{ours:.1f}", f"{peer:.1f}", f"{timings.median:.3f}")
    between = f"{low:.3f} to {high:.3f}"
    return Row((pair.ours, pair.peer, pair.size, *numbers, between, bar), met)


def forward_and_backward(
    module: nn.Module, call: Callable[..., Tensor], leaves: Sequence[Tensor]
) -> Run:
    """Make one step of training without the optimiser: gradients anew, all of them."""
    leaves = [leaf.detach().clone().requires_grad_() for leaf in leaves]
    output = call(*leaves)
    push = torch.randn(output.shape, generator=torch.Generator().manual_seed(1))

    def run() -> None:
        module.zero_grad()
        for leaf in leaves:
            leaf.grad = None
        call(*leaves).backward(push)

    return run


def check_equal(ours: Tensor, theirs: Tensor, bound: float = 1e-4) -> None:
    """Refuse to time two things that do not do the same.

    Raises:
        ValueError: If the results are farther apart than rounding explains.
    """
    apart = (ours - theirs).abs().max().item()
    if not apart <= bound * max(1.0, theirs.abs().max().item()):
        raise ValueError(f"the two sides are {apart:.2g} apart: not the same work.")
