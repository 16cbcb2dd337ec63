"""The project's own submissions, graded for real by nbgrader, to the point."""

import csv
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from transformer_grading.checks import attention
from transformer_grading.checks.core import Task
from transformer_grading.cli import main
from transformer_grading.instructor.runner import OURS, GradingError, grade

pytestmark = pytest.mark.grading

ROOT = Path(__file__).parents[1]
NAME = "02_attention"
FULL = {
    "softmax-check": 2,
    "attention-value": 2,
    "attention-mask": 2,
    "attention-axes": 2,
    "bug-counterexample-check": 1,
    "bug-repaired-check": 2,
    "temperature-check": 2,
    "kernel-check": 3,
    "layer-check": 4,
}
NOTHING = dict.fromkeys(FULL, 0)
FIRST_HALF = {cell: FULL[cell] for cell in list(FULL)[:6]}
GRADES = {
    "right": FULL | {"explain-answer": None},
    "wrong": NOTHING | {"explain-answer": 0},
    "untouched": NOTHING | {"explain-answer": 0},
    "partly": NOTHING | FIRST_HALF | {"explain-answer": 0},
    "raising": FULL | {"softmax-check": 0, "explain-answer": None},
    "warning": FULL | {"explain-answer": None},
    "messy": FULL | {"explain-answer": None},
}
REASONS = {
    "dead": "The kernel died while the notebook ran; no score was given.",
    "skipping": "The cell softmax-check has not run.",
    "renamed": "There is no 02_attention.ipynb.",
    "missing": "There is no 02_attention.ipynb.",
}
STRANGERS = {
    "edited": "02_attention.ipynb is not one of the project's own samples.",
    "helper": "torch.py is not one of the project's own samples.",
    "pipe": "fifo is not one of the project's own samples.",
    "linked": "02_attention.ipynb is a link, and is not one of the project's own",
}


def command(*arguments):
    words = [sys.executable, "-m", "transformer_grading.cli", *arguments]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=500)


def add_strangers(submitted):
    for student in STRANGERS:
        shutil.copytree(submitted / "right", submitted / student)
    edited = submitted / "edited" / NAME / f"{NAME}.ipynb"
    edited.write_text(edited.read_text().replace("Easy", "easy", 1))
    (submitted / "helper" / NAME / "torch.py").write_text("print('I ran')")
    os.mkfifo(submitted / "pipe" / NAME / "fifo")
    linked = submitted / "linked" / NAME / f"{NAME}.ipynb"
    linked.unlink()
    linked.symlink_to(submitted / "right" / NAME / f"{NAME}.ipynb")


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A course of one assignment."""
    root = tmp_path_factory.mktemp("root")
    for folder in ("solutions", "exercises"):
        shutil.copytree(ROOT / folder / NAME, root / folder / NAME)
    shutil.copyfile(ROOT / "nbgrader_config.py", root / "nbgrader_config.py")
    return root


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return tmp_path_factory.mktemp("grading")


@pytest.fixture(scope="module")
def run(root, course):
    """One run of the whole thing: our samples, and some strangers among them."""
    where = ("--root", str(root))
    assert command("samples", str(course / "submitted"), *where).returncode == 0
    add_strangers(course / "submitted")
    return command("grade", str(course), *where)


@pytest.fixture(scope="module")
def results(run, course):
    rows = json.loads((course / "results.json").read_text())
    return {row["student"]: row for row in rows}


@pytest.fixture(scope="module")
def gradebook(run, course):
    """Every score that the gradebook holds, by student and by cell."""
    query = (
        "from nbgrader.api import Gradebook\nimport json, sys\n"
        "with Gradebook(sys.argv[1]) as book:\n"
        "    print(json.dumps({s.student.id: {g.name: [g.auto_score, "
        "g.needs_manual_grade] for n in s.notebooks for g in n.grades}"
        " for s in book.assignment_submissions(sys.argv[2])}))"
    )
    words = [sys.executable, "-W", "ignore", "-c", query]
    words += [f"sqlite:///{course}/gradebook.db", NAME]
    path = {"PATH": str(Path(sys.executable).parent)}
    asked = subprocess.run(words, capture_output=True, text=True, env=path, check=True)
    return json.loads(asked.stdout)


@pytest.mark.parametrize("student", GRADES)
def test_the_gradebook_holds_exactly_the_points_earned(student, gradebook, results):
    expected = GRADES[student]
    assert gradebook[student] == {c: [p, p is None] for c, p in expected.items()}
    assert results[student]["status"] == "graded"
    assert results[student]["scores"] == expected
    assert results[student]["total"] == sum(p for p in expected.values() if p)


@pytest.mark.parametrize("student", REASONS)
def test_what_has_not_run_has_no_score(student, gradebook, results):
    scores = gradebook.get(student, {}).values()
    assert all(score == [None, True] for score in scores)
    assert set(results[student]["tasks"].values()) <= {None}
    assert results[student]["total"] is None
    assert results[student]["status"] == "not run"
    assert results[student]["reason"] == REASONS[student]


def test_a_dead_kernel_is_known_to_the_gradebook_without_a_score(gradebook):
    assert gradebook["dead"] == dict.fromkeys([*FULL, "explain-answer"], [None, True])


@pytest.mark.parametrize("student", STRANGERS)
def test_strangers_are_refused_before_nbgrader_sees_them(
    student, course, gradebook, results, run
):
    assert student not in gradebook
    assert not list(course.glob(f"*/{student}/**/*.html"))
    assert not (course / "autograded" / student).exists()
    assert results[student]["status"] == "refused"
    assert results[student]["scores"] == {}
    assert re.search(rf"{student}: refused. {STRANGERS[student]}", run.stdout)
    assert "only in the sandboxed executor, which this version does not" in run.stdout
    assert "I ran" not in run.stdout + run.stderr


def test_the_run_says_what_it_did_and_nothing_else(run):
    assert run.returncode == 1
    assert run.stderr == ""
    lines = [re.split(r" {2,}", line) for line in run.stdout.splitlines()]
    assert ["right", "graded", *"263234", "to mark", "20"] in lines
    assert ["untouched", "graded", *"00000000"] in lines
    assert ["dead", "not run", *"--------"] in lines
    assert not (ROOT / "gradebook.db").exists()


def test_the_sheet_has_a_row_for_each_task(run, course, results):
    with (course / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for student, row in results.items():
        mine = {r["task"]: r["points"] for r in rows if r["student"] == student}
        points = row["tasks"] | {"total": row["total"]}
        assert mine == {t: "" if p is None else str(p) for t, p in points.items()}


def feedback(course, student):
    page = course / "feedback" / student / NAME / f"{NAME}.html"
    return " ".join(html.unescape(page.read_text()).split())


def test_feedback_names_each_mistake(run, course):
    page = " ".join(feedback(course, "wrong").split())
    tasks = [task for task in vars(attention).values() if isinstance(task, Task)]
    assert len(tasks) == 7
    for task in tasks:
        assert task.mistakes[0].name in page
        assert task.mistakes[0].hint in page


@pytest.mark.parametrize("student", GRADES)
def test_feedback_shows_no_hidden_test_and_no_traceback_of_a_check(
    student, run, course
):
    page = feedback(course, student)
    assert "# Hidden checks:" in page
    assert "HIDDEN" not in page
    assert "transformer_grading.instructor" not in page
    assert "MARK SCHEME" not in page


def test_feedback_is_written_for_all_that_ran_and_only_for_them(run, course):
    pages = {page.parents[1].name for page in course.glob("feedback/*/*/*.html")}
    assert pages == set(GRADES)
    assert "not written yet" in feedback(course, "untouched")
    assert "this cell never worked" in feedback(course, "raising")
    assert "NameError: name 'softmax' is not defined" in feedback(course, "raising")
    assert "said: a line on stderr" in feedback(course, "warning")


def test_a_run_without_refusals_succeeds_and_starts_afresh(root, tmp_path, capsys):
    (tmp_path / "submitted" / "missing" / NAME).mkdir(parents=True)
    (tmp_path / "results.csv").write_text("old")
    (tmp_path / OURS).touch()
    assert main(["grade", str(tmp_path), "--root", str(root)]) == 0
    assert "missing  not run" in capsys.readouterr().out
    assert "old" not in (tmp_path / "results.csv").read_text()


@pytest.mark.parametrize("name", ["gradebook.db", "solutions", "thesis.tex"])
def test_a_folder_that_is_not_ours_is_not_touched(name, tmp_path):
    (tmp_path / "submitted").mkdir()
    (tmp_path / name).write_text("precious")
    with pytest.raises(GradingError, match=f"holds {name} and is no grading folder"):
        grade(ROOT, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"submitted", name}
    assert (tmp_path / name).read_text() == "precious"


def test_grading_outside_a_course_says_where_to_go(tmp_path, capsys):
    assert main(["grade", str(tmp_path / "new"), "--root", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert re.search("has no solutions/ and nbgrader_config.py: run this in", said)
    assert not (tmp_path / "new").exists()


def test_a_solution_that_nbgrader_cannot_release_is_reported(root, tmp_path):
    root = shutil.copytree(root, tmp_path / "course")
    source = root / "solutions" / NAME / f"{NAME}.ipynb"
    source.write_text(source.read_text().replace("### END SOLUTION", "### END", 1))
    with pytest.raises(GradingError, match=f"{NAME}: nbgrader gave up: "):
        grade(root, tmp_path / "new")
