"""Print one table of all comparisons, in reading order; 1 if a bound is missed."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
from repository import Repository

from parity.core import Row, printed


def all_rows() -> Iterator[Row]:
    """Give the rows of every file here that is named like a module."""
    for slug in Repository().order:
        if Path(__file__).with_name(f"{slug}.py").exists():
            yield from importlib.import_module(f"parity.{slug}").rows()


def main() -> int:
    """Measure and print."""
    torch.set_num_threads(1)
    rows: list[Row] = []
    print("largest max|a-b| / max(1, max|b|) of ours from PyTorch's")
    for line in printed(row for row in all_rows() if not rows.append(row)):
        print(line, flush=True)
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
