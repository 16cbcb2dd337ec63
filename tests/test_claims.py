"""Every claim of a lesson can fail, and the written proof of it is up to date."""

import nbformat
import pytest
from claims_negative import ROOT, change, claims, digest, killed, lessons

PROOF = ROOT / "tests/proofs/claims_negative.txt"
LESSON = ROOT / "book/02_attention.ipynb"

pytestmark = pytest.mark.notebooks


def claim(name):
    cells = claims(nbformat.read(LESSON, as_version=4))
    return next(cell for cell in cells if cell.id == name)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda path: path.stem)
def test_every_claim_names_what_would_break_it(lesson, tmp_path):
    for cell in claims(nbformat.read(lesson, as_version=4)):
        where = cell.metadata["counter_change"]["where"]
        if where.endswith(".py"):
            (tmp_path / where).parent.mkdir(exist_ok=True)
            (tmp_path / where).write_text((ROOT / where).read_text())
        change(nbformat.read(lesson, as_version=4), tmp_path, cell)


@pytest.mark.parametrize("name", ["claim-c10", "claim-c09"])
def test_a_claim_fails_once_its_counter_change_is_made(name):
    assert killed(LESSON, name)


def test_a_change_that_changes_nothing_leaves_the_claim_alive(monkeypatch):
    monkeypatch.setattr("claims_negative.change", lambda *arguments: None)
    assert not killed(LESSON, "claim-c10")


def test_a_counter_change_that_fits_nothing_is_refused(tmp_path):
    notebook = nbformat.read(LESSON, as_version=4)
    cell = claim("claim-c09")
    cell.metadata["counter_change"]["replace"] = "no such text"
    with pytest.raises(ValueError, match="does not stand in claim-c09"):
        change(notebook, tmp_path, cell)
    del cell.metadata["counter_change"]
    with pytest.raises(ValueError, match="names no counter-change"):
        change(notebook, tmp_path, cell)


def test_the_written_proof_is_not_older_than_its_sources():
    proof = PROOF.read_text(encoding="utf-8")
    assert proof.splitlines()[0] == f"sha256 {digest()}", "run: make claims-negative"
    assert proof.count(": every claim holds") == 20 * len(lessons())
    assert proof.endswith("all bars met\n")
