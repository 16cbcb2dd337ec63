"""The runs that exercise 10 shows are those that its generator makes."""

import re

import nbformat
import pytest
from checking import NOTEBOOKS

from transformer_grading.checks.probes.training.diagnoses import RUNS
from transformer_grading.instructor import broken_runs
from transformer_lib.training.batching import collate

pytestmark = pytest.mark.grading

TABLE = re.compile(r"^ *(\d+)((?: +\d+\.\d\d){6})$", re.MULTILINE)


@pytest.fixture(scope="module")
def shown():
    """What was reported, and what was found on unseen pairs, by the update."""
    cells = nbformat.read(NOTEBOOKS["10_training"], as_version=4).cells
    tables = {}
    for cell in cells:
        if cell.id in ("runs-reported", "runs-unseen"):
            rows = TABLE.findall(cell.source)
            tables[cell.id] = {int(n): [*map(float, row.split())] for n, row in rows}
    return tables["runs-reported"], tables["runs-unseen"]


def test_the_first_rows_come_out_again(shown):
    first = 2
    learned, unseen = broken_runs.corpora()
    batch = collate(unseen, [*range(len(unseen))])
    runs = broken_runs.runs(learned)
    assert len(runs) == len(RUNS)
    for place, run in enumerate(runs.values()):
        kept = broken_runs.recorded(run, batch)
        for update, found in zip(broken_runs.UPDATES[:first], kept, strict=False):
            rows = [table[update][place] for table in shown]
            assert [*found] == pytest.approx(rows, abs=0.02)


def test_all_rows_are_shown(shown):
    for table in shown:
        assert tuple(table) == broken_runs.UPDATES


def test_the_landmarks_are_those_of_the_text():
    marks = broken_runs.landmarks(broken_runs.corpora()[0])
    text = " ".join(
        cell.source
        for cell in nbformat.read(NOTEBOOKS["10_training"], as_version=4).cells
        if cell.id == "runs-task"
    )
    nothing, counts, floor, twice = (f"{loss:.2f}" for loss in marks.values())
    said = " ".join(text.split())
    assert f"knowing nothing {nothing}, counting {counts}, floor {floor}" in said
    assert (
        f"ln V − {marks['knows nothing'] - marks['two softmaxes']:.2f} = {twice}"
        in said
    )
