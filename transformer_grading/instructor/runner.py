"""Grade submissions with stock nbgrader, one at a time, and only our own samples.

Student code runs here with all the rights of whoever starts it. Until it can be run
in a sandbox, a submission whose content is not one of the project's own samples is
refused before anything of it is opened by nbgrader.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SAWarning
from traitlets.config.loader import Config, PyFileConfigLoader

from transformer_grading.instructor import samples
from transformer_grading.instructor.release import RELEASE, SOURCE
from transformer_grading.instructor.results import (
    GRADED,
    NOT_RUN,
    REFUSED,
    Result,
    save,
)

CONFIG, SUBMITTED = "nbgrader_config.py", "submitted"
OURS = ".made-by-transformer-grade"
MADE = (
    *(SOURCE, RELEASE, "autograded", "feedback"),
    *(CONFIG, "gradebook.db", "results.csv", "results.json"),
)
NO_SANDBOX = (
    "is not one of the project's own samples. The code of strangers runs only in the "
    "sandboxed executor, which this version does not have."
)


class QuietKernelManager(AsyncKernelManager):
    """Keep off the terminal what a dying kernel says there; a cell's stderr stays."""

    async def _async_launch_kernel(self, kernel_cmd: list[str], **kw: Any) -> None:
        kw["stderr"] = subprocess.DEVNULL
        await super()._async_launch_kernel(kernel_cmd, **kw)


class GradingError(RuntimeError):
    """Nothing could be graded at all."""


def grade(root: Path, course: Path) -> list[Result]:
    """Grade everything in the submitted/ folder of a grading folder, from the start.

    The folder gets nbgrader's gradebook, the graded notebooks, the feedback and the
    results. Where nothing is submitted, the project's own samples are.

    Args:
        root: the course's folder.
        course: the grading folder; it may be new.

    Returns:
        One result for each student and assignment.

    Raises:
        GradingError: if the folder is something else, or nbgrader can't start.
    """
    _prepare(root, course)
    if not (course / SUBMITTED).exists():
        samples.write(root, course / SUBMITTED)
    ours = samples.known(root)
    with _quiet_kernels() as sockets:
        api = _nbgrader(course, sockets)
        assignments = sorted(path.name for path in (course / SOURCE).iterdir())
        for assignment in assignments:
            made = api.generate_assignment(assignment)
            if not made["success"]:
                raise GradingError(f"{assignment}: {_why_not(made)}")
        results = [
            _submission(api, assignment, student, ours)
            for assignment in assignments
            for student in sorted((course / SUBMITTED).iterdir())
        ]
    save(results, course)
    return results


def _prepare(root: Path, course: Path) -> None:
    """Empty the grading folder but for the submissions, and put the sources in."""
    if not (root / SOURCE).is_dir() or not (root / CONFIG).is_file():
        raise GradingError(
            f"{root.resolve()} has no {SOURCE}/ and {CONFIG}: run this in the "
            "course's own folder, or name it with --root."
        )
    course.mkdir(parents=True, exist_ok=True)
    found = {path.name for path in course.iterdir()} - {SUBMITTED}
    if found and OURS not in found:
        raise GradingError(
            f"{course} holds {min(found)} and is no grading folder of ours, so nothing "
            f"in it was touched: name a new folder, or one with {SUBMITTED}/ alone."
        )
    (course / OURS).touch()
    for name in MADE:
        path = course / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    hidden = shutil.ignore_patterns(".*")
    shutil.copytree(root / SOURCE, course / SOURCE, ignore=hidden)
    shutil.copyfile(root / CONFIG, course / CONFIG)


def _nbgrader(course: Path, sockets: str) -> NbGraderAPI:
    config: Config = PyFileConfigLoader(CONFIG, path=str(course)).load_config()
    config.CourseDirectory.root = str(course.resolve())
    config.Execute.timeout = 60
    config.Execute.kernel_manager_class = QuietKernelManager
    if sys.platform != "win32":
        config.KernelManager.transport = "ipc"
        config.KernelManager.ip = f"{sockets}/kernel"
    return NbGraderAPI(CourseDirectory(config=config), config=config)


@contextmanager
def _quiet_kernels() -> Iterator[str]:
    """Give kernels one thread each, a folder for their sockets, no history to write.

    The warnings that nbgrader gets from its own database calls are not ours to mend.
    """
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)
        os.environ |= {
            "JUPYTER_RUNTIME_DIR": folder,
            "IPYTHONDIR": folder,
            "OMP_NUM_THREADS": "1",
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            # nbgrader looks for the command alembic, which stands beside python.
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), before["PATH"]]),
        }
        try:
            yield folder
        finally:
            os.environ.clear()
            os.environ |= before


def _submission(
    api: NbGraderAPI, assignment: str, student: Path, ours: frozenset[str]
) -> Result:
    """Grade one submission; whatever goes wrong with it stays with it."""
    refusal = _refusal(student, ours)
    if refusal:
        return Result(student.name, assignment, REFUSED, refusal)
    notebook = f"{assignment}.ipynb"
    if not (student / assignment / notebook).is_file():
        return Result(student.name, assignment, NOT_RUN, f"There is no {notebook}.")
    run = api.autograde(assignment, student.name)
    reason = _why_not(run) or _unexecuted(api, assignment, student.name)
    if not reason:
        reason = _why_not(api.generate_feedback(assignment, student.name))
    scores, maximum = _scores(api, assignment, student.name, keep=not reason)
    status = NOT_RUN if reason else GRADED
    return Result(student.name, assignment, status, reason, scores, maximum)


def _refusal(student: Path, ours: frozenset[str]) -> str:
    """Say why a submission may not run; nothing if it may."""
    for path in sorted([student, *student.rglob("*")]):
        if path.is_symlink():
            return f"{path.name} is a link, and {NO_SANDBOX}"
        if path.is_dir():
            continue
        if not path.is_file() or samples.digest(path.read_bytes()) not in ours:
            return f"{path.name} {NO_SANDBOX}"
    return ""


def _why_not(run: dict[str, object]) -> str:
    """Say in a sentence why nbgrader gave up; nothing if it did not."""
    if run["success"]:
        return ""
    log = str(run.get("log", "")) + str(run.get("error", ""))
    if "DeadKernelError" in log:
        return "The kernel died while the notebook ran; no score was given."
    last = [line for line in log.splitlines() if line.strip()][-1:]
    return f"nbgrader gave up: {' '.join(last) or 'it did not say why'}"


def _unexecuted(api: NbGraderAPI, assignment: str, student: str) -> str:
    """Name a graded cell that has not run, since nbgrader gives those full points."""
    folder = Path(api.coursedir.format_path("autograded", student, assignment))
    notebook = nbformat.read(folder / f"{assignment}.ipynb", as_version=4)
    for cell in notebook.cells:
        graded = cell.metadata.get("nbgrader", {}).get("grade")
        if graded and cell.cell_type == "code" and not cell.execution_count:
            return f"The cell {cell.metadata.nbgrader.grade_id} has not run."
    return ""


def _scores(
    api: NbGraderAPI, assignment: str, student: str, *, keep: bool
) -> tuple[dict[str, float | None], dict[str, float]]:
    """Read the scores of the gradebook, in the order of the notebook.

    Args:
        api: nbgrader.
        assignment: the assignment's name.
        student: the student's id.
        keep: False takes the scores back first, so that none stays by accident.
    """
    scores: dict[str, float | None] = {}
    maximum: dict[str, float] = {}
    with Gradebook(api.coursedir.db_url) as gradebook:
        cells = gradebook.find_notebook(assignment, assignment).grade_cells
        for cell in cells:
            maximum[cell.name] = cell.max_score
            try:
                grade = gradebook.find_grade(cell.name, assignment, assignment, student)
            except MissingEntry:
                continue
            if not keep:
                grade.auto_score, grade.needs_manual_grade = None, True
            scores[cell.name] = None if grade.needs_manual_grade else grade.score
        gradebook.db.commit()
    return scores, maximum
