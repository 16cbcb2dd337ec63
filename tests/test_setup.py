"""Set-up on machines that lack something, played with stand-ins for their programs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ["bash", "cat", "cp", "dirname", "env", "mkdir", "rm", "sed"]

# Makes a .venv whose own Python only notes what it is asked to do.
PYTHON = f"""
case "$*" in
    *_base_executable*) echo "$0" ;;
    "-m venv .venv") mkdir -p .venv/bin; cp "$0.venv" .venv/bin/python ;;
    *) exec "{sys.executable}" "$@" ;;
esac
"""
VENV_PYTHON = """
echo "$*" >>asked
[ ! -e broken ] || { cat broken; exit 1; }
"""
OLD = """
case "$*" in -V) echo "Python 3.9.2" ;; *) exit 1 ;; esac
"""


class Machine:
    """A folder with the project's set-up, and the few programs it may call."""

    def __init__(self, folder: Path) -> None:
        self.project, self.programs = folder / "course", folder / "programs"
        (self.project / ".ci").mkdir(parents=True)
        self.programs.mkdir()
        for name in [".ci/setup", ".ci/run", "pyproject.toml", "requirements.txt"]:
            shutil.copy(ROOT / name, self.project / name)
        for name in NEEDED:
            (self.programs / name).symlink_to(shutil.which(name) or name)
        self.has(python3=PYTHON, id="echo 1000", sudo="exit 1")
        self.has(**{f"{name}.venv": VENV_PYTHON for name in ["python3", "python3.12"]})

    def has(self, **programs: str) -> None:
        """Put programs on the machine, each a few lines of shell."""
        for name, lines in programs.items():
            path = self.programs / name.replace("_", "-")
            path.write_text(f"#!/bin/bash\n{lines}\n")
            path.chmod(0o755)

    def run(
        self, *command: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script of the project with these programs alone."""
        return subprocess.run(
            command,
            cwd=self.project,
            env={"PATH": str(self.programs), **environment},
            capture_output=True,
            text=True,
        )

    def asked(self) -> list[str]:
        """What the Python of .venv was asked to do, in order."""
        path = self.project / "asked"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with Python, where nobody may install anything."""
    return Machine(tmp_path)


def test_the_first_run_installs_the_pins_and_a_second_does_nothing(
    machine: Machine,
) -> None:
    first = machine.run(".ci/setup")
    assert (first.returncode, first.stderr) == (0, "")
    assert re.search("pip install .*-r requirements.txt", machine.asked()[0])
    asked = machine.asked()
    second = machine.run(".ci/setup")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.asked() == asked


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml"])
def test_a_changed_list_of_packages_is_installed(
    machine: Machine, changed: str
) -> None:
    machine.run(".ci/setup")
    path, asked = machine.project / changed, machine.asked()
    path.write_text("# changed\n" + path.read_text())
    machine.run(".ci/setup")
    assert machine.asked() == asked * 2


def test_a_moved_folder_is_set_up_again(machine: Machine, tmp_path: Path) -> None:
    machine.run(".ci/setup")
    machine.project = machine.project.rename(tmp_path / "elsewhere")
    asked = machine.asked()
    machine.run(".ci/setup")
    assert machine.asked() == asked * 2


def test_a_space_in_the_path_stops_only_what_cannot_work_there(
    machine: Machine, tmp_path: Path
) -> None:
    machine.project = machine.project.rename(tmp_path / "a course")
    assert machine.run(".ci/setup").returncode == 0
    run = machine.run(".ci/setup", "g++")
    assert run.returncode == 1
    assert run.stderr == (
        "torch.compile, which the tests use, fails where the path has a space. Move "
        f"{tmp_path}/a course, or run make book alone.\n"
    )


def test_a_failed_install_is_shown_whole_and_done_again(machine: Machine) -> None:
    broken = machine.project / "broken"
    broken.write_text("ERROR: first line\nERROR: last line\n")
    failed = machine.run(".ci/setup")
    assert failed.returncode == 1
    assert "ERROR: first line\nERROR: last line" in failed.stderr
    assert "This command failed: .venv/bin/python -m pip install" in failed.stderr
    broken.unlink()
    assert machine.run(".ci/setup").returncode == 0
    assert (machine.project / ".venv/made-from").exists()


def test_missing_system_packages_are_named_in_one_line(machine: Machine) -> None:
    machine.has(chromium="")
    run = machine.run(".ci/setup", "g++", "bubblewrap", "chromium")
    assert run.returncode == 1
    assert run.stderr.splitlines() == [
        "These system packages are missing: g++ bubblewrap. Install them first, on "
        "Debian with: sudo apt-get install -y --no-install-recommends g++ bubblewrap"
    ]
    assert machine.asked() == []


@pytest.mark.parametrize("allowed", [{"id": "echo 0"}, {"sudo": 'shift; exec "$@"'}])
def test_missing_system_packages_are_installed_where_that_is_allowed(
    machine: Machine, allowed: dict[str, str]
) -> None:
    machine.has(apt_get='echo "$*" >>installed', true="", **allowed)
    run = machine.run(".ci/setup", "g++", "bubblewrap")
    assert (run.returncode, run.stderr) == (0, "")
    assert (machine.project / "installed").read_text().splitlines() == [
        "update",
        "install -y --no-install-recommends g++ bubblewrap",
    ]


def test_a_failing_apt_is_shown(machine: Machine) -> None:
    machine.has(apt_get='echo "E: no network"; exit 100', id="echo 0", true="")
    run = machine.run(".ci/setup", "g++")
    assert run.returncode == 1
    assert "E: no network" in run.stderr


def test_a_python_without_venv_names_its_package(machine: Machine) -> None:
    machine.has(python3=PYTHON.replace("    *) ", "*ensurepip*) exit 1 ;;\n*) "))
    run = machine.run(".ci/setup")
    version = "{}.{}".format(*sys.version_info)
    assert f"packages are missing: python{version}-venv." in run.stderr


def test_a_python_without_headers_names_their_package(machine: Machine) -> None:
    machine.has(python3=PYTHON.replace("    *) ", "*Python.h*) exit 1 ;;\n*) "))
    assert machine.run(".ci/setup").returncode == 0
    run = machine.run(".ci/setup", "python-dev")
    version = "{}.{}".format(*sys.version_info)
    assert f"packages are missing: python{version}-dev." in run.stderr


def test_an_unsupported_python_is_refused_by_its_version(machine: Machine) -> None:
    machine.has(python_old=OLD)
    run = machine.run(".ci/setup", PYTHON="python-old")
    assert run.returncode == 1
    assert run.stderr == (
        "Python 3.11, 3.12 or 3.13 is needed, and python-old is Python 3.9.2. Name "
        "one: make PYTHON=/path/to/python3.12\n"
    )


def test_a_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    machine.has(python3=OLD)
    machine.has(**{"python3.12": PYTHON})
    assert machine.run(".ci/setup").returncode == 0
    assert machine.asked()


def test_the_hosted_run_is_the_command_of_the_readme(machine: Machine) -> None:
    machine.has(make='echo "CI=$CI make $*"')
    assert machine.run(".ci/run").stdout == "CI=true make test\n"


def test_help_lists_every_command() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*?[^\\])\n", makefile, re.MULTILINE | re.DOTALL)
    assert phony
    commands = set(phony[1].replace("\\\n", " ").split()) - {"setup", "setup-test"}
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert targets == commands | {"setup", "setup-test"}
    run = ["make", "--no-print-directory", "help"]
    listed = subprocess.check_output(run, cwd=ROOT, text=True)
    assert {line.split()[1] for line in listed.splitlines()} == commands
    assert all(len(line.split()) > 4 for line in listed.splitlines())
