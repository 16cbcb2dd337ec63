"""How the tests themselves are run: kinds of session, skips, and the table of steps."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from run import Step, main

ROOT = Path(__file__).resolve().parents[1]
TESTS = """
import pytest

def test_plain(): pass

@pytest.mark.unhooked
def test_unhooked(): pass

def test_that_skips(): pytest.skip("no browser here")
"""


WAITS = """
echo $0 begins; touch $1
for i in $(seq 300); do [ -e $2 ] && echo $0 ends && exit; sleep 0.1; done
exit 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three tests with this project's settings."""
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "test_three.py").write_text(TESTS)
    return tmp_path


def session(folder: Path, *arguments: str, ci: str = "") -> tuple[int, str]:
    """Run pytest in a folder, with no plugin that the settings do not ask for.

    Give its exit status and what it printed.
    """
    plugins = ["-p", "no:cacheprovider", "-p", "pytest_timeout"]
    command = [sys.executable, "-m", "pytest", *plugins, ".", *arguments]
    environment = os.environ | {"CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    )
    return run.returncode, run.stdout


def test_a_skip_is_only_reported_on_a_machine_of_ones_own(folder: Path) -> None:
    status, printed = session(folder)
    assert status == 0
    assert "1 passed, 1 skipped, 1 deselected" in printed


def test_a_skip_is_a_failure_in_a_hosted_run(folder: Path) -> None:
    status, printed = session(folder, ci="true")
    assert status == 1
    assert "1 failed, 1 passed, 1 deselected" in printed
    assert "skipped, which CI=true forbids" in printed
    assert "no browser here" in printed


def test_a_module_that_skips_is_a_failure_in_a_hosted_run(folder: Path) -> None:
    module = 'import pytest\npytest.importorskip("no_such_package")\n'
    (folder / "test_three.py").write_text(module)
    assert session(folder)[0] == 5
    status, printed = session(folder, ci="true")
    assert status == 2
    assert "no_such_package" in printed


def test_a_marker_chooses_the_session(folder: Path) -> None:
    assert "1 passed, 2 deselected" in session(folder, "-m", "unhooked")[1]


@pytest.mark.parametrize("marker, hooked", [(None, True), ("unhooked", False)])
def test_shapes_are_checked_in_the_plain_session_alone(
    folder: Path, marker: str | None, hooked: bool
) -> None:
    """The hook turns a wrong shape into jaxtyping's own error."""
    (folder / "test_three.py").write_text(
        "import pytest, torch\n"
        "from jaxtyping import TypeCheckError\n"
        "from transformer_lib.attention import scaled_dot_product_attention\n"
        + (f"@pytest.mark.{marker}\n" if marker else "")
        + "def test_shapes():\n"
        "    with pytest.raises(Exception) as caught:\n"
        "        scaled_dot_product_attention(*3 * [torch.ones(3)])\n"
        f"    assert isinstance(caught.value, TypeCheckError) is {hooked}\n"
    )
    status, printed = session(folder, *(["-m", marker] if marker else []))
    assert status == 0, printed


def test_every_step_runs_and_the_table_tells_which_failed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    steps = [Step("first", ["false"], 1), Step("second", ["echo", "ran"], 0)]
    assert main([steps[:1], steps[1:]], 7.0) == 1
    printed = capfd.readouterr().out
    assert "ran" in printed
    rows = {line.split()[0]: line for line in printed.splitlines() if "min" in line}
    assert rows["set-up"].endswith("3 min  ok")
    assert rows["first"].endswith("1 min  FAILED")
    assert rows["second"].endswith("0 min  ok over budget")
    assert rows["total"].split()[1:4] == ["7", "45", "min"]
    assert printed.endswith("FAILED: first\n")


def test_a_run_without_failures_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([[Step("only", ["true"], 1)]], 0.0) == 0
    assert capfd.readouterr().out.endswith("All steps passed\n")


def test_steps_of_a_stage_run_at_once_and_print_apart(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each waits until the other has begun."""
    one, other = tmp_path / "one", tmp_path / "other"
    steps = [
        Step(mine.name, ["sh", "-c", WAITS, mine.name, str(mine), str(its)], 1)
        for mine, its in ((one, other), (other, one))
    ]
    assert main([steps], 0.0) == 0
    printed = capfd.readouterr().out
    for name in ("one", "other"):
        assert f"== {name} ==\n{name} begins\n{name} ends\n" in printed
