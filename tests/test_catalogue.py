"""Variants of an instructor's own, tried beside those of the course."""

import pytest
from checking import NOTEBOOKS, ROOT

from transformer_grading.cli import main
from transformer_grading.instructor.proof import digest, modules

pytestmark = pytest.mark.grading

SUM = '''"""{kind}: divided by the largest"""
import torch


def helper(scores, dim):
    return (scores - scores.amax(dim, keepdim=True)).exp()


def softmax(scores, dim=-1):
    weights = helper(scores, dim)
    return weights / weights.{what}
'''
RIGHT, WRONG = "sum(dim, keepdim=True)", "amax(dim, keepdim=True)"


def tried(capsys, folder):
    code = main(["matrix", "--sample", "--root", str(ROOT), "--catalogue", str(folder)])
    said = capsys.readouterr()
    return code, said.out.partition("variants of")[2].splitlines(), said.err


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write variants, and leave the course's own mistakes out of what is tried."""
    monkeypatch.setattr(
        "transformer_grading.instructor.kill_matrix.cases_of", lambda name: ()
    )

    def write(name, text, assignment="02_attention"):
        tmp_path.joinpath(assignment).mkdir(exist_ok=True)
        tmp_path.joinpath(assignment, name).write_text(text)
        return tmp_path

    return write


def test_variants_are_judged_and_counted(capsys, write):
    write("a.py", SUM.format(kind="wrong", what=WRONG))
    folder = write("b.py", SUM.format(kind="Right", what=RIGHT))
    code, lines, _ = tried(capsys, folder)
    assert code == 0
    says = "divided by the largest"
    assert lines[1].startswith("  good 02_attention/a.py: wrong, loses softmax-check")
    assert lines[1].endswith(says)
    assert lines[2] == f"  good 02_attention/b.py: right, keeps its points: {says}"
    assert lines[3].startswith("2 variants, 0 judged wrongly; ")


@pytest.mark.parametrize(("kind", "what"), [("right", WRONG), ("wrong", RIGHT)])
def test_a_grader_that_is_wrong_about_a_variant_is_told(capsys, write, kind, what):
    code, lines, _ = tried(capsys, write("a.py", SUM.format(kind=kind, what=what)))
    assert code == 1
    assert lines[1].startswith("  BAD ") and "1 judged wrongly" in lines[2]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.py", "def softmax(scores): pass", "begin it with"),
        ("a.py", '"""wrong: """\ndef softmax(scores): pass', "begin it with"),
        ("a.py", '"""wrong: no task"""\ndef hardmax(scores): pass', "one of: softmax,"),
        ("a.py", '"""wrong: this"""\ndef softmax(', "line 2: '(' was never closed"),
        ("a.txt", "", "holds no variants"),
    ],
)
def test_a_file_in_another_form_is_named(capsys, write, name, text, reason):
    code, _, said = tried(capsys, write(name, text))
    assert code == 2 and reason in said and "Traceback" not in said


def test_an_unknown_assignment_is_named(capsys, write):
    code, _, said = tried(capsys, write("a.py", "", assignment="02_atention"))
    assert (
        code == 2 and "no assignment 02_atention, only: 01_recurrence, 02_att" in said
    )


def test_an_unknown_assignment_cannot_be_chosen(capsys):
    assert main(["matrix", "--root", str(ROOT), "--only", "99"]) == 1
    assert (
        "No assignment begins with '99': 01_recurrence, 02_att"
        in capsys.readouterr().out
    )


def test_a_proof_rests_on_what_the_graders_import():
    names = set(modules("transformer_grading.instructor.cases.attention"))
    for name in (
        "transformer_grading.checks.core",
        "transformer_grading.checks.probes.attention.layer",
        "transformer_grading.mistakes.attention.scale",
        "transformer_grading.instructor.hidden.attention",
        "transformer_grading.instructor.right.attention.products",
        "transformer_lib.attention",
    ):
        assert name in names
    assert "transformer_lib.training" not in names


def test_a_proof_is_of_one_code_of_one_notebook(tmp_path):
    path = NOTEBOOKS["02_attention"]
    other = tmp_path / "02_attention.ipynb"
    text = path.read_text()
    other.write_text(text.replace("Turn any row of", "Turn each row of"))
    assert digest("02_attention", other) == digest("02_attention", path)
    other.write_text(text.replace("scores.amax(", "scores.amin("))
    assert digest("02_attention", other) != digest("02_attention", path)
