"""The log of a run: a table that grows while it trains, and that a resumed run goes on.

Source: vaswani2017, section 5.
"""

import csv
import time
from collections.abc import Mapping
from pathlib import Path

import torch

from transformer_lib.training.distributed import added_up, this_process
from transformer_lib.training.history import History, Update, Validation

MEASURED = ("validation_loss", "perplexity", "accuracy")
COLUMNS = (
    *("step", "tokens", "loss", *MEASURED),
    *("rate", "norm", "cpu_seconds", "wall_seconds"),
)
Row = dict[str, float]


class RunLog:
    """Writes a line for some updates; to be called after every one of them.

    The loss is the mean over the tokens since the line before; the norm is the largest
    since then. Tokens and seconds are counted from the beginning of the run, the CPU
    seconds in all processes together.

    Args:
        path: The file; only process 0 writes it.
        about: What the run is: one line each above the table.
        history: What was done before, if the run goes on; later lines are removed.
        every: Updates from one line to the next, at least 1.
    """

    def __init__(
        self, path: Path, about: Mapping[str, str], history: History, *, every: int = 10
    ) -> None:
        self.path, self.every = path, every
        done = history.updates
        rows = read_log(path) if done and path.exists() else []
        rows = [row for row in rows if row["step"] <= len(done)]
        last = rows[-1] if rows else dict.fromkeys(COLUMNS, 0.0)
        self.tokens = sum(update.tokens for update in done)
        self._cpu = (
            time.process_time() - last["cpu_seconds"] / this_process().world_size
        )
        self._wall = time.monotonic() - last["wall_seconds"]
        self._since = [update for update in done if update.step > last["step"]]
        if this_process().rank == 0:
            lines = [f"# {name}: {text}\n" for name, text in about.items()]
            path.write_text("".join(lines), encoding="utf-8")
            self._append(dict(zip(COLUMNS, COLUMNS, strict=True)))
            for row in rows:
                self._append(_texts(row))

    def __call__(self, update: Update, validation: Validation | None) -> None:
        """Take note of an update, and write a line if it is time to.

        Args:
            update: What it was like.
            validation: What was measured after it, if anything was.
        """
        self._since.append(update)
        self.tokens += update.tokens
        if validation is None and update.step % self.every:
            return
        (cpu,) = added_up([time.process_time() - self._cpu], torch.device("cpu"))
        if this_process().rank == 0:
            row = self._row(update, validation)
            self._append(_texts(row | {"cpu_seconds": cpu}))
        self._since = []

    def _row(self, update: Update, validation: Validation | None) -> Row:
        tokens = sum(one.tokens for one in self._since)
        loss = sum(one.loss * one.tokens for one in self._since) / max(1, tokens)
        row = {"step": update.step, "tokens": self.tokens, "loss": loss}
        if validation:
            row |= dict(zip(MEASURED, validation[1:], strict=True))
        norm = max(one.norm for one in self._since)
        wall = time.monotonic() - self._wall
        return row | {"rate": update.rate, "norm": norm, "wall_seconds": wall}

    def _append(self, row: Mapping[str, str]) -> None:
        with self.path.open("a", encoding="utf-8", newline="") as file:
            csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(row)


def read_log(path: Path) -> list[Row]:
    """Read the table of a log.

    Args:
        path: The file.

    Returns:
        One row a line: the columns of `COLUMNS`, without those that were not measured.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is no log of a run.
    """
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise ValueError(
                f"{path} is no log of a run: its columns are {rows.fieldnames}, but "
                f"must be {list(COLUMNS)}."
            )
        return [
            {name: float(text) for name, text in row.items() if text} for row in rows
        ]


def _texts(row: Row) -> dict[str, str]:
    return {name: f"{value:.6g}" for name, value in row.items()} | {
        name: f"{row[name]:.0f}" for name in ("step", "tokens")
    }
