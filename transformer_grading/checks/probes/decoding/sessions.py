"""A session that one can follow: it remembers what it has read, as a cache does."""

from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.inputs import whole
from transformer_grading.checks.observing import Call, Observation
from transformer_grading.checks.probes.transformer.scripted import Scripted

VOCAB = 11


@dataclass(eq=False)
class Session:
    """Read on in a text, and score what could come behind each token.

    Args:
        model: Whose scores they are.
        source: What it writes about; its words say how many tokens a row gets.
        max_len: The most tokens of one row that it can read.
        text: What it has read so far.
    """

    model: Scripted
    source: Tensor
    max_len: int
    text: Tensor = field(default_factory=lambda: whole())

    def __repr__(self) -> str:
        """Say what it is where inputs are printed."""
        return f"a session of {self.max_len} places"

    @property
    def length(self) -> int:
        """How many tokens of each row it has read."""
        return self.text.shape[-1]

    def open(self, *rows: int) -> "Session":
        """Begin anew, with all rows or with some.

        Args:
            *rows: Which rows; all if none is named.
        """
        source = self.source[list(rows)] if rows else self.source
        return replace(self, source=source, text=source[:, :0])

    def __call__(self, tokens: Tensor) -> Tensor:
        """Read on.

        Args:
            tokens: What follows in each row, with the axes (batch, new).
        """
        if tokens.dim() != 2 or len(tokens) != len(self.source):
            raise ValueError(
                f"there are {len(self.source)} rows, and the tokens have the shape "
                f"{tuple(tokens.shape)}, not (batch, new)."
            )
        self.text = torch.cat([self.text, tokens], dim=1)
        if self.length > self.max_len:
            raise IndexError(f"there is no place {self.length} of {self.max_len}.")
        model, mask = self.model, (self.source != self.model.pad)[:, None, None]
        memory = model.encode(self.source, mask)
        return model.decode(self.text, memory, mask)[:, -tokens.shape[1] :]


@dataclass(eq=False)
class Told:
    """Score what one was told to write, whatever is read.

    Args:
        rows: What each row writes.
        begins: How many tokens of a row come before that.
        length: How many tokens of each row it has read.
    """

    rows: Tensor
    begins: int
    length: int = 0
    max_len: int = 4000

    def __repr__(self) -> str:
        """Say what it is where inputs are printed."""
        return f"a session that writes {self.rows.tolist()}"

    def open(self, *rows: int) -> "Told":
        """Begin anew, with all rows or with some.

        Args:
            *rows: Which rows; all if none is named.
        """
        return replace(self, rows=self.rows[list(rows)] if rows else self.rows)

    def __call__(self, tokens: Tensor) -> Tensor:
        """Read on.

        Args:
            tokens: What follows in each row, with the axes (batch, new).
        """
        if tokens.dim() != 2 or len(tokens) != len(self.rows):
            raise ValueError(f"the tokens are {tuple(tokens.shape)}, not (batch, new).")
        place = torch.arange(tokens.shape[1]) + self.length - self.begins + 1
        self.length += tokens.shape[1]
        said = self.rows[:, place.clamp(0, self.rows.shape[1] - 1)]
        best = torch.nn.functional.one_hot(said, VOCAB)
        return 3.0 * best - 0.1 * torch.arange(VOCAB)


def written(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe what comes of a fresh session."""
    session, *others = inputs.values()
    return call(session.open(), *others)


def read(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the result, and how many tokens of a row were read for it."""
    session, *others = inputs.values()
    fresh = session.open()
    results = call(fresh, *others)
    return {**results, "the number of tokens read": torch.tensor(fresh.length)}


def one_row(row: int) -> Any:
    """Observe one row of the batch, alone and beside the others.

    Args:
        row: Which row.
    """

    def observe(call: Call, inputs: dict[str, Any]) -> Observation:
        session, prompt, *others = inputs.values()
        single = call(session.open(row), prompt[row : row + 1].clone(), *others)
        together = call(session.open(), prompt.clone(), *others)
        return {
            **{f"{name} of that row alone": seen for name, seen in single.items()},
            **{f"{name} of that row": seen[row] for name, seen in together.items()},
        }

    return observe


def prompt_after(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the prompt after the call."""
    session, prompt, *others = inputs.values()
    call(session.open(), prompt, *others)
    return {"after the call, prompt": prompt}
