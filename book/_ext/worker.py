"""Run one notebook in one worker process, and say plainly what stopped it."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from nbformat import NotebookNode
from traitlets.config import Config

THREADS = "1"
THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
SHOWN_LINES = 12


@dataclass(frozen=True)
class Outcome:
    """What a worker hands back: the executed notebook, or why there is none."""

    notebook: NotebookNode
    seconds: float
    failure: str


def prepare(root: Path, device: str) -> None:
    """Set what kernels inherit: one thread, the device, and the packages of `root`."""
    paths = [str(root), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ.update(
        dict.fromkeys(THREAD_VARIABLES, THREADS),
        PYTHONPATH=os.pathsep.join(filter(None, paths)),
        TRANSFORMER_LIB_DEVICE=device,
    )


@contextmanager
def own_kernel() -> Iterator[Config]:
    """Give a kernel its own folder, and a way to it that no network sees."""
    with TemporaryDirectory(prefix="kernel-") as folder:
        os.environ["IPYTHONDIR"] = folder
        kernel = {"connection_file": str(Path(folder, "kernel.json"))}
        if sys.platform != "win32":
            kernel["transport"] = "ipc"
        yield Config(KernelManager=kernel)


def run(path: Path, timeout: int) -> Outcome:
    """Execute one notebook in its own folder, in a worker process."""
    notebook = nbformat.read(path, as_version=4)
    started: list[str] = []
    with own_kernel() as config:
        try:
            result = single_nb_execution(
                notebook,
                cwd=str(path.parent),
                timeout=timeout,
                allow_errors=False,
                shutdown_kernel="immediate",
                on_cell_execute=lambda cell, **_: started.append(cell.source),
                config=config,
            )
        except Exception as error:  # a kernel that died or never started
            result = ExecutionResult(notebook, str(path.parent), 0.0, error)
    failure = "" if result.err is None else _explain(started, result.err)
    return Outcome(notebook, result.time, failure)


def _explain(started: list[str], error: Exception) -> str:
    """Name the cell that stopped a notebook and quote the end of its error."""
    lines = plain(str(error)).strip().splitlines()[-SHOWN_LINES:]
    quoted = "\n".join(f"    {line}" for line in lines)
    stopped = name_cell(len(started), started[-1]) if started else "no cell was run"
    return f"{stopped}\n{quoted}"


def name_cell(number: int, source: str) -> str:
    """Point at a cell by its number in JupyterLab and its first line."""
    return f"code cell [{number}], {source.strip().splitlines()[0]!r}"


def plain(text: str) -> str:
    """Strip the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
