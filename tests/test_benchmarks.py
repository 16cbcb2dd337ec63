"""The benchmarks: what counts as met, and that README.md answers every question."""

import sys

import pytest
import torch
from repository import ROOT

from transformer_lib.experiment.timing import Timings

sys.path.append(str(ROOT))

from benchmarks.__main__ import table
from benchmarks.core import Pair, Question, Row, check_equal, ratio_row

PAIR = Pair("ours", "theirs", "small", lambda: (int, int), bar=1.0)


def timings(*ratios: float) -> Timings:
    return Timings(ratios, tuple(1.0 for _ in ratios))


@pytest.mark.parametrize("low, met", [(0.9, True), (1.0, True), (1.01, False)])
def test_a_bar_is_met_when_the_interval_reaches_it(low: float, met: bool) -> None:
    row = ratio_row(PAIR, timings(0.5, 0.5, 0.5, low, *(2.0,) * 11))
    assert row.met is met
    assert row.cells[5:7] == ("2.000", f"{low:.3f} to 2.000")
    assert ("MISSED" in row.cells[7]) is not met


def test_a_comparison_without_a_bar_misses_none() -> None:
    pair = Pair("ours", "theirs", "small", PAIR.runs, bar=None)
    row = ratio_row(pair, timings(*(9.0,) * 15))
    assert row.met
    assert row.cells[3:] == ("9000.0", "1000.0", "9.000", "9.000 to 9.000", "")


def test_two_sides_that_differ_are_not_timed() -> None:
    one = torch.ones(3)
    check_equal(one, one + 1e-5)
    for other in (one + 1e-3, one * torch.nan):
        with pytest.raises(ValueError, match="not the same work"):
            check_equal(one, other)


def test_a_table_has_a_line_a_row_and_tells_of_a_missed_bar() -> None:
    rows = [Row(("a", "1"), True), Row(("b", "2"), False)]
    question = Question("Why?", "So.", ("x", "y"), lambda rounds: iter(rows))
    verdicts: list[bool] = []
    lines = list(table(question, 15, verdicts))
    assert lines[1:] == ["| x | y |", "|---|---|", "| a | 1 |", "| b | 2 |"]
    assert verdicts == [True, False]
