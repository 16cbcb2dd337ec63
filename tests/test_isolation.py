"""What student code does on the side costs nothing and changes nothing."""

import random
import subprocess
import sys
import warnings

import pytest
import torch
import torch.nn.functional as F
from checking import failure

from transformer_grading.checks.attention import ATTENTION, SOFTMAX
from transformer_grading.instructor.right.attention.products import into_a_buffer
from transformer_grading.instructor.right.attention.softmax import amax

pytestmark = pytest.mark.unhooked


def test_prints_and_warnings_cost_nothing_and_are_passed_on(capsys):
    def chatty(scores, dim=-1):
        print("shape", tuple(scores.shape))
        print("to stderr", file=sys.stderr)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        return amax(scores, dim)

    SOFTMAX.check(chatty, "value")
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "softmax: value holds.",
        "Your code also said: shape (3,)",
        "Your code also said: to stderr",
        "Your code also said: DeprecationWarning: old",
        "(and 2 lines more)",
    ]
    assert err == ""
    wrong = failure(SOFTMAX, lambda scores, dim=-1: chatty(scores))
    assert "Your code also said: shape" in str(wrong)


def test_warnings_as_errors_stay_outside():
    def warns(scores, dim=-1):
        warnings.warn("old", UserWarning, stacklevel=1)
        return amax(scores, dim)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SOFTMAX.check(warns)


def meddle(scores, dim=-1):
    torch.manual_seed(7)
    random.seed(7)
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(torch.get_num_threads() + 1)
    warnings.simplefilter("error")
    raise KeyError("mess")


def state():
    return (
        torch.get_rng_state().tolist(),
        random.getstate(),
        torch.is_grad_enabled(),
        torch.get_default_dtype(),
        torch.get_num_threads(),
        list(warnings.filters),
        sys.stdout,
        F.scaled_dot_product_attention,
    )


def test_global_settings_are_put_back():
    torch.manual_seed(3)
    before = state()
    failure(SOFTMAX, meddle)
    assert state() == before


def test_a_check_works_inside_no_grad_and_leaves_it():
    with torch.no_grad():
        SOFTMAX.check(amax)
        assert not torch.is_grad_enabled()


def test_a_call_cannot_spoil_the_next():
    def spoils(scores, dim=-1):
        result = amax(scores, dim)
        scores.detach().zero_()
        return result

    SOFTMAX.check(spoils, "value", "axis", "large scores")
    assert "after the call, scores came out as" in str(failure(SOFTMAX, spoils))
    SOFTMAX.check(amax)


EARLIER_CELLS = {
    "dtype": "torch.set_default_dtype(torch.float64)",
    "device": "torch.set_default_device('meta')",
    "gradients": "torch.set_grad_enabled(False)",
    "anomalies": "torch.autograd.set_detect_anomaly(True)",
}
ALL_TASKS = """
import torch
{cell}
from transformer_grading.instructor.cases.attention import CASES
from transformer_grading.instructor.right.core import Verdict

for case in CASES:
    right = next(r for r in case.right if r.verdict is Verdict.FULL)
    case.visible.check(right.way)
    case.hidden.check(right.way)
left = (torch.get_default_dtype(), torch.get_default_device(),
        torch.is_grad_enabled(), torch.is_anomaly_enabled())
print(*left)
"""


@pytest.mark.parametrize("cell", EARLIER_CELLS.values(), ids=EARLIER_CELLS)
def test_a_setting_of_an_earlier_cell_sinks_no_task_and_is_put_back(cell):
    """Probes are made at import, so this takes a process of its own."""
    run = [sys.executable, "-W", "ignore", "-c", ALL_TASKS.format(cell=cell)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300)
    *lines, left = done.stdout.splitlines()
    assert len(lines) == 14 and all(
        line.endswith((" hold.", "holds.")) for line in lines
    )
    names = ["float32", "cpu", "True", "False"]
    names[list(EARLIER_CELLS.values()).index(cell)] = {
        "dtype": "float64",
        "device": "meta",
        "gradients": "False",
        "anomalies": "True",
    }[next(name for name, text in EARLIER_CELLS.items() if text == cell)]
    assert left.replace("torch.", "").split() == names


def test_a_setting_changed_inside_an_answer_is_told_and_put_back(capsys):
    def meddles(scores, dim=-1):
        torch.set_default_dtype(torch.float64)
        return amax(scores, dim)

    def cuts(scores, dim=-1):
        torch.set_grad_enabled(False)
        return amax(scores, dim)

    SOFTMAX.check(meddles)
    assert capsys.readouterr().out.splitlines() == [
        "softmax: all 5 properties hold.",
        "Your code changes the default dtype for all; it was put back.",
    ]
    message = str(failure(SOFTMAX, cuts))
    assert message.startswith("softmax, gradient: not yet.")
    assert "Your code changes the recording of gradients for all;" in message
    assert torch.get_default_dtype() is torch.float32 and torch.is_grad_enabled()


def test_what_is_passed_on_is_short_in_every_direction(capsys):
    def shouts(scores, dim=-1):
        for line in range(1000):
            print(line, "x" * 10_000)
        return amax(scores, dim)

    SOFTMAX.check(shouts)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5 and all(len(line) < 250 for line in lines)
    assert lines[-1] == "(and 997 lines more)"


def test_an_error_of_any_length_is_told_in_a_line():
    def raises(scores, dim=-1):
        raise ValueError("y" * 10_000)

    assert all(len(line) < 250 for line in str(failure(SOFTMAX, raises)).splitlines())


def test_an_interrupted_check_stops_and_says_so_in_one_line():
    def interrupted(scores, dim=-1):
        raise KeyboardInterrupt

    before = state()
    with pytest.raises(KeyboardInterrupt) as caught:
        SOFTMAX.check(interrupted)
    assert caught.value._render_traceback_() == ["softmax: the check was stopped."]
    assert caught.value.__suppress_context__ and state() == before


def test_a_broken_torch_is_not_blamed_on_the_answer(monkeypatch):
    monkeypatch.setattr(torch, "allclose", None)
    message = str(failure(SOFTMAX, amax))
    assert message.startswith("softmax: the check itself does not work here (TypeError")
    assert "Restart the kernel" in message


def test_a_buffer_without_a_dtype_takes_that_of_the_inputs():
    ATTENTION.check(into_a_buffer)
    assert torch.get_default_dtype() == torch.float32
