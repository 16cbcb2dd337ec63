"""Run the matrices of all assignments, print them, and keep dated summaries."""

import datetime
import platform
from pathlib import Path

import torch

from transformer_grading.instructor import catalogue, kill_matrix
from transformer_grading.instructor.notebook import Graded
from transformer_grading.instructor.proof import digest
from transformer_grading.instructor.release import SOURCE


def notebooks(root: Path) -> dict[str, Path]:
    """Give the notebooks with solutions, by the names of their assignments.

    Args:
        root: The course's folder.
    """
    return {p.stem: p for p in sorted((root / SOURCE).glob("*/*.ipynb"))}


def run(
    root: Path,
    *,
    only: str = "",
    sample: bool = False,
    catalogue: Path | None = None,
    into: Path | None = None,
) -> int:
    """Print the matrices; give 1 if a bar is missed.

    Args:
        root: The course's folder.
        only: The beginning of the names of the assignments to take; all by default.
        sample: Take every fifth mistake and style alone.
        catalogue: A folder with variants of an instructor's own, to be tried as well.
        into: A folder for the summaries; a sample leaves none.
    """
    torch.set_num_threads(1)
    chosen = {n: p for n, p in notebooks(root).items() if n.startswith(only)}
    good = bool(chosen)
    if not chosen:
        print(f"No assignment begins with {only!r}: {', '.join(notebooks(root))}.")
    for name, path in chosen.items():
        report = kill_matrix.run(name, path, every=5 if sample else 1)
        print(f"\n{name}\n{report}")
        good &= not report.missed
        if into and not sample:
            into.mkdir(parents=True, exist_ok=True)
            text = f"{_head(name, path)}\n{report}\n"
            (into / f"{name}.txt").write_text(text, encoding="utf-8")
    if catalogue:
        good &= _catalogue(catalogue, chosen)
    return 0 if good else 1


def _head(name: str, path: Path) -> str:
    when = f"{datetime.date.today()}, Python {platform.python_version()}"
    return f"sha256 {digest(name, path)}\n{when}, torch {torch.__version__}\n"


def _catalogue(folder: Path, chosen: dict[str, Path]) -> bool:
    graded = {name: Graded.read(path) for name, path in chosen.items()}
    print(f"\nvariants of {folder}")
    results = []
    for result in catalogue.tried(catalogue.read(folder, graded), graded):
        print(result)
        results.append(result)
    wrong = [r for r in results if not r.variant.right]
    named = sum(bool(r.names) for r in wrong)
    bad = sum(not r.good for r in results)
    print(
        f"{len(results)} variants, {bad} judged wrongly; "
        f"{named} of {len(wrong)} wrong ones named"
    )
    return not bad
