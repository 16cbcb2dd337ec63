"""Tasks whose answers are plain numbers."""

import pytest
import torch
from checking import failure

from transformer_grading.checks.core import Probe, Task
from transformer_grading.checks.observations import value

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
