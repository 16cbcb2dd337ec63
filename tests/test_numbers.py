"""Tasks whose answers are plain numbers."""

import pytest
import torch
import torch.nn.functional as F
from checking import failure

from transformer_grading.checks.core import Probe, Task
from transformer_grading.checks.observations import gradient, value

pytestmark = pytest.mark.unhooked

PARAMETERS = Task(
    name="parameters",
    returns=("weights", "biases"),
    reference=lambda d_model, d_ff: (2 * d_model * d_ff, d_model + d_ff),
    probes=(
        Probe("count", "Every weight.", {"d_model": 3, "d_ff": 5}, value, 0.5, 0),
        Probe("large", "Every one.", {"d_model": 4096, "d_ff": 9999}, value, 0.5, 0),
    ),
    numbers=True,
)


def of_numpy(n):
    return torch.tensor(n).numpy()[()]


@pytest.mark.parametrize(
    "kind", [int, float, torch.tensor, of_numpy, lambda n: torch.tensor([n])]
)
def test_a_number_of_any_type_will_do(kind, capsys):
    PARAMETERS.check(lambda d, f: (kind(2 * d * f), kind(d + f)))
    assert capsys.readouterr().out == "parameters: all 2 properties hold.\n"


def test_a_large_number_that_is_one_off_is_told_in_full():
    said = failure(PARAMETERS, lambda d, f: (2 * d * f - (d > 3), d + f))
    assert "weights came out as 81911807, expected 81911808." in str(said)
    assert "With d_model = 4096, d_ff = 9999:" in str(said)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda d, f: ("2", 1), "weights came back as a str; return a number."),
        (lambda d, f: (True, 1), "weights came back as a bool; return a number."),
        (lambda d, f: (torch.ones(2), 8), "as a Tensor; return a number."),
        (lambda d, f: 2 * d * f, "return the tuple (weights, biases)."),
        (lambda d, f: (None, 8), "weights came back as None; return a number."),
    ],
)
def test_what_is_no_number_is_refused(answer, says):
    assert says in str(failure(PARAMETERS, answer))


def test_numbers_that_differ_late_are_printed_that_far():
    probe = Probe("value", "It is one.", {"x": torch.ones(2)}, value)
    task = Task("f", ("y",), torch.clone, (probe,))
    said = str(failure(task, lambda x: x + 2**-12))
    assert "y came out as [1.0002441, 1.0002441], expected [1, 1]." in said
    said = str(failure(task, lambda x: x * float("nan")))
    assert "y came out as [nan, nan], expected [1, 1]." in said


def test_a_sparse_gradient_is_a_gradient(capsys):
    rows = torch.tensor([0, 2])
    inputs = {"table": torch.rand(3, 2), "rows": rows}
    probe = Probe("gradient", "It flows.", inputs, gradient)
    task = Task("f", ("y",), lambda table, rows: table[rows], (probe,))
    task.check(lambda table, rows: F.embedding(rows, table, sparse=True))
    assert "holds" in capsys.readouterr().out


def test_a_mask_says_where_it_differs_first():
    probe = Probe("value", "It is empty.", {"x": torch.zeros(4, 5) > 0}, value)
    task = Task("f", ("mask",), torch.clone, (probe,))
    said = str(failure(task, lambda x: x | (torch.arange(5) == 3)))
    assert "of shape (4, 5), differs at 4 of 20 places, first at (0, 3)." in said
