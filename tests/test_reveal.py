"""A prediction is shown beside the measurement, and costs nothing if it is broken."""

import sys

import pytest
import torch

from transformer_grading.checks.reveal import compare

MEASURED = {"cold": torch.tensor([7.5, 2.5]), "hot": torch.tensor([5.0, 5.0])}
FORM = "A prediction is a dictionary with 'cold': 2 numbers and 'hot': 2 numbers, each"


def written(thing):
    return lambda: thing


def open_still():
    raise NotImplementedError


def unknown_name():
    return {"cold": undefined_name}  # noqa: F821


def divided_by_zero():
    return {"cold": [1 / 0, 0]}


def no_attribute():
    return {"cold": None.tolist()}


class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def mute():
    raise MuteError


def leaves():
    sys.exit(1)


@pytest.mark.parametrize(
    ("prediction", "line"),
    [
        (open_still, "Write your prediction first"),
        (unknown_name, "Your prediction raised NameError: name 'undefined_name' is"),
        (divided_by_zero, "Your prediction raised ZeroDivisionError: division by zero"),
        (no_attribute, "Your prediction raised AttributeError: "),
        (leaves, "Your prediction raised SystemExit: 1"),
        (mute, "Your prediction raised MuteError"),
        (lambda needed: None, "Your prediction raised TypeError: "),
        (
            {"cold": [7.5, 2.5]},
            "Your prediction raised TypeError: 'dict' object is not",
        ),
        (written(None), FORM),
        (written([[7.5, 2.5], [5, 5]]), FORM),
        (written({"cold": [7.5, 2.5]}), FORM),
        (written({"cold": [7.5, 2.5, 0], "hot": [5, 5]}), FORM),
        (written({"cold": [7.5], "hot": [5, 5]}), FORM),
        (written({"cold": ["much", 2.5], "hot": [5, 5]}), FORM),
        (written({"cold": [..., ...], "hot": [5, 5]}), FORM),
        (written({"cold": 7.5, "hot": 5}), FORM),
        (written({"cold": "75", "hot": "55"}), FORM),
    ],
)
def test_whatever_a_prediction_does_is_told_in_one_line(prediction, line, capsys):
    compare(prediction, MEASURED)
    out, err = capsys.readouterr()
    assert out.startswith(line) and out.count("\n") == 1 and not err
    assert len(out) < 250 and "measured" not in out


@pytest.mark.parametrize("kind", [list, tuple, torch.tensor])
def test_a_prediction_is_shown_beside_what_was_measured(kind, capsys):
    guess = {"cold": kind([10.0, 0.0]), "hot": kind([5.0, 5.0])}
    compare(written(guess), MEASURED)
    assert capsys.readouterr().out.splitlines() == [
        "cold: predicted (10.00, 0.00), measured (7.50, 2.50)",
        "hot: predicted (5.00, 5.00), measured (5.00, 5.00)",
    ]
