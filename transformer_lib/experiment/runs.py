"""Sweeps too long for a lesson: run once, kept as a table, checked at one point."""

import csv
import datetime
import itertools
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

FOLDER = Path("runs")
REMAKE = "TRANSFORMER_LIB_RUNS"
ROUNDING = 1e-5
"""The part of a number that another machine or six digits in a file may cost."""

Value = int | float | str
Measure = Callable[..., Mapping[str, float]]


@dataclass(frozen=True)
class Run:
    """What a sweep measured: a row for each point and seed.

    Attributes:
        name: The name of its file in `runs`, without the ending.
        rows: The settings of each measurement, its seed, and what was measured.
    """

    name: str
    rows: tuple[Mapping[str, Value], ...]

    def values(self, column: str, /, **point: Value) -> list[float]:
        """Give what was measured at one point, one number a seed.

        Args:
            column: Which of the measured numbers.
            point: Settings that the rows must have; those left out may be any.

        Returns:
            The numbers in the order of the grid, and for each point in that of seeds.

        Raises:
            ValueError: If no row has these settings, or none has that column.
        """
        rows = [row for row in self.rows if _fits(row, point)]
        if not rows or column not in rows[0]:
            raise ValueError(
                f"The run {self.name} has no {column!r} at {point}: its columns are "
                f"{[*self.rows[0]]}, and its first row is {dict(self.rows[0])}."
            )
        return [float(row[column]) for row in rows]

    def live(self, measure: Measure, /, *, seed: int = 0, **point: Value) -> str:
        """Measure one point again, and hold it against the committed numbers.

        Args:
            measure: The function that made the run.
            seed: Where the random numbers start.
            point: All the settings of the point.

        Returns:
            A sentence for each number: what it is now, and what was committed.

        Raises:
            AssertionError: If a number lies further outside the committed ones than
                these lie apart from each other, or if other numbers are measured.
            ValueError: If the run has no such point.
        """
        self.values("seed", **point)  # before what may take long
        found = measure(seed=seed, **point)
        columns, others = {*self.rows[0]}, {*point, "seed", *found}
        assert columns == others, f"{self.name} has {columns}, measured are {others}"
        lines = []
        for column, now in found.items():
            committed = self.values(column, **point)
            low, high = min(committed), max(committed)
            slack = high - low + ROUNDING * max(abs(low), abs(high))
            lines.append(f"{column} now {now:.4g}, committed {low:.4g} to {high:.4g}")
            assert low - slack <= now <= high + slack, f"{point}: {lines[-1]}"
        return "\n".join(lines)


def committed_run(
    name: str,
    measure: Measure,
    grid: Mapping[str, Sequence[Value]],
    *,
    seeds: Iterable[int],
) -> Run:
    """Read a committed sweep, or make it where `TRANSFORMER_LIB_RUNS` says `remake`.

    Args:
        name: The name of the file in the folder `runs` beside the lesson.
        measure: Called with one value for each name of the grid and with a `seed`;
            gives the measured numbers by name.
        grid: The values that each setting takes; every combination is a point.
        seeds: The seeds that every point is measured with.

    Returns:
        The measurements of every point with every seed, the last setting of the grid
        changing faster than the first, and the seed fastest.

    Raises:
        FileNotFoundError: If the run was never made.
        ValueError: If it was made with another grid or with other seeds.
    """
    points = [
        dict(zip([*grid, "seed"], values, strict=True))
        for values in itertools.product(*grid.values(), seeds)
    ]
    path = FOLDER / f"{name}.csv"
    if os.environ.get(REMAKE) == "remake":
        _write(path, [*_measured(name, measure, points)])
    if not path.exists():
        raise FileNotFoundError(
            f"There is no run {path} in {Path.cwd()}: `make runs NN={name[:2]}` makes "
            f"it, and lessons are run from their own folder."
        )
    rows = _read(path)
    if len(rows) != len(points) or not all(map(_fits, rows, points)):
        raise ValueError(
            f"{path} was made with other settings: `make runs NN={name[:2]}` makes it "
            f"anew."
        )
    return Run(name, tuple(rows))


def _measured(
    name: str, measure: Measure, points: list[dict[str, Value]]
) -> Iterator[dict[str, Value]]:
    start = time.perf_counter()
    for done, point in enumerate(points, 1):
        row = {**point, **measure(**point)}
        told = ", ".join(f"{key} {_text(value)}" for key, value in row.items())
        passed = time.perf_counter() - start
        print(f"{name} {done}/{len(points)} after {passed:.0f} s: {told}", flush=True)
        yield row


def _fits(row: Mapping[str, Value], point: Mapping[str, Value]) -> bool:
    return all(k in row and _text(row[k]) == _text(v) for k, v in point.items())


def _write(path: Path, rows: list[dict[str, Value]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(
            f"# make runs NN={path.name[:2]}; {datetime.date.today()}, Python "
            f"{platform.python_version()}, torch {torch.__version__}, "
            f"{torch.get_default_device()}, {torch.get_num_threads()} thread(s)\n"
        )
        writer = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: _text(v) for k, v in row.items()} for row in rows)


def _text(value: Value) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _read(path: Path) -> list[dict[str, Value]]:
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: _value(text) for key, text in row.items()} for row in rows]


def _value(text: str) -> Value:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
