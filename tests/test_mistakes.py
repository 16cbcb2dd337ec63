"""The catalogues of mistakes: each is killed and named, nothing else is."""

import re
from dataclasses import replace

import nbformat
import pytest
import torch
from checking import ALL, CASES, NOTEBOOKS, ROOT, name_of

from transformer_grading.checks.core import Trial
from transformer_grading.instructor import kill_matrix
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.notebook import Graded
from transformer_grading.instructor.proof import digest
from transformer_grading.instructor.right.core import Verdict
from transformer_grading.mistakes.core import Mistake, source_of

pytestmark = pytest.mark.grading

PROOFS = ROOT / "tests/proofs/kill_matrix"
# All of them are for `make kill-matrix`; here, one in so many.
WAYS = [
    pytest.param(case, mistake, way, id=f"{name_of(case)}-{way.__name__}")
    for case in ALL
    for mistake in case.visible.mistakes
    for way in mistake.ways
]
MISTAKES = {
    name: list({id(m): m for case in cases for m in case.visible.mistakes}.values())
    for name, cases in CASES.items()
}
assignments = pytest.mark.parametrize("name", NOTEBOOKS)
every_case = pytest.mark.parametrize("case", ALL, ids=name_of)

# Styles against what the text settles, and what they are rightly called.
RENAMED = {
    ("W15", "a softmax by hand that takes the exponential of bare scores"),
    ("W16", "weights shared out again after the mask"),
    ("W16", "a best score taken over hidden keys"),
    ("W20", "a tile of another length than `tile`"),
    ("W37", "inputs cut off from the gradient"),
    ("W74", "a number 1 for two updates"),
    ("own", "a result cut off from the inputs"),
    ("own", "an empty row of which one key is opened"),
}


@pytest.fixture(scope="module", autouse=True)
def ours_observed_once():
    """Look at each reference and each wrong way once on a probe, not for each answer.

    Whatever they do is the same each time: settings are known and seeds put back.
    """
    look, seen = Trial._of_ours, {}

    def of_ours(trial, function, probe):
        task = trial.task
        key = function, id(probe), task.name, task.returns, task.numbers
        if key not in seen:
            seen[key] = look(trial, function, probe), probe
        return seen[key][0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trial, "_of_ours", of_ours)
        yield


def trials(case, answer):
    return [Trial(case.visible, answer), Trial(case.hidden, answer)]


@pytest.mark.parametrize(("case", "mistake", "way"), WAYS[::12])
def test_a_wrong_way_fails_and_is_named_before_or_behind_the_scenes(case, mistake, way):
    failed = [t for t in trials(case, way) if any(map(t.complaint, t.task.probes))]
    assert failed
    assert {trial.mistake() for trial in failed} <= {mistake, None}
    assert any(trial.mistake() for trial in failed)


@every_case
def test_no_right_style_is_named_a_mistake_it_does_not_make(case):
    for right in case.right:
        for trial in trials(case, right.way):
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


def is_shaken(case):
    """Tell whether answers are judged by numbers that a shake changes."""
    if case.name == "counterexample" or case.visible.numbers:
        return False
    results = case.visible.reference(*case.visible.probes[0].inputs.values())
    parts = results if isinstance(results, tuple) else (results,)
    return any(part.is_floating_point() for part in parts)


@pytest.mark.parametrize(
    ("case", "mistake", "way"), [w for w in WAYS if is_shaken(w.values[0])][::24]
)
def test_something_near_a_mistake_is_not_that_mistake(case, mistake, way):
    for trial in trials(case, shaken(way, 0.05)):
        assert trial.mistake() is None


@every_case
def test_a_function_that_always_raises_has_no_name(case):
    def raises(*args):
        raise RuntimeError

    assert all(trial.mistake() is None for trial in trials(case, raises))


def test_two_mistakes_that_do_the_same_are_not_told_apart():
    task = ALL[0].visible
    twins = tuple(
        Mistake(name, "It does.", "Is it?", "Who may look", task.mistakes[0].ways)
        for name in ("one", "other")
    )
    trial = Trial(replace(task, mistakes=twins), twins[0].ways[0])
    assert any(map(trial.complaint, task.probes)) and trial.mistake() is None


@assignments
def test_headings_to_reread_stand_in_the_chapter(name):
    lesson = nbformat.read(ROOT / f"book/{name}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in lesson.cells)
    headings = set(re.findall(r"^## (.+)$", text, flags=re.MULTILINE))
    assert {mistake.reread for mistake in MISTAKES[name]} <= headings


@assignments
def test_a_hint_asks_and_is_short(name):
    for mistake in MISTAKES[name]:
        sentences = re.split(r"(?<=[.?])\s", mistake.hint)
        assert mistake.hint.endswith("?"), mistake.name
        assert len(sentences) <= 3 and max(map(len, sentences)) < 160, mistake.name
        assert mistake.does.endswith("."), mistake.name
        assert not mistake.name[0].isupper() and not mistake.name.endswith(".")


def test_beliefs_come_with_what_holds_and_are_told_once():
    told = [m for mistakes in MISTAKES.values() for m in mistakes if m.belief]
    assert all(mistake.truth and mistake.belief != mistake.truth for mistake in told)
    assert len({mistake.belief for mistake in told}) == len(told) >= 30


def test_a_source_is_what_a_student_would_write():
    source = "def answer(q, n=3):\n    total = q * n\n    return total"
    assert source_of(top_level, "answer") == source


def top_level(q: torch.Tensor, n: int = 3) -> torch.Tensor:
    total: torch.Tensor = q * n
    return total


@assignments
def test_conventions_are_sentences_of_the_exercise(name):
    text = Graded.read(NOTEBOOKS[name]).text
    for case in CASES[name]:
        for right in case.right:
            if right.verdict is Verdict.CONVENTION:
                assert right.because in text


@assignments
def test_the_solution_as_it_stands_passes_every_graded_cell(name):
    graded = Graded.read(NOTEBOOKS[name])
    checked = {cell for case in CASES[name] for cell in graded.of_task(case.name)}
    assert checked == set(graded.graded)
    for case in CASES[name]:
        verdicts = graded.grade(case.name, graded.answers[case.name])
        assert verdicts and not any(verdict.error for verdict in verdicts)


@assignments
def test_an_answer_left_open_passes_no_graded_cell(name):
    graded = Graded.read(NOTEBOOKS[name])
    for case in CASES[name]:
        open_ = f"def {case.name}(*args): raise NotImplementedError"
        errors = {str(v.error) for v in graded.grade(case.name, open_)}
        assert errors == {f"{case.name}: not written yet."}


@assignments
def test_the_sample_meets_every_bar(name):
    report = kill_matrix.run(name, NOTEBOOKS[name], every=25)
    assert report.killed and report.missed == []


def test_missed_bars_are_told(monkeypatch):
    """A wrong way that is right survives, and the report says so."""
    case = CASES["02_attention"][2]
    right = Mistake("none", "It does.", "Is it?", "Who may look", (case.right[0].way,))
    survivor = Case(replace(case.visible, mistakes=(right,)), case.hidden, ())
    monkeypatch.setattr(kill_matrix, "cases_of", lambda _: (survivor,))
    report = kill_matrix.run("02_attention", NOTEBOOKS["02_attention"])
    assert report.missed[0] == f"counterexample: {right.ways[0].__name__} survives"
    assert str(report).endswith("A BAR IS MISSED")


@assignments
def test_the_written_proof_is_not_older_than_its_sources(name):
    proof = (PROOFS / f"{name}.txt").read_text(encoding="utf-8")
    wanted = f"sha256 {digest(name, NOTEBOOKS[name])}"
    assert proof.splitlines()[0] == wanted, "run: make kill-matrix"
    assert proof.endswith("all bars met\n")
