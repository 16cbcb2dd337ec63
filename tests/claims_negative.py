"""Show that every claim can fail: change what it rests on, and see its cell fail.

Each claim cell of a lesson names one counter-change in its metadata: `where` (a file of
the library, or the id of a cell), the text to `replace` and the text put there instead.
The lesson runs once a claim in a copy with that change; a claim that still holds is
alive, and the command fails. `--seeds N` also runs the lessons unchanged with N seeds.
`--write FILE` keeps the report, with a hash of what it covers.
"""

import argparse
import datetime
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).parents[1]


def lessons() -> list[Path]:
    """List the lessons in reading order."""
    return sorted(ROOT.glob("book/[0-9]*.ipynb"))


def claims(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """List the claim cells of a lesson."""
    for cell in notebook.cells:
        if any(tag.startswith("claim-") for tag in cell.metadata.get("tags", [])):
            yield cell


def change(notebook: NotebookNode, copy: Path, claim: NotebookNode) -> None:
    """Make the counter-change of a claim, in the lesson or in a copy of the library.

    Raises:
        ValueError: If the claim names no counter-change, or its text is not there once.
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


def failed_cells(notebook: NotebookNode, packages: Path) -> set[str]:
    """Run a lesson to its end with the packages of a folder; say which cells failed."""
    environment = {"PYTHONPATH": str(packages), "OMP_NUM_THREADS": "1"}
    with (
        mock.patch.dict(os.environ, environment),
        tempfile.TemporaryDirectory() as sockets,
    ):
        client = NotebookClient(notebook, timeout=120, allow_errors=True)
        client.create_kernel_manager()
        client.km.transport, client.km.ip = "ipc", f"{sockets}/kernel"
        client.execute()
    return {
        cell.id
        for cell in notebook.cells
        if any(output.output_type == "error" for output in cell.get("outputs", []))
    }


def killed(lesson: Path, claim_id: str) -> bool:
    """Say whether a claim fails once its counter-change is made."""
    notebook = nbformat.read(lesson, as_version=4)
    claim = next(cell for cell in claims(notebook) if cell.id == claim_id)
    with tempfile.TemporaryDirectory() as folder:
        for package in ("transformer_lib", "transformer_grading"):
            shutil.copytree(ROOT / package, Path(folder, package))
        change(notebook, Path(folder), claim)
        return claim_id in failed_cells(notebook, Path(folder))


def failures_with_seed(lesson: Path, seed: int) -> set[str]:
    """Run a lesson with another seed and say which of its cells failed."""
    notebook = nbformat.read(lesson, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("seed(0)", f"seed({seed})")
    return failed_cells(notebook, ROOT)


def digest() -> str:
    """Give a hash of the lessons' code and of the library it runs."""
    total = hashlib.sha256()
    for lesson in lessons():
        for cell in nbformat.read(lesson, as_version=4).cells:
            if cell.cell_type == "code":
                total.update(f"{cell.source}{cell.metadata}".encode())
    for file in sorted((ROOT / "transformer_lib").rglob("*.py")):
        total.update(file.read_bytes())
    return total.hexdigest()


def report(seeds: int) -> Iterator[tuple[str, bool]]:
    """Run every counter-change, then every seed; give a line and whether it is good.

    Args:
        seeds: With how many other seeds each lesson runs as it is.
    """
    for lesson in lessons():
        for claim in claims(nbformat.read(lesson, as_version=4)):
            dead = killed(lesson, claim.id)
            yield f"{lesson.stem} {claim.id} {'killed' if dead else 'ALIVE'}", dead
        for seed in range(1, seeds + 1):
            failed = sorted(failures_with_seed(lesson, seed))
            verdict = f"FAILED {failed}" if failed else "every claim holds"
            yield f"{lesson.stem} seed {seed}: {verdict}", not failed


def main() -> int:
    """Print the report, write it if asked, and give 1 if a line is not good."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=0, metavar="N")
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    lines, good = [f"sha256 {digest()}", str(datetime.date.today()), ""], True
    for line, held in report(options.seeds):
        print(line, flush=True)
        lines.append(line)
        good &= held
    lines.append("all bars met" if good else "A BAR IS MISSED")
    print(lines[-1])
    if options.write:
        options.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return not good


if __name__ == "__main__":
    sys.exit(main())
