"""What every exercise must have, and that exercises/ is what solutions/ gives."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
import torch

from transformer_grading.checks.attention import COUNTEREXAMPLE, SOFTMAX
from transformer_grading.checks.core import Task
from transformer_grading.checks.reveal import passes
from transformer_grading.instructor.release import (
    RELEASE,
    SOURCE,
    ReleaseError,
    drift,
    main,
    release,
)

pytestmark = pytest.mark.grading

ROOT = Path(__file__).parents[1]
NAMES = sorted(path.stem for path in ROOT.glob(f"{SOURCE}/*/*.ipynb"))
MARKERS = ("BEGIN", "END")
KINDS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
TASK = re.compile(
    r"^## (\d) · .+\n\n\*(Easy|Medium|Hard) · (\d+) minutes · (\d+) points", re.M
)


def cells(folder, name):
    return nbformat.read(ROOT / folder / name / f"{name}.ipynb", as_version=4).cells


def marked(cell, flag):
    return cell.metadata.get("nbgrader", {}).get(flag, False)


def text_of(notebook, kind):
    return "\n".join(cell.source for cell in notebook if cell.cell_type == kind)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two released assignments in a course of their own."""
    root = tmp_path_factory.mktemp("course")
    shutil.copyfile(ROOT / "nbgrader_config.py", root / "nbgrader_config.py")
    for name in ("01_first", "02_second"):
        (root / SOURCE / name).mkdir(parents=True)
        source = ROOT / SOURCE / NAMES[0] / f"{NAMES[0]}.ipynb"
        shutil.copyfile(source, root / SOURCE / name / f"{name}.ipynb")
    release(root)
    return root


def state(root):
    return {path: path.read_bytes() for path in root.rglob("*.ipynb")}


def test_the_exercises_are_what_the_solutions_give():
    assert drift(ROOT) == []


def test_a_second_release_changes_no_byte_and_drops_what_has_no_source(course):
    before = state(course / RELEASE)
    assert len(before) == 2
    (course / RELEASE / "00_stale").mkdir()
    (course / RELEASE / "00_stale" / "00_stale.ipynb").write_text("{}")
    assert main(["--root", str(course)]) == 0
    assert state(course / RELEASE) == before
    assert {path.name for path in (course / "_build").iterdir()} == set()


def test_the_drift_check_sees_an_edit_a_loss_and_a_leftover(course, tmp_path, capsys):
    root = tmp_path / "copy"
    shutil.copytree(course, root)
    edited = root / RELEASE / "01_first" / "01_first.ipynb"
    edited.write_text(edited.read_text().replace("15 minutes", "16 minutes"))
    (root / RELEASE / "02_second").rename(root / RELEASE / "03_stale")
    assert main(["--check", "--root", str(root)]) == 1
    *lines, advice = capsys.readouterr().err.splitlines()
    assert lines == [
        "exercises/01_first/01_first.ipynb differs from its source",
        "exercises/02_second/02_second.ipynb is missing",
        "exercises/03_stale/02_second.ipynb has no source",
    ]
    assert "make exercises" in advice


def test_a_release_that_fails_leaves_the_old_one(course, tmp_path, capsys):
    root = tmp_path / "copy"
    shutil.copytree(course, root)
    before = state(root / RELEASE)
    source = root / SOURCE / "02_second" / "02_second.ipynb"
    source.write_text(source.read_text().replace("### END SOLUTION", "### END", 1))
    with pytest.raises(ReleaseError, match="could not release 02_second; exercises/"):
        release(root)
    assert state(root / RELEASE) == before
    assert main(["--root", str(root)]) == 1
    assert "no end solution statement" in capsys.readouterr().err.lower()


def test_a_folder_without_solutions_is_no_course(tmp_path):
    with pytest.raises(ReleaseError, match="There is no solutions/NAME/NAME.ipynb in"):
        release(tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_the_text_says_how_hard_how_long_and_how_much(name):
    notebook = cells(SOURCE, name)
    title, *_ = notebook
    tasks = TASK.findall(text_of(notebook, "markdown"))
    assert [int(number) for number, *_ in tasks] == list(range(1, len(tasks) + 1))
    assert 4 <= len(tasks) <= 8
    assert {difficulty for _, difficulty, *_ in tasks} == {"Easy", "Medium", "Hard"}
    hours, minutes = re.search(r"(\d) hours? (\d+) minutes", title.source).groups()
    assert sum(int(m) for *_, m, _ in tasks) == 60 * int(hours) + int(minutes)
    points = {"code": 0, "markdown": 0}
    for cell in notebook:
        if marked(cell, "grade"):
            points[cell.cell_type] += cell.metadata.nbgrader.points
    assert sum(int(p) for *_, p in tasks) == sum(points.values())
    stated = "{code} marked by the computer, {markdown} by a person".format(**points)
    assert stated in " ".join(title.source.split())


@pytest.mark.parametrize("name", NAMES)
def test_the_lesson_says_how_long_its_exercise_takes(name):
    tasks = TASK.findall(text_of(cells(SOURCE, name), "markdown"))
    lesson = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
    link = f"{{download}}`The exercise <../exercises/{name}/{name}.ipynb>`"
    total = sum(int(minutes) for *_, minutes, _ in tasks)
    assert f"{link}: about {total} minutes" in lesson.cells[0].source
    assert f"<../exercises/{name}/{name}.ipynb>" in lesson.cells[-1].source


@pytest.mark.parametrize("name", NAMES)
def test_every_task_names_a_section_of_the_chapter(name):
    chapter = (ROOT / "book" / f"{name}.ipynb").read_text()
    parts = re.split(r"(?m)^## (?=\d)", text_of(cells(SOURCE, name), "markdown"))[1:]
    for part in parts:
        links = re.findall(rf"\[([^\]]+)\]\(\.\./\.\./book/{name}\.ipynb#(.+?)\)", part)
        assert links, part.splitlines()[0]
        for heading, anchor in links:
            assert anchor == heading.replace(" ", "-")
            in_json = heading.replace('"', '\\"')
            assert f'"## {in_json}' in chapter


@pytest.mark.parametrize("name", NAMES)
def test_graded_cells_have_names_points_and_a_check_behind_the_visible_one(name):
    notebook = cells(SOURCE, name)
    ids = [c.metadata.nbgrader.grade_id for c in notebook if "nbgrader" in c.metadata]
    assert len(ids) == len(set(ids))
    assert all(c.metadata.nbgrader.grade_id == c.id for c in notebook if c.id in ids)
    graded = [c for c in notebook if marked(c, "grade")]
    assert all(cell.metadata.nbgrader.points > 0 for cell in graded)
    for cell in (c for c in graded if c.cell_type == "code"):
        visible, hidden = cell.source.split("### BEGIN HIDDEN TESTS\n")
        assert re.search(
            r"^[A-Z_]+\.check\(\w+.*\)\n# Hidden checks: .+\.$", visible, re.M
        )
        asked = re.search(r"^[A-Z_]+(\.check\(.+), points=", visible, re.M).group(1)
        assert re.match(r"from transformer_grading\.instructor\.hidden\.\w+ ", hidden)
        assert f"\nHIDDEN{asked})\n### END HIDDEN TESTS" in hidden


@pytest.mark.parametrize("name", NAMES)
def test_the_release_keeps_its_secrets(name):
    source, released = cells(SOURCE, name), cells(RELEASE, name)
    assert [cell.id for cell in released] == [cell.id for cell in source]
    text = "\n".join(cell.source for cell in released)
    for marker in (f"### {m} {kind}" for m in MARKERS for kind in KINDS):
        assert marker in "\n".join(cell.source for cell in source)
        assert marker not in text
    assert "transformer_grading.instructor" not in text
    for before, after in zip(source, released, strict=True):
        if before.cell_type == "code" and marked(before, "solution"):
            solution = re.search(
                "### BEGIN SOLUTION\n(.+) +### END", before.source, re.S
            )
            assert solution.group(1) not in after.source
            assert after.source.endswith(
                "# YOUR CODE HERE\n    raise NotImplementedError()"
            )
        elif marked(before, "solution"):
            assert after.source == "YOUR ANSWER HERE"


def test_a_counterexample_is_judged_by_what_the_text_asks_alone(capsys):
    def counterexample():
        q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [-8.0]])
        return q, k, torch.tensor([[4000.0], [0.0]]), torch.tensor([[True, False]])

    COUNTEREXAMPLE.check(counterexample)
    assert "holds" in capsys.readouterr().out


def test_a_cell_waits_until_its_check_passes(capsys):
    assert not passes(SOFTMAX, lambda scores, dim=-1: scores)
    assert capsys.readouterr().out == "This cell waits until the check above passes.\n"
    assert passes(Task("anything", ("x",), abs, probes=()), abs)
    assert capsys.readouterr().out == ""
