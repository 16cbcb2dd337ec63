"""Sweeps too long for a lesson: run once, kept as a table, checked at one point."""

import csv
import datetime
import itertools
import json
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

FOLDER = Path("runs")
REMAKE = "TRANSFORMER_LIB_RUNS"

Value = float | str
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

    def values(self, column: str, **point: Value) -> list[float]:
        """Give what was measured at one point, one number a seed.

        Args:
            column: Which of the measured numbers.
            point: Settings that the rows must have; those left out may be any.

        Raises:
            ValueError: If no row has these settings, or none has that column.
        """
        rows = [row for row in self.rows if point.items() <= row.items()]
        if not rows or column not in rows[0]:
            raise ValueError(
                f"The run {self.name} has no {column!r} at {point}: its columns are "
                f"{[*self.rows[0]]}."
            )
        return [float(row[column]) for row in rows]

    def live(self, measure: Measure, *, seed: int = 0, **point: Value) -> str:
        """Measure one point again, and hold it against the committed numbers.

        Args:
            measure: The function that made the run.
            seed: Where the random numbers start.
            point: All the settings of the point.

        Returns:
            A sentence for each number: what it is now, and what was committed.

        Raises:
            AssertionError: If a number lies further outside the committed ones than
                these lie apart from each other.
        """
        lines = []
        for column, now in measure(seed=seed, **point).items():
            committed = self.values(column, **point)
            low, high = min(committed), max(committed)
            lines.append(f"{column} now {now:.4g}, committed {low:.4g} to {high:.4g}")
            assert 2 * low - high <= now <= 2 * high - low, f"{point}: {lines[-1]}"
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
        The measurements of every point with every seed.

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
        _write(path, [{**point, **measure(**point)} for point in points])
    if not path.exists():
        raise FileNotFoundError(
            f"There is no run {path} here: `make runs NN={name[:2]}` makes it."
        )
    rows = _read(path)
    if [{key: row.get(key) for key in points[0]} for row in rows] != points:
        raise ValueError(
            f"{path} was made with other settings: `make runs NN={name[:2]}` makes it "
            f"anew."
        )
    return Run(name, tuple(rows))


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
    try:
        number: float = json.loads(text)
    except json.JSONDecodeError:
        return text
    return number
