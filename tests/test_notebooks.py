"""Lessons and solutions repeat exactly; an untouched exercise earns nothing."""

import ast
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
import yaml
from nbclient import NotebookClient
from nbgrader.utils import determine_grade
from traitlets.config import Config

pytestmark = [pytest.mark.notebooks, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[1]
PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text())["parts"]
PAGES = [chapter["file"] for part in PARTS for chapter in part["chapters"]]
LESSONS = [page for page in PAGES if (ROOT / f"{page}.ipynb").exists()]
SOLUTIONS = [
    str(path.relative_to(ROOT).with_suffix(""))
    for path in sorted(ROOT.glob("solutions/*/*.ipynb"))
]
EXERCISES = sorted(ROOT.glob("exercises/*/*.ipynb"))
IGNORED = {"nbval-ignore-output", "nbval-skip", "nbval-raises-exception"}
IGNORED |= {"raises-exception", "skip-execution"}
TIMER = "perf_counter"


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        patch.setenv("TRANSFORMER_LIB_DEVICE", "cpu")
        yield


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    """Execute what the cache lacks, and hand over executed copies of our own.

    A build of the book beside these tests exports its lessons alone to `_build`.
    """
    out = tmp_path_factory.mktemp("executed")
    command = [sys.executable, "book/_ext/execution.py", "--device", "cpu"]
    run = subprocess.run(
        [*command, "--out", str(out)], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    return out


def compare(copy, settings, packages=ROOT):
    """Run a notebook again under strict nbval, with the packages of a folder."""
    options = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=300"]
    options += ["-q", "--color=no", "-p", "no:cacheprovider", "-c", os.devnull]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", copy.parent, copy],
        env={
            **os.environ,
            "PYTHONPATH": str(packages),
            "IPYTHONDIR": str(settings),
        },
        capture_output=True,
        text=True,
    )


def code_cells(path):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code" and cell.source.strip()]


def test_every_lesson_and_every_solution_has_an_executed_copy(copies):
    found = {path.relative_to(copies) for path in copies.rglob("*.ipynb")}
    assert found == {Path(f"{name}.ipynb") for name in LESSONS + SOLUTIONS}
    assert any("solutions" in path.parts for path in found)


@pytest.fixture(scope="module")
def second_runs(copies, tmp_path_factory):
    """Run every copy again, as many at a time as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            name: pool.submit(
                compare, copies / f"{name}.ipynb", tmp_path_factory.mktemp("settings")
            )
            for name in LESSONS + SOLUTIONS
        }


@pytest.mark.parametrize("name", LESSONS + SOLUTIONS)
def test_a_second_run_prints_and_draws_exactly_the_same(copies, second_runs, name):
    copy = copies / f"{name}.ipynb"
    cells = code_cells(copy)
    assert cells and all(cell.execution_count for cell in cells)
    run = second_runs[name].result()
    assert run.returncode == 0, run.stdout
    total = len([c for c in nbformat.read(copy, 4).cells if c.cell_type == "code"])
    assert re.search(rf"^{total} passed", run.stdout, re.MULTILINE), run.stdout


def test_another_number_in_the_library_is_noticed(copies, tmp_path):
    packages = tmp_path / "packages"
    for name in ("transformer_lib", "transformer_grading"):
        shutil.copytree(ROOT / name, packages / name)
    module = packages / "transformer_lib" / "notebook" / "__init__.py"
    source = module.read_text()
    assert source.count("torch.manual_seed(n)") == 1
    module.write_text(
        source.replace("torch.manual_seed(n)", "torch.manual_seed(n + 1)")
    )
    run = compare(copies / "book/02_attention.ipynb", tmp_path, packages)
    assert run.returncode == 1, run.stdout
    assert "Cell outputs differ" in run.stdout
    assert "Cell execution caused an exception" not in run.stdout


def timings(cells):
    """Tell of each cell whether it reads the clock, or uses what came of that."""
    timed = set()
    for cell in cells:
        nodes = [*ast.walk(ast.parse(cell.source))]
        names = [node for node in nodes if isinstance(node, ast.Name)]
        made = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        made |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        used = {n.id for n in names if isinstance(n.ctx, ast.Load)}
        clock = TIMER in cell.source or bool(used - made & timed)
        timed = timed | made if clock else timed - made
        yield cell, clock


@pytest.mark.parametrize("name", LESSONS + SOLUTIONS)
def test_only_timings_are_not_compared(name):
    for cell, clock in timings(code_cells(ROOT / f"{name}.ipynb")):
        tags = IGNORED & set(cell.metadata.get("tags", []))
        assert not re.search(r"(?i)#\s*(nbval|py(test)?_?validate)", cell.source)
        assert tags <= {"nbval-ignore-output"}
        if tags:
            assert clock, f"not a timing, yet ignored: {cell.source}"
            assert not any(tag.startswith("claim-") for tag in cell.metadata.tags)


def test_what_comes_of_a_clock_is_a_timing_until_it_is_made_anew():
    sources = ["t = perf_counter()", "u = t + 1", "u", "u = 3", "u", "v = 1"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    verdicts = [clock for _, clock in timings(cells)]
    assert verdicts == [True, True, True, False, False, False]


def run_untouched(path, folder):
    """Run a released exercise to its end, errors and all."""
    kernel = {"connection_file": str(folder / "kernel.json")}
    if sys.platform != "win32":
        kernel["transport"] = "ipc"
    return NotebookClient(
        nbformat.read(path, as_version=4),
        allow_errors=True,
        timeout=300,
        resources={"metadata": {"path": str(folder)}},
        config=Config(KernelManager=kernel),
    ).execute()


def is_graded(cell):
    return cell.metadata.get("nbgrader", {}).get("grade", False)


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_an_untouched_exercise_runs_and_earns_nothing(path, tmp_path):
    cells = run_untouched(path, tmp_path).cells
    for cell in cells:
        outputs = cell.get("outputs", [])
        failed = any(output.output_type == "error" for output in outputs)
        graded_by_code = is_graded(cell) and cell.cell_type == "code"
        assert failed == graded_by_code, cell.source
        assert not any(output.get("name") == "stderr" for output in outputs)
    graded = [cell for cell in cells if is_graded(cell)]
    assert [determine_grade(cell)[0] for cell in graded] == [0] * len(graded)
    assert sum(determine_grade(cell)[1] for cell in graded) > 0


def test_every_solution_is_released():
    released = {path.relative_to(ROOT / "exercises") for path in EXERCISES}
    assert released == {Path(f"{n}.ipynb").relative_to("solutions") for n in SOLUTIONS}
