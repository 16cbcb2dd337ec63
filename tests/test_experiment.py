"""Time ratios with clocks that we wind: order, warm-up, median and interval."""

import math

import pytest
import torch

from transformer_lib.experiment.timing import Timings, time_ratios


class Clock:
    """A clock that moves only when a played run says so, and notes who ran."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ran = ""

    def __call__(self) -> float:
        return self.now

    def run(self, name: str, *seconds: float):
        """Give a run of that name, which takes these seconds in turn, the last ever."""
        left = list(seconds)

        def play() -> None:
            self.ran += name
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return play


def rounds_of(*ratios: float) -> Timings:
    return Timings(tuple(map(float, ratios)), tuple(1.0 for _ in ratios))


def test_both_run_in_every_round_and_take_turns_to_be_first():
    clock = Clock()
    ours, peer = clock.run("o", 1.0), clock.run("p", 2.0)
    timings = time_ratios(ours, peer, rounds=6, warmup=1, clock=clock)
    assert clock.ran == "oppo" * 3 + "op"
    assert timings.rounds == 6


def test_the_ratio_is_ours_over_the_peer_of_the_same_round():
    clock = Clock()
    ours, peer = clock.run("o", 1, 2, 3, 4, 5, 6), clock.run("p", 2, 2, 2, 2, 2, 8)
    timings = time_ratios(ours, peer, rounds=6, warmup=0, clock=clock)
    assert timings.ours == (1, 2, 3, 4, 5, 6)
    assert timings.ratios == (0.5, 1.0, 1.5, 2.0, 2.5, 0.75)
    assert timings.median == 1.25


def test_warming_up_does_not_count():
    clock = Clock()
    ours, peer = clock.run("o", 90, 80, 3), clock.run("p", 1)
    timings = time_ratios(ours, peer, rounds=6, warmup=2, clock=clock)
    assert timings.ratios == (3.0,) * 6
    assert clock.ran.count("o") == 8


def test_one_thing_may_be_its_own_peer():
    clock = Clock()
    run = clock.run("x", 2)
    assert time_ratios(run, run, rounds=7, warmup=0, clock=clock).ratios == (1.0,) * 7


def test_the_interval_of_fifteen_rounds_leaves_out_three_on_each_side():
    shuffled = [7, 15, 1, 12, 4, 9, 2, 14, 6, 11, 3, 13, 8, 5, 10]
    timings = rounds_of(*shuffled)
    assert timings.interval == (4, 12)
    assert timings.median == 8


@pytest.mark.parametrize("n", [6, 7, 9, 15, 20, 31, 51, 200])
def test_the_interval_is_the_narrowest_that_holds_95_times_in_100(n):
    low, high = rounds_of(*range(1, n + 1)).interval
    ends = (int(low), int(low) + 1)
    missed = [sum(math.comb(n, i) for i in range(k)) / 2**n for k in ends]
    assert missed[0] <= 0.025 < missed[1]
    assert low + high == n + 1


def test_the_interval_misses_the_median_as_often_as_it_says():
    generator = torch.Generator().manual_seed(0)
    draws = torch.randn(2000, 15, generator=generator).exp().tolist()  # median 1
    intervals = [rounds_of(*draw).interval for draw in draws]
    held = sum(low <= 1 <= high for low, high in intervals) / len(intervals)
    assert 0.95 <= held <= 0.98  # 0.9648 by the binomial


@pytest.mark.parametrize("rounds, warmup", [(5, 2), (15, -1)])
def test_too_few_rounds_are_refused(rounds, warmup):
    with pytest.raises(ValueError, match=f"{rounds} rounds after {warmup}.*6 rounds"):
        time_ratios(int, int, rounds=rounds, warmup=warmup)


def test_on_a_gpu_the_clock_waits_for_the_work(monkeypatch):
    clock, pending = Clock(), []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)

    def finish():
        clock.now += sum(pending)
        pending.clear()

    monkeypatch.setattr(torch.cuda, "synchronize", finish)
    pending.append(100)  # what others left to be done is not ours
    timings = time_ratios(
        lambda: pending.append(3), lambda: pending.append(2), clock=clock, warmup=0
    )
    assert timings.ratios == (1.5,) * 15
