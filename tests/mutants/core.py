"""One mutant: a copy of the project with one mistake, and what its tests say to it."""

import json
import os
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest
from repository import ROOT, Repository


@dataclass(frozen=True)
class Mutant:
    """One mistake as a patch of one file of the library.

    Attributes:
        row: The mistake's id in the public record, or "" if it has none there.
        does: The mistake, in one line.
        old: What stands exactly once in a file of the library.
        new: What the mistake makes of it.
        file: The file, below transformer_lib.
        tests: What to run until a test fails: each entry is one pytest session, given
            as its arguments.
        seconds: How long one session may take.
        hangs: Whether a session without an end notices the mistake.
    """

    row: str
    does: str
    old: str
    new: str
    file: str
    tests: tuple[str, ...]
    seconds: float = 240
    hangs: bool = False


class Verdict(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    ALIVE = "ALIVE"
    ERROR = "ERROR"  # no test failed, but pytest did not get through
    TIMEOUT = "TIMEOUT"


@dataclass(frozen=True)
class Result:
    """How the tests took a mutant.

    Attributes:
        mutant: The mutant.
        verdict: Whether a test failed.
        by: The test that failed, or what else happened.
        seconds: How long it took.
    """

    mutant: Mutant
    verdict: Verdict
    by: str
    seconds: float

    @property
    def dead(self) -> bool:
        """Whether the mistake was noticed."""
        hung = self.verdict is Verdict.TIMEOUT and self.mutant.hangs
        return hung or self.verdict is Verdict.KILLED


class Watcher:
    """A pytest plugin that notes the first test that fails, and the first error."""

    def __init__(self) -> None:
        self.failed = self.error = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.when == "call":
            self.failed = self.failed or report.nodeid.removeprefix("tests/")
        elif report.failed:
            self.error = self.error or f"{report.when} of {report.nodeid}"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.error = self.error or f"collection of {report.nodeid}"


def copy_project(folder: Path) -> None:
    """Copy what the library's tests need."""
    for path in Repository().matching(r"(transformer_lib|tests)/.*|pyproject\.toml"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)


def patch(mutant: Mutant, folder: Path) -> None:
    """Put the mistake into a copy of the project.

    Raises:
        ValueError: If the text to replace does not stand there exactly once.
    """
    path = folder / "transformer_lib" / mutant.file
    text = path.read_text(encoding="utf-8")
    if (count := text.count(mutant.old)) != 1:
        raise ValueError(
            f"{mutant.row} ({mutant.does}): the text to replace stands {count} times "
            f"in {mutant.file}, but must stand there once: {mutant.old!r}."
        )
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


def run_session(arguments: str, folder: Path) -> tuple[Verdict, str]:
    """Run one pytest session on a copy, in a process that does nothing else.

    Raises:
        RuntimeError: If the tests were not those of the copy.
    """
    os.chdir(folder / "tests")
    os.environ["PYTHONPATH"] = str(folder)
    sys.path[:0] = [str(folder), str(folder / "tests")]
    sys.dont_write_bytecode = True
    watcher = Watcher()
    options = ["-x", "-q", "--timeout=0", "-p", "no:cacheprovider"]
    code = pytest.main([*options, *shlex.split(arguments)], plugins=[watcher])
    imported = sys.modules.get("transformer_lib")
    if imported and not Path(imported.__file__ or "").is_relative_to(folder):
        raise RuntimeError(f"the tests imported {imported.__file__}, not {folder}")
    if watcher.failed:
        return Verdict.KILLED, watcher.failed
    if code == pytest.ExitCode.OK and imported:
        return Verdict.ALIVE, ""
    return Verdict.ERROR, watcher.error or f"pytest ended with {code!r}"


class Running:
    """A mutant whose sessions run one after the other, each in a process of its own."""

    def __init__(self, mutant: Mutant, project: Path) -> None:
        """Copy the project, put the mistake in and start."""
        self.mutant, self.begun = mutant, time.monotonic()
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name).resolve()
        shutil.copytree(project, self.folder, dirs_exist_ok=True)
        patch(mutant, self.folder)
        self.sessions = list(mutant.tests)
        self._start()

    def _start(self) -> None:
        """Begin the next session."""
        self.written = self.folder / f"verdict{len(self.sessions)}"
        self.deadline = time.monotonic() + self.mutant.seconds
        arguments = self.sessions.pop(0)
        sys.stdout.flush()
        self.child = os.fork()
        if self.child == 0:
            self._work(arguments)

    def _work(self, arguments: str) -> None:
        """Be the child: write nothing to the terminal, and never return."""
        try:
            os.setsid()
            output = os.open(self.folder / "output", os.O_WRONLY | os.O_CREAT)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            verdict, by = run_session(arguments, self.folder)
            self.written.write_text(json.dumps([verdict.value, by]))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)

    def result(self) -> Result | None:
        """Say what became of it, or None while it runs."""
        verdict = self._verdict()
        if verdict and verdict[0] is Verdict.ALIVE and self.sessions:
            self._start()
            return None
        if verdict is None:
            return None
        self.place.cleanup()
        return Result(self.mutant, *verdict, time.monotonic() - self.begun)

    def _verdict(self) -> tuple[Verdict, str] | None:
        """Say what became of the session, or None while it runs."""
        if os.waitpid(self.child, os.WNOHANG)[0] == 0:
            if time.monotonic() < self.deadline:
                return None
            os.killpg(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
            return Verdict.TIMEOUT, f"no end after {self.mutant.seconds:.0f} s"
        if not self.written.exists():
            last = (self.folder / "output").read_text(errors="replace").splitlines()
            return Verdict.ERROR, (last or ["no output"])[-1]
        value, by = json.loads(self.written.read_text())
        return Verdict(value), by


def run(mutants: Iterable[Mutant], jobs: int) -> Iterator[Result]:
    """Try each mutant, some at a time, and give each result when it is there.

    Args:
        mutants: What to try.
        jobs: How many run at a time.

    Raises:
        RuntimeError: If this process has threads, whose locks nobody would release in
            its copies, or has imported the library, which they would take for theirs.
    """
    if len(os.listdir("/proc/self/task")) > 1 or "transformer_lib" in sys.modules:
        raise RuntimeError("start from a process of its own: python -m mutants")
    waiting, running = list(mutants), list[Running]()
    with tempfile.TemporaryDirectory() as project:
        copy_project(Path(project))
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(Running(waiting.pop(0), Path(project)))
            for one in list(running):
                if result := one.result():
                    running.remove(one)
                    yield result
            time.sleep(0.02)
