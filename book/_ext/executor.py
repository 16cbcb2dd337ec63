"""Execute notebooks into a cache that also knows the code they import.

Jupyter's own cache compares only the cells of a notebook. Here its folder is named by a
hash of everything else that decides an output: our packages with their data, the runs
that lessons read, the tested pins, Python, the device and the number of threads. Any
change opens an empty folder. A page that reads others names them in its metadata,
`"course": {"reads": ["*.ipynb"]}`, and is executed again when one of them has changed.
"""

import hashlib
import multiprocessing
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from nbformat import NotebookNode
from sphinx_external_toc.parsing import parse_toc_yaml
from worker import THREADS, Outcome, name_cell, plain, prepare, run

RUNS = "book/runs"
SOURCES = ("transformer_lib", "transformer_grading", RUNS, "requirements.txt")
KEPT_FOLDERS = 2


class NotebookError(Exception):
    """Notebooks that cannot be shown to a reader, one paragraph each."""


@dataclass(frozen=True)
class Executor:
    """Execute the notebooks of one project on one device.

    Args:
        root: Folder that holds `_toc.yml` and the packages.
        build: Folder for everything that is made.
        device: What `transformer_lib.notebook.device()` answers in the notebooks.
        timeout: Longest time for one cell, in seconds.
        report: Receives one line of progress at a time.
    """

    root: Path
    build: Path
    device: str
    timeout: int
    report: Callable[[str], None]

    @cached_property
    def folder(self) -> Path:
        """Name the cache folder that belongs to the sources as they are now."""
        return self.build / "cache" / _digest(self.root, self.device)

    def lessons(self) -> list[Path]:
        """List the notebooks of `_toc.yml`, lessons and reference pages alike."""
        pages = parse_toc_yaml(self.root / "_toc.yml")
        paths = [self.root / f"{Path(page).with_suffix('')}.ipynb" for page in pages]
        return sorted(path for path in paths if path.exists())

    def solutions(self) -> list[Path]:
        """List the notebooks that exercises are made from."""
        return sorted(self.root.glob("solutions/*/*.ipynb"))

    def execute(self, notebooks: list[Path]) -> None:
        """Execute what the cache lacks, then forget the oldest caches.

        Raises:
            NotebookError: If a cell raises, stops its kernel or takes too long. The
                other notebooks are executed and kept all the same.
        """
        cache = get_cache(self.folder)
        missing = [path for path in notebooks if _record(cache, path) is None]
        failures = []
        for path, outcome in self._outcomes(missing):
            name = path.relative_to(self.root).as_posix()
            if outcome.failure:
                failures.append(f"{name}, {outcome.failure}")
            elif _digest(self.root, self.device) != self.folder.name:
                failures.append(f"{name} ran while its sources changed: run it again")
            else:
                self.report(f"executed {name} in {outcome.seconds:.1f} s")
                data = {
                    "execution_seconds": outcome.seconds,
                    "reads": _read_state(path),
                }
                bundle = CacheBundleIn(outcome.notebook, str(path), data=data)
                cache.cache_notebook_bundle(bundle, False, overwrite=True)
        self._prune()
        if failures:
            raise NotebookError("\n\n".join(failures))

    def export(self, notebooks: list[Path], out: Path) -> None:
        """Write executed copies of the notebooks, in the same folders below `out`.

        Raises:
            NotebookError: If a copy holds something a reader must not meet: a code
                cell that never ran, a text on stderr, a traceback.
        """
        cache = get_cache(self.folder)
        faults = []
        for copy in out.rglob("*.ipynb"):
            if not (self.root / copy.relative_to(out)).exists():
                copy.unlink()
        for path in notebooks:
            name = path.relative_to(self.root)
            try:
                _, notebook = cache.merge_match_into_notebook(_read(path))
            except KeyError:
                faults.append(f"{name.as_posix()} changed while it ran: run it again")
                continue
            faults += [f"{name.as_posix()}, {fault}" for fault in _faults(notebook)]
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, out / name)
        self._export_data(notebooks, out)
        if faults:
            raise NotebookError("\n\n".join(faults))

    def _export_data(self, notebooks: list[Path], out: Path) -> None:
        """Lay runs and what pages read beside the copies, which then find them too."""
        shutil.rmtree(out / RUNS, ignore_errors=True)
        if (self.root / RUNS).exists():
            shutil.copytree(self.root / RUNS, out / RUNS)
        for file in (file for path in notebooks for file in _reads(path)):
            if file.suffix != ".ipynb":
                shutil.copy(file, out / file.relative_to(self.root))

    def executed_at(self, path: Path) -> float | None:
        """Tell when the cached outputs of a notebook were made, in seconds."""
        record = _record(get_cache(self.folder), path)
        return record and record.created.timestamp()

    def _outcomes(self, notebooks: list[Path]) -> Iterator[tuple[Path, Outcome]]:
        alone = [path for path in notebooks if _is_alone(path)]
        together = [path for path in notebooks if path not in alone]
        spawn = multiprocessing.get_context("spawn")
        for group, workers in ((together, os.cpu_count() or 1), (alone, 1)):
            if not group:
                continue
            with ProcessPoolExecutor(
                min(workers, len(group)), spawn, prepare, (self.root, self.device)
            ) as pool:
                timeouts = [self.timeout] * len(group)
                yield from zip(group, pool.map(run, group, timeouts), strict=True)

    def _prune(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        os.utime(self.folder)
        folders = sorted(self.folder.parent.iterdir(), key=lambda f: f.stat().st_mtime)
        for stale in folders[:-KEPT_FOLDERS]:
            shutil.rmtree(stale)


def _digest(root: Path, device: str) -> str:
    state = [platform.python_version(), device, THREADS]
    digest = hashlib.sha256("\n".join(state).encode())
    for path in _files(root):
        content = hashlib.sha256(path.read_bytes()).digest()
        digest.update(path.relative_to(root).as_posix().encode() + content)
    return digest.hexdigest()[:16]


def _files(root: Path) -> list[Path]:
    found = [path for source in SOURCES for path in (root / source).rglob("*")]
    found += [root / source for source in SOURCES]
    return sorted(
        path for path in found if path.is_file() and "__pycache__" not in path.parts
    )


def _read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def _record(cache, path):
    try:
        record = cache.match_cache_notebook(_read(path))
    except KeyError:
        return None
    return record if record.data.get("reads") == _read_state(path) else None


def _course(path: Path) -> dict:
    return _read(path).metadata.get("course", {})


def _reads(path: Path) -> list[Path]:
    """List the other files that a page reads, in order."""
    globs = _course(path).get("reads", ())
    return sorted({file for glob in globs for file in path.parent.glob(glob)} - {path})


def _read_state(path: Path) -> str:
    """Give a hash of the other files that a page reads, by name and content."""
    digest = hashlib.sha256()
    for file in _reads(path):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


def _is_alone(path: Path) -> bool:
    return bool(_course(path).get("alone"))


def _faults(notebook: NotebookNode) -> Iterator[str]:
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type != "code" or not cell.source.strip():
            continue
        if cell.execution_count is None:
            yield f"cell {number} never ran: {cell.source.strip().splitlines()[0]}"
            continue
        name = name_cell(cell.execution_count, cell.source)
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"{name} shows a traceback: {output.ename}"
            elif output.get("name") == "stderr":
                yield f"{name} writes to stderr: {plain(output.text).strip()}"
