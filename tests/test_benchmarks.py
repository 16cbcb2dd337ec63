"""The benchmarks: what counts as met, and that README.md answers every question."""

import sys

import pytest
import torch
from repository import ROOT

from transformer_lib.experiment.timing import Timings

sys.path.append(str(ROOT))

from benchmarks.__main__ import (
    BEGIN,
    MET,
    MISSED,
    NAMES,
    README,
    answer,
    asked,
    kept,
)
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


def test_an_answer_has_a_line_a_row_and_tells_of_a_missed_bar() -> None:
    rows = [Row(("a", "1"), True), Row(("b", "2"), False)]
    for shown, verdict in ((rows[:1], MET), (rows, MISSED), ([*rows[::-1]], MISSED)):
        question = Question("Why?", "So.", ("x", "y"), lambda _, s=shown: iter(s))
        lines = list(answer(question, 15))
        assert lines[0] == "## Why?\n\nSo.\n"
        assert lines[1:3] == ["| x | y |", "|---|---|"]
        assert lines[3:-1] == [f"| {' | '.join(row.cells)} |" for row in shown]
        assert "15 interleaved rounds" in lines[-1] and lines[-1].endswith(verdict)


def test_a_new_answer_takes_the_place_of_the_older_one_alone() -> None:
    order = ["A?", "B?", "C?"]
    text = f"Head.\n\n{BEGIN}\n\nNot yet.\n"
    text = kept(text, {"B?": "## B?\n\nold\n\nb"}, order)
    text = kept(text, {"A?": "## A?\n\na"}, order)
    assert text == f"Head.\n\n{BEGIN}\n\n## A?\n\na\n\n## B?\n\nold\n\nb\n"
    text = kept(text, {"B?": "## B?\n\nnew"}, order)
    assert text == f"Head.\n\n{BEGIN}\n\n## A?\n\na\n\n## B?\n\nnew\n"


def test_every_file_asks_one_question() -> None:
    files = {path.stem for path in README.parent.glob("*.py")}
    assert files - {"__init__", "__main__", "core"} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_answered_in_the_readme_with_its_bars_met(name: str) -> None:
    question, text = asked(name), README.read_text(encoding="utf-8")
    part = text.partition(f"## {question.title}\n\n")[2].partition("\n## ")[0]
    assert part.startswith(f"{question.says}\n\n| {' | '.join(question.columns)} |")
    assert "15 interleaved rounds" in part
    assert part.rstrip().endswith(MET)
