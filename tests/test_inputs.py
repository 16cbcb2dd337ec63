"""What a learner has set in a notebook changes nothing that a check passes in."""

import subprocess
import sys

import pytest
from checking import NOTEBOOKS, ROOT

pytestmark = pytest.mark.grading

PRINTED = """
import sys
import torch

def told(value):
    if isinstance(value, torch.Tensor):
        return str((value.dtype, value.device, value.tolist()))
    return str([told(v) for v in value] if isinstance(value, (list, tuple)) else value)

from transformer_grading.instructor.cases.core import cases_of

for name in sys.argv[1:]:
    for case in cases_of(name):
        for probe in (*case.visible.probes, *case.hidden.probes):
            inputs = [told(value) for value in probe.inputs.values()]
            print(name, case.name, probe.says, inputs)
"""
CHANGED = """
import torch

torch.set_default_dtype(torch.float64)
torch.set_default_device("meta")
torch.set_grad_enabled(False)
torch.manual_seed(7)
"""


@pytest.fixture(scope="module")
def printed():
    """The inputs of all probes, as usual and after other settings, a line each."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", source, *NOTEBOOKS],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
        )
        for source in (PRINTED, CHANGED + PRINTED)
    ]
    assert [run.stderr for run in runs if run.returncode] == []
    return [run.stdout.splitlines() for run in runs]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_inputs_do_not_depend_on_settings(name, printed):
    """The device stands for a GPU, on which an import would have made tensors."""
    usual, changed = (
        [line for line in lines if line.startswith(name)] for lines in printed
    )
    assert sum(line.count("torch.float") for line in usual) > 20
    assert changed == usual
