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

for case in cases_of(sys.argv[1]):
    for task in (case.visible, case.hidden):
        for probe in task.probes:
            print(case.name, probe.says, [told(v) for v in probe.inputs.values()])
"""
CHANGED = """
import torch

torch.set_default_dtype(torch.float64)
torch.set_default_device("meta")
torch.set_grad_enabled(False)
torch.manual_seed(7)
"""


def printed(source, name):
    words = [sys.executable, "-c", source, name]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_inputs_do_not_depend_on_settings(name):
    """The device stands for a GPU, on which an import would have made tensors."""
    usual = printed(PRINTED, name)
    assert usual.count("torch.float32") + usual.count("torch.float64") > 20
    assert printed(CHANGED + PRINTED, name) == usual
