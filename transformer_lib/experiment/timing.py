"""How much longer one thing takes than another, and how sure that is."""

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Timings:
    """What two things took, round by round, and how they compare.

    Attributes:
        ours: Seconds that ours took in each round.
        peer: Seconds that its peer took in the same rounds.
    """

    ours: tuple[float, ...]
    peer: tuple[float, ...]

    @property
    def rounds(self) -> int:
        """How many rounds were timed."""
        return len(self.ours)

    @property
    def ratios(self) -> tuple[float, ...]:
        """Ours over its peer's, round by round; below 1 ours is the faster."""
        pairs = zip(self.ours, self.peer, strict=True)
        return tuple(ours / peer for ours, peer in pairs)

    @property
    def median(self) -> float:
        """The ratio that half of the rounds stay below."""
        return statistics.median(self.ratios)

    @property
    def interval(self) -> tuple[float, float]:
        r"""Two ratios that have the true median between them, 95 times in 100 or more.

        A round falls below the true median as a coin falls heads, so that the number of
        those that do is binomial, whatever the times look like. With the ratios sorted,
        the interval runs from the $k$-th from below to the $k$-th from above, where $k$
        is the largest for which either end is wrong at most 1 time in 40:

        $$2^{-n} \sum_{i=0}^{k-1} \binom{n}{i} \le 0.025$$

        For $n = 15$ rounds $k$ is 4, and the interval holds 96.5 times in 100.
        """
        n, k, below = self.rounds, 0, 1
        while 40 * below <= 2**n:
            k += 1
            below += math.comb(n, k)
        ordered = sorted(self.ratios)
        return ordered[k - 1], ordered[n - k]


def time_ratios(
    ours: Callable[[], object],
    peer: Callable[[], object],
    *,
    rounds: int = 15,
    warmup: int = 2,
    clock: Callable[[], float] = time.perf_counter,
) -> Timings:
    """Time two things in turn, so that a busy moment hits both alike.

    Each round times both, the one right after the other, and the next round the other
    way about. On a GPU the clock waits until the work is done.

    Args:
        ours: What to time; called without arguments.
        peer: What to compare it with, doing the same work.
        rounds: Rounds that count, at least 6: fewer give no interval.
        warmup: Rounds before those, which do not count, at least 0.
        clock: Gives the time in seconds.

    Returns:
        The seconds of every round, with the ratios, their median and its interval.

    Raises:
        ValueError: If there are too few rounds, or fewer than no warm-up rounds.
    """
    if rounds < 6 or warmup < 0:
        raise ValueError(
            f"{rounds} rounds after {warmup} to warm up, but a 95 % interval needs at "
            f"least 6 rounds, after 0 or more: 15 after 2 is a good start."
        )
    runs = (ours, peer)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(warmup + rounds):
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            times[side].append(_seconds(runs[side], clock))
    return Timings(tuple(times[0][warmup:]), tuple(times[1][warmup:]))


def _seconds(run: Callable[[], object], clock: Callable[[], float]) -> float:
    _finish()
    start = clock()
    run()
    _finish()
    return clock() - start


def _finish() -> None:
    if torch.cuda.is_available():
        torch.cuda.synchronize()
