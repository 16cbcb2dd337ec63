"""Two submissions of every assignment but 02, graded for real, to the point.

What nbgrader makes of 02 is looked at closely in `test_grading`; that what was handed
out earns nothing when it is handed in again, in `test_notebooks`.
"""

import re
import shutil
from pathlib import Path

import nbformat
import pytest

from transformer_grading.cli import main
from transformer_grading.instructor.runner import grade

pytestmark = pytest.mark.grading

ROOT = Path(__file__).parents[1]
CLOSELY = "02_attention"
NAMES = sorted(
    path.stem for path in ROOT.glob("solutions/*/*.ipynb") if path.stem != CLOSELY
)
STUDENTS = ("messy", "wrong")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What each of two students got in each assignment."""
    root, course = (tmp_path_factory.mktemp(name) for name in ("root", "course"))
    for folder in ("solutions", "exercises"):
        leave = shutil.ignore_patterns(CLOSELY)
        shutil.copytree(ROOT / folder, root / folder, ignore=leave)
    shutil.copyfile(ROOT / "nbgrader_config.py", root / "nbgrader_config.py")
    assert main(["samples", str(course / "submitted"), "--root", str(root)]) == 0
    for student in (course / "submitted").iterdir():
        if student.name not in STUDENTS:
            shutil.rmtree(student)
    found = grade(root, course)
    return {(result.assignment, result.student): result for result in found}


@pytest.mark.parametrize("name", NAMES)
def test_it_is_graded_to_the_point(name, results):
    cells = nbformat.read(ROOT / "solutions" / name / f"{name}.ipynb", 4).cells
    graded = [c for c in cells if c.metadata.get("nbgrader", {}).get("grade")]
    by_code = sum(c.metadata.nbgrader.points for c in graded if c.cell_type == "code")
    assert by_code > 0
    assert results[name, "messy"].total() == by_code
    scores = results[name, "wrong"].scores
    tasks: dict[str, list[float]] = {}
    for cell in (c for c in graded if c.cell_type == "code"):
        task = re.search(r"^[A-Z_]+\.check\((\w+)", cell.source, re.M)[1]
        tasks.setdefault(task, []).append(scores[cell.metadata.nbgrader.grade_id])
    assert all(min(found) == 0 for found in tasks.values()), tasks
