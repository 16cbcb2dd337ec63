"""The table of what passes so far, in the notebook and from the command line."""

import re

import nbformat
import pytest
from checking import NOTEBOOKS, ROOT, failure

from transformer_grading.checks import summary as notes
from transformer_grading.checks.attention import ATTENTION, SOFTMAX, TEMPERATURE
from transformer_grading.checks.summary import summary
from transformer_grading.cli import main
from transformer_grading.instructor import samples
from transformer_grading.instructor.exercise import exercises
from transformer_grading.instructor.hidden.attention import SOFTMAX as HIDDEN
from transformer_grading.instructor.right.attention.attention import power_of_d_k
from transformer_grading.instructor.right.attention.softmax import amax
from transformer_grading.mistakes.attention.softmax import MISTAKES

pytestmark = pytest.mark.grading


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    monkeypatch.setattr(notes, "_notes", {})


def told(capsys):
    capsys.readouterr()
    summary()
    return capsys.readouterr().out.splitlines()


def test_before_any_check_the_summary_says_what_to_do(capsys):
    assert told(capsys) == ["No check has run yet: run the cells above first."]


def test_the_summary_tells_points_and_what_is_missing(capsys):
    def open_(*args):
        raise NotImplementedError

    SOFTMAX.check(amax, points=2)
    ATTENTION.check(power_of_d_k, "value", points=2)
    failure(ATTENTION, lambda q, k, v, mask=None: (q, k), "value", "mask", points=3)
    failure(TEMPERATURE, open_, points=2)
    assert told(capsys) == [
        "softmax         2 of 2 points",
        "attention       2 of 5 points  not yet: value",
        "at_temperature  0 of 2 points  not yet: nothing to look at yet",
        "total           4 of 9 points",
        "When you hand in, hidden checks of the same properties decide.",
    ]


def test_the_last_run_of_a_check_counts_once(capsys):
    failure(SOFTMAX, MISTAKES[0].ways[0], points=2)
    SOFTMAX.check(amax, points=2)
    assert told(capsys)[0] == "softmax  2 of 2 points"


def test_a_check_without_points_leaves_no_note(capsys):
    HIDDEN.check(amax)
    SOFTMAX.check(amax)
    assert len(told(capsys)) == 1


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_checks_say_the_points_that_their_cells_earn(name):
    cells = nbformat.read(NOTEBOOKS[name], as_version=4).cells
    for cell in cells:
        grading = cell.metadata.get("nbgrader", {})
        if grading.get("grade") and cell.cell_type == "code":
            visible = cell.source.partition("# Hidden")[0]
            assert re.findall(r"points=([\d.]+)\)", visible) == [f"{grading.points:g}"]
    assert any(cell.source.endswith("summary()") for cell in cells)


def exercise():
    return next(e for e in exercises(ROOT) if e.name == "02_attention")


def checked(capsys, path):
    code = main(["check", str(path)])
    return code, capsys.readouterr()


def test_the_command_says_what_passes_and_touches_nothing(capsys, tmp_path):
    path = tmp_path / "mine.ipynb"
    nbformat.write(samples.partly(exercise()), path)
    before = path.read_bytes()
    code, said = checked(capsys, path)
    lines = said.out.splitlines()
    assert code == 1 and not said.err
    assert (
        lines[0] == "softmax-check             2 of 2  softmax: all 5 properties hold."
    )
    assert lines[-4].endswith("0 of 4  attention_layer: not written yet.")
    assert lines[-3:] == [
        "total                     11 of 20 points so far",
        "5 more points are marked by a person.",
        "When you hand in, hidden checks decide as well.",
    ]
    assert path.read_bytes() == before


def test_the_command_is_content_with_a_right_notebook(capsys, tmp_path):
    path = tmp_path / "mine.ipynb"
    nbformat.write(samples.right(exercise()), path)
    code, said = checked(capsys, path)
    assert code == 0 and "20 of 20 points so far" in said.out


def test_the_command_says_why_it_cannot_check(capsys, tmp_path):
    (tmp_path / "text.ipynb").write_text("hello")
    nbformat.write(nbformat.v4.new_notebook(), tmp_path / "empty.ipynb")
    nbformat.write(samples.dead(exercise()), tmp_path / "dead.ipynb")
    for name, reason in {
        "none.ipynb": "can't be read: No such file",
        "text.ipynb": "is no Jupyter notebook",
        "empty.ipynb": "has no graded cell",
        "dead.ipynb": "could not be run to its end",
    }.items():
        code, said = checked(capsys, tmp_path / name)
        assert code == 2 and not said.out
        assert reason in said.err and said.err.count("\n") == 1, said.err
