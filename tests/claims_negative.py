"""Show that every claim can fail: change what it rests on, and see its cell fail.

Each claim cell of a lesson names one counter-change in its metadata: `where` (a file of
the repository, or the id of a cell), the text to `replace` and the text put there
instead. The lesson runs up to that cell in a copy with that change; a claim that still
holds is alive. Then the lesson runs unchanged with other seeds. Figures, questions and
explorers are left out: they settle nothing. The report of each lesson is kept with a
hash of what it covers, and made anew when that has changed.
"""

import argparse
import datetime
import hashlib
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import nbformat
import yaml
from nbclient import NotebookClient
from nbformat import NotebookNode
from repository import ROOT, Repository, imported

PROOFS = ROOT / "tests/proofs/claims"
PACKAGES = ("transformer_lib", "transformer_grading")
SHOWN = {"course_map", "widgets"}  # what only shows something settles no claim
SHOWS = re.compile(r"\b(show|heatmap|course_map)\(|\bquiz\.\w|Explorer\b.*\(")
HIDDEN = {"hide-input", "remove-input"}
SEEDS = 20
ENVIRONMENT = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
ENVIRONMENT["TRANSFORMER_LIB_DEVICE"] = "cpu"


def lessons() -> list[Path]:
    """List the pages of the book that have claims, in their order."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    files = [entry["file"] for part in toc["parts"] for entry in part["chapters"]]
    pages = [ROOT / f"{file}.ipynb" for file in files]
    return [page for page in pages if page.exists() and claims(read(page))]


def read(path: Path) -> NotebookNode:
    """Read a notebook."""
    return nbformat.read(path, as_version=4)


def claims(notebook: NotebookNode) -> list[NotebookNode]:
    """List the claim cells of a lesson."""
    return [
        cell
        for cell in notebook.cells
        if any(tag.startswith("claim-") for tag in cell.metadata.get("tags", []))
    ]


def measuring(notebook: NotebookNode) -> NotebookNode:
    """Leave out the figures, questions and explorers of a lesson, which take time."""
    settle = claims(notebook)
    notebook.cells = [
        cell
        for cell in notebook.cells
        if cell in settle
        or not (HIDDEN & {*cell.metadata.get("tags", [])} and SHOWS.search(cell.source))
    ]
    return notebook


def change(notebook: NotebookNode, copy: Path, claim: NotebookNode) -> None:
    """Make the counter-change of a claim, in the lesson or in a copy of a file.

    Raises:
        ValueError: If the claim names no counter-change, or its text is not there.
    """
    counter = claim.metadata.get("counter_change")
    if counter is None:
        raise ValueError(f"{claim.id} names no counter-change in its metadata")
    where, old, new = counter["where"], counter["replace"], counter["by"]
    cell = next((c for c in notebook.cells if c.id == where), None)
    text = (copy / where).read_text() if cell is None else cell.source
    if text.count(old) < 1:
        raise ValueError(f"{claim.id}: {old!r} does not stand in {where}")
    if cell is None:
        (copy / where).write_text(text.replace(old, new))
    else:
        cell.source = text.replace(old, new)


def copied(folder: Path) -> Path:
    """Copy all that a lesson may use or read into a folder."""
    forget = shutil.ignore_patterns("__pycache__", "_ext", "_assets")
    for name in (*PACKAGES, "book"):
        shutil.copytree(ROOT / name, folder / name, ignore=forget)
    return folder


def errors(notebook: NotebookNode, copy: Path) -> dict[str, str]:
    """Run a lesson with the packages and runs of a copy; say what its cells raised."""
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(notebook, timeout=600, allow_errors=True)
        client.resources = {"metadata": {"path": str(copy / "book")}}
        client.create_kernel_manager()
        client.km.transport, client.km.ip = "ipc", f"{folder}/kernel"
        own = {"PYTHONPATH": str(copy), "IPYTHONDIR": folder}
        client.execute(env=os.environ | ENVIRONMENT | own)
    return {
        cell.id: output.ename
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    }


def killed(lesson: Path, claim_id: str) -> str:
    """Make the counter-change of a claim, and say by which error the claim fails.

    Returns:
        The name of the error; nothing if the claim holds, or if its cell fails only
        because an earlier one did, so that a name is missing: that proves nothing.
    """
    notebook = measuring(read(lesson))
    claim = next(cell for cell in claims(notebook) if cell.id == claim_id)
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        change(notebook, copy, claim)
        notebook.cells = notebook.cells[: notebook.cells.index(claim) + 1]
        error = errors(notebook, copy).get(claim_id, "")
    return "" if error == "NameError" else error


def failures_with_seed(lesson: Path, seed: int) -> set[str]:
    """Run a lesson with another seed and say which of its cells failed."""
    notebook = measuring(read(lesson))
    for cell in notebook.cells:
        cell.source = cell.source.replace("seed(0)", f"seed({seed})")
    with tempfile.TemporaryDirectory() as folder:
        return set(errors(notebook, copied(Path(folder))))


def covered(lesson: Path) -> list[Path]:
    """List the files, the lesson aside, that what it computes rests on."""
    repo, stem = Repository(), lesson.stem
    wanted = imported(repo.tree(str(lesson.relative_to(ROOT))), "transformer_lib")
    found: set[str] = set()
    while modules := wanted - found - SHOWN:
        found |= modules
        for module in modules:
            for path in repo.matching(rf"transformer_lib/{module}(\.py|/.*\.py)"):
                wanted |= imported(repo.tree(path), "transformer_lib")
    pattern = rf"transformer_lib/({'|'.join(sorted(found)) or '-'})(\.py|/.*\.py)"
    runs = rf"book/runs/{stem[:2]}_.*\.csv"
    changed = (c.metadata["counter_change"]["where"] for c in claims(read(lesson)))
    named = [path for path in changed if path.startswith(PACKAGES)]
    return [
        ROOT / path for path in sorted({*repo.matching(f"{pattern}|{runs}"), *named})
    ]


def digest(lesson: Path) -> str:
    """Give a hash of the code of a lesson and of the files it rests on."""
    total = hashlib.sha256()
    for cell in read(lesson).cells:
        if cell.cell_type == "code":
            counter = cell.metadata.get("counter_change", {})
            total.update(f"{cell.id}{cell.source}{sorted(counter.items())}".encode())
    for file in covered(lesson):
        total.update(f"{file.relative_to(ROOT)}".encode() + file.read_bytes())
    return total.hexdigest()


def proof(lesson: Path) -> Path:
    """Name the file of a lesson's report."""
    return PROOFS / f"{lesson.stem}.txt"


def stale(lesson: Path) -> bool:
    """Say whether a lesson's report is missing, or older than what it covers."""
    path = proof(lesson)
    first = path.read_text(encoding="utf-8").partition("\n")[0] if path.exists() else ""
    return first != f"sha256 {digest(lesson)}"


def tried(lesson: Path, what: str | int) -> tuple[str, bool]:
    """Try one counter-change or one seed; give a line and whether it is good."""
    if isinstance(what, str):
        error = killed(lesson, what)
        return f"{what} {f'killed by {error}' if error else 'ALIVE'}", bool(error)
    failed = sorted(failures_with_seed(lesson, what))
    verdict = f"FAILED {failed}" if failed else "every claim holds"
    return f"seed {what}: {verdict}", not failed


def report(
    lesson: Path, pool: ProcessPoolExecutor, seeds: int
) -> Iterator[tuple[str, bool]]:
    """Try every counter-change of a lesson, then every seed, several at a time."""
    notebook = read(lesson)
    drawn = any("seed(0)" in cell.source for cell in notebook.cells)
    tries = [*(claim.id for claim in claims(notebook)), *range(1, 1 + seeds * drawn)]
    yield from pool.map(partial(tried, lesson), tries)


def write(lesson: Path, pool: ProcessPoolExecutor, seeds: int) -> bool:
    """Make the report of one lesson, and say whether all its lines are good."""
    before = digest(lesson)
    lines, good = [f"sha256 {before}", str(datetime.date.today()), ""], True
    for line, held in report(lesson, pool, seeds):
        print(lesson.stem, line, flush=True)
        lines.append(line)
        good &= held
    lines.append("all bars met" if good else "A BAR IS MISSED")
    if digest(lesson) != before:
        print(lesson.stem, "changed while it ran: run it again")
        return False
    PROOFS.mkdir(parents=True, exist_ok=True)
    proof(lesson).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return good


def main() -> int:
    """Renew the reports that are stale, and give 1 if a line of one is not good."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    add = parser.add_argument
    add("--only", default="", metavar="NN", help="a page's first letters")
    add("--all", action="store_true", help="those unchanged too")
    add("--seeds", type=int, default=SEEDS, metavar="N", help="how many other seeds")
    add("--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    chosen = [page for page in lessons() if page.stem.startswith(options.only)]
    due = [page for page in chosen if options.all or stale(page)]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, spawn) as pool:
        good = [write(page, pool, options.seeds) for page in due]
    for old in set(PROOFS.glob("*.txt")) - {proof(page) for page in lessons()}:
        old.unlink()
    print(f"{len(due)} of {len(chosen)} reports made, {good.count(False)} not good")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
