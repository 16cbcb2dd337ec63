"""Every claim of a lesson can fail, and the written proofs of it are up to date."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import claims_negative
import nbformat
import pytest
from claims_negative import change, claims, covered, killed, lessons, proof, read
from repository import ROOT

FEWEST_SEEDS = 5
LESSON = ROOT / "book/02_attention.ipynb"
ALL = [(lesson, claim.id) for lesson in lessons() for claim in claims(read(lesson))]
FIRST = [(lesson, claims(read(lesson))[0].id) for lesson in lessons()]

pytestmark = pytest.mark.notebooks


@pytest.fixture
def notebook(monkeypatch):
    """A lesson of three cells that stands in for the one that is read."""
    cells = ("x = 2", "y = x\nz = y", "assert y == 2\nprint(y)")
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in cells]
    )
    for cell, name in zip(
        made.cells, ("given", "worked-out", "claim-c10"), strict=True
    ):
        cell.id = name
    made.cells[-1].metadata.tags = ["claim-C10"]
    monkeypatch.setattr(claims_negative, "read", lambda path: deepcopy(made))
    return made


def counter(notebook, where, old, new):
    change = {"where": where, "replace": old, "by": new}
    notebook.cells[-1].metadata.counter_change = nbformat.from_dict(change)


@pytest.mark.parametrize("lesson, claim_id", ALL, ids=lambda part: str(part)[-20:])
def test_every_claim_names_what_would_break_it(lesson, claim_id, tmp_path):
    notebook = read(lesson)
    claim = next(cell for cell in claims(notebook) if cell.id == claim_id)
    where = claim.metadata["counter_change"]["where"]
    if "/" in where:
        (tmp_path / where).parent.mkdir(parents=True)
        shutil.copy(ROOT / where, tmp_path / where)
    change(notebook, tmp_path, claim)


@pytest.mark.parametrize("lesson, claim_id", FIRST, ids=lambda part: str(part)[-20:])
def test_a_claim_fails_once_its_counter_change_is_made(lesson, claim_id):
    assert killed(lesson, claim_id)


def test_a_change_that_changes_nothing_leaves_the_claim_alive(notebook):
    counter(notebook, "given", "x = 2", "x = 1 + 1")
    assert killed(LESSON, "claim-c10") == ""


def test_a_claim_is_killed_by_its_own_error(notebook):
    counter(notebook, "given", "2", "3")
    assert killed(LESSON, "claim-c10") == "AssertionError"


def test_a_claim_that_lacks_what_an_earlier_cell_should_give_is_not_killed(notebook):
    counter(notebook, "worked-out", "y = x", "y = w")
    assert killed(LESSON, "claim-c10") == ""


def test_the_change_is_made_in_a_copy_of_the_library(notebook):
    file = "transformer_lib/notation.py"
    before = (ROOT / file).read_text()
    notebook.cells[1].source = "import transformer_lib.notation\ny = 2"
    counter(notebook, file, "AXES", "assert False, AXES")
    notebook.cells[2].source = "from transformer_lib.notation import AXES"
    assert killed(LESSON, "claim-c10")
    assert (ROOT / file).read_text() == before


def test_a_seed_that_a_claim_does_not_hold_for_is_named(notebook):
    notebook.cells[0].source = "def seed(n): return n\nx = 2 + seed(0) // 4"
    assert claims_negative.failures_with_seed(LESSON, 3) == set()
    assert claims_negative.failures_with_seed(LESSON, 4) == {"claim-c10"}


@pytest.mark.parametrize(
    "old, message",
    [("no such text", "does not stand in given"), (None, "names no counter-change")],
)
def test_a_counter_change_that_fits_nothing_is_refused(
    notebook, tmp_path, old, message
):
    if old:
        counter(notebook, "given", old, "")
    with pytest.raises(ValueError, match=message):
        change(notebook, tmp_path, notebook.cells[-1])


def test_a_proof_covers_what_the_lesson_rests_on_and_nothing_else():
    names = {str(path.relative_to(ROOT)) for path in covered(LESSON)}
    assert {
        "transformer_lib/attention.py",
        "transformer_lib/notebook/__init__.py",
    } <= names
    assert "transformer_lib/scaling.py" not in names
    assert not any("widgets" in name or "course_map" in name for name in names)


def test_a_proof_is_stale_once_code_or_a_counter_change_is_another(monkeypatch):
    first = claims_negative.digest(LESSON)
    for new in ({"by": "+"}, {"source": "print(1)"}, {"prose": "Other words."}):
        notebook = read(LESSON)
        claim, text = claims(notebook)[0], notebook.cells[0]
        if "by" in new:
            claim.metadata.counter_change.by = new["by"]
        claim.source = new.get("source", claim.source)
        text.source = new.get("prose", text.source)
        with monkeypatch.context() as patch:
            patch.setattr(claims_negative, "read", lambda path, made=notebook: made)
            assert (claims_negative.digest(LESSON) == first) == ("prose" in new)


def test_a_report_has_a_line_for_each_claim_and_each_seed(monkeypatch):
    monkeypatch.setattr(
        claims_negative,
        "tried",
        lambda lesson, what: (str(what), what != 2),
    )
    with ThreadPoolExecutor() as pool:
        lines = [*claims_negative.report(LESSON, pool, 2)]
    ids = [claim.id for claim in claims(read(LESSON))]
    assert lines == [*((name, True) for name in ids), ("1", True), ("2", False)]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda path: path.stem)
def test_the_written_proof_is_not_older_than_its_sources(lesson):
    assert not claims_negative.stale(lesson), "run: make claims-negative"
    text = proof(lesson).read_text(encoding="utf-8")
    assert [
        line.partition(" killed by ")[0]
        for line in text.splitlines()
        if " killed by " in line
    ] == [claim.id for claim in claims(read(lesson))]
    drawn = any("seed(0)" in cell.source for cell in read(lesson).cells)
    assert text.count(": every claim holds") >= FEWEST_SEEDS * drawn
    assert text.endswith("all bars met\n")


def test_no_proof_is_left_of_a_lesson_that_is_gone():
    assert {*claims_negative.PROOFS.glob("*.txt")} == {
        proof(page) for page in lessons()
    }


def test_the_command_makes_only_what_is_chosen():
    command = [sys.executable, "tests/claims_negative.py", "--only", "nothing"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "0 of 0 reports made, 0 not good\n"
