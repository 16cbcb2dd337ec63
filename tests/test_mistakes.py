"""The catalogue of mistakes: each is killed and named, nothing else is."""

import re
import sys

import nbformat
import pytest
import torch
from checking import HIDDEN, TASKS

from transformer_grading.checks.core import Trial
from transformer_grading.instructor import kill_matrix
from transformer_grading.instructor.kill_matrix import CASES, NOTEBOOK, ROOT, digest
from transformer_grading.instructor.notebook import Graded
from transformer_grading.instructor.right.core import Verdict
from transformer_grading.mistakes.core import Mistake, source_of

pytestmark = pytest.mark.grading

PROOF = ROOT / "tests/proofs/kill_matrix.txt"
ROWS = {
    *("P01", "P02", "P03", "P05", "S01", "S02", "S05"),
    *("A01", "A05", "A06", "A07", "A08", "A09", "A11", "A13", "A14"),
    *("A15", "A16", "A17", "A19", "A20", "A21", "A22", "A25", "A26"),
}
WAYS = [
    pytest.param(task, mistake, way, id=f"{task.name}-{way.__name__}")
    for task in TASKS
    for mistake in task.mistakes
    for way in mistake.ways
]
FOUR = ("q", "k", "v", "mask")
MISTAKES = list({id(m): m for task in TASKS for m in task.mistakes}.values())


# Styles that are right on paper only, and what they are called.
RENAMED = {
    ("W15", "a softmax by hand that takes the exponential of bare scores"),
    ("W16", "weights shared out again after the mask"),
}


def twin(task):
    return HIDDEN[TASKS.index(task)]


def trials(task, answer):
    return [Trial(task, answer), Trial(twin(task), answer)]


@pytest.mark.parametrize(("task", "mistake", "way"), WAYS)
def test_every_wrong_way_fails_and_is_named_before_and_behind_the_scenes(
    task, mistake, way
):
    for trial in trials(task, way):
        assert any(map(trial.complaint, trial.task.probes))
        assert trial.mistake() is mistake


def test_the_rows_of_the_public_record_are_covered():
    assert {row for mistake in MISTAKES for row in mistake.ids} == ROWS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.visible.name)
def test_no_right_style_is_named_a_mistake_it_does_not_make(case):
    for right in case.right:
        for trial in trials(case.visible, right.way):
            if any(map(trial.complaint, trial.task.probes)) and trial.mistake():
                assert (right.style, trial.mistake().name) in RENAMED


def shaken(way, amount):
    """Do what a wrong way does, a little off."""

    def answer(*args):
        results = way(*args)
        parts = results if isinstance(results, tuple) else (results,)
        noisy = tuple(
            part + amount * torch.rand(part.shape) if part.is_floating_point() else part
            for part in parts
        )
        return noisy if isinstance(results, tuple) else noisy[0]

    return answer


# An example is judged by facts, which a shake does not change.
@pytest.mark.parametrize(
    ("task", "mistake", "way"), [w for w in WAYS if w.values[0].returns != FOUR][::4]
)
def test_something_near_a_mistake_is_not_that_mistake(task, mistake, way):
    for trial in trials(task, shaken(way, 0.05)):
        assert trial.mistake() is None


def test_a_function_that_always_raises_has_no_name():
    def raises(*args):
        raise RuntimeError

    for task in TASKS:
        assert all(trial.mistake() is None for trial in trials(task, raises))


def test_two_mistakes_that_do_the_same_are_not_told_apart():
    task = TASKS[0]
    twins = tuple(
        Mistake(name, "It does.", "Is it?", "Who may look", task.mistakes[0].ways)
        for name in ("one", "other")
    )
    trial = Trial(type(task)(**{**vars(task), "mistakes": twins}), twins[0].ways[0])
    assert any(map(trial.complaint, task.probes)) and trial.mistake() is None


def test_headings_to_reread_stand_in_the_chapter():
    lesson = nbformat.read(ROOT / "book/02_attention.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in lesson.cells)
    headings = set(re.findall(r"^## (.+)$", text, flags=re.MULTILINE))
    assert {mistake.reread for mistake in MISTAKES} <= headings


def test_a_hint_asks_and_is_short():
    for mistake in MISTAKES:
        sentences = re.split(r"(?<=[.?])\s", mistake.hint)
        assert mistake.hint.endswith("?"), mistake.name
        assert len(sentences) <= 3 and max(map(len, sentences)) < 160, mistake.name
        assert mistake.does.endswith("."), mistake.name
        assert not mistake.name[0].isupper() and not mistake.name.endswith(".")


def test_beliefs_come_with_what_holds_and_are_told_once():
    told = [mistake for mistake in MISTAKES if mistake.belief]
    assert all(mistake.truth and mistake.belief != mistake.truth for mistake in told)
    assert len({mistake.belief for mistake in told}) == len(told) >= 30


def test_a_source_is_what_a_student_would_write():
    source = "def answer(q, n=3):\n    total = q * n\n    return total"
    assert source_of(top_level, "answer") == source


def top_level(q: torch.Tensor, n: int = 3) -> torch.Tensor:
    total: torch.Tensor = q * n
    return total


def test_conventions_are_sentences_of_the_exercise():
    text = Graded.read(NOTEBOOK).text
    for case in CASES:
        for right in case.right:
            if right.verdict is Verdict.CONVENTION:
                assert right.because in text


def test_every_style_of_the_record_has_a_verdict():
    styles = {right.style for case in CASES for right in case.right}
    wanted = {f"W{n:02}" for n in range(1, 38)}
    assert styles - {"own"} == wanted


def test_the_solution_as_it_stands_passes_every_graded_cell():
    graded = Graded.read(NOTEBOOK)
    names = [case.visible.name for case in CASES]
    checked = {cell for name in names for cell in graded.of_task(name)}
    assert checked == set(graded.graded)
    for name in names:
        verdicts = graded.grade(name, graded.answers[name])
        assert verdicts and not any(verdict.error for verdict in verdicts)


def test_an_answer_left_open_passes_no_graded_cell():
    graded = Graded.read(NOTEBOOK)
    for case in CASES:
        name = case.visible.name
        verdicts = graded.grade(name, f"def {name}(*args): raise NotImplementedError")
        errors = [str(verdict.error) for verdict in verdicts]
        assert set(errors) == {f"{name}: not written yet."}


def test_the_sample_meets_every_bar(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["kill_matrix", "--sample"])
    assert kill_matrix.main() == 0
    out = capsys.readouterr().out
    assert out.endswith("all bars met\n") and "survivors 0\n" in out


def test_a_missed_bar_is_told(monkeypatch, tmp_path, capsys):
    """A wrong way that is right survives, and the command says so."""
    case = CASES[2]
    right = Mistake("none", "It does.", "Is it?", "Who may look", (case.right[0].way,))
    task = type(case.visible)(**{**vars(case.visible), "mistakes": (right,)})
    survivor = kill_matrix.Case(task, case.hidden, ())
    monkeypatch.setattr(kill_matrix, "CASES", (survivor,))
    monkeypatch.setattr(sys, "argv", ["kill_matrix", "--write", str(tmp_path / "m")])
    assert kill_matrix.main() == 1
    assert "SURVIVES" in capsys.readouterr().out
    assert (tmp_path / "m").read_text().startswith(f"sha256 {digest()}\n")


def test_the_written_proof_is_not_older_than_its_sources():
    proof = PROOF.read_text(encoding="utf-8")
    assert proof.splitlines()[0] == f"sha256 {digest()}", "run: make kill-matrix"
    assert proof.endswith("all bars met\n")
