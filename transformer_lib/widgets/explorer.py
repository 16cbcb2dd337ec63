"""What explorers share: settings within limits, and a table for other viewers."""

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets

_HERE = Path(__file__).parent


def script(*names: str) -> str:
    """Join scripts of this folder into one module that loads nothing.

    Args:
        names: The files without their ending, a file after those that it leans on; the
            last exports the figure.

    Returns:
        The source of one ES module.
    """
    return "\n".join((_HERE / f"{name}.js").read_text("utf-8") for name in names)


def style(*names: str) -> str:
    """Join style sheets of this folder into one.

    Args:
        names: The files without their ending; a later one wins over an earlier one.

    Returns:
        The source of one style sheet.
    """
    return "\n".join((_HERE / f"{name}.css").read_text("utf-8") for name in names)


class Range(traitlets.TraitType[Any, Any]):
    """A number from one limit to another; page and Python share both limits.

    Args:
        start: Where it starts.
        low: The smallest number allowed.
        high: The largest number allowed.
        step: How far the slider moves at once; where it is whole, only whole numbers
            are allowed.
    """

    def __init__(
        self,
        start: int | float,
        low: int | float,
        high: int | float,
        step: int | float = 1,
    ) -> None:
        super().__init__(start)
        self.limits = {"low": low, "high": high, "step": step}
        self.tag(sync=True)

    def validate(self, obj: Any, value: Any) -> int | float:
        """Refuse what is no number, or out of range, and keep the old value."""
        low, high, step = self.limits.values()
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise ValueError(
                f"{self.name} is {value!r}: choose from {low:g} to {high:g}"
            )
        if not isinstance(step, int):
            return float(value)
        if value != int(value):
            raise ValueError(f"{self.name} is {value!r}: choose a whole number")
        return int(value)


class Choice(traitlets.TraitType[Any, Any]):
    """One of a few values; page and Python share the list.

    Args:
        start: The value it starts with.
        choices: All values, in the order in which they are offered.
    """

    def __init__(self, start: object, choices: Sequence[object]) -> None:
        super().__init__(start)
        self.limits = {"choices": list(choices)}
        self.tag(sync=True)

    def validate(self, obj: Any, value: Any) -> Any:
        """Refuse what is not offered, and keep the old value."""
        choices = self.limits["choices"]
        if value not in choices:
            offered = ", ".join(map(str, choices))
            raise ValueError(f"{self.name} is {value!r}: choose from {offered}")
        return choices[choices.index(value)]


class Table(NamedTuple):
    """What an explorer shows, in figures.

    Attributes:
        caption: What the figures are.
        head: A name for each column.
        rows: The rows; the first cell of each is its name.
    """

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Explorer(anywidget.AnyWidget):
    """A figure that a reader moves, live in Jupyter and in a page without a kernel.

    A subclass joins `_esm` and `_css` from the files of this folder, declares its
    settings as `Range`, `Choice` or another synced trait, and gives a table.
    """

    label = traitlets.Unicode().tag(sync=True)
    limits = traitlets.Dict(read_only=True).tag(sync=True)

    @traitlets.default("limits")
    def _limits_of_settings(self) -> dict[str, Any]:
        return {name: trait.limits for name, trait in self._settings().items()}

    def _settings(self) -> dict[str, Any]:
        traits = self.traits().items()
        return {n: t for n, t in traits if isinstance(t, Range | Choice)}

    def _summary(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self._settings()}

    def table(self) -> Table:
        """Return what is on show as figures, for viewers without widgets."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return a short text that stays the same from run to run."""
        parts = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value!r}"
            for name, value in self._summary().items()
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            bundle[0]["text/html"] = _written(self.table())
        return bundle


class SentenceExplorer(Explorer):
    """A figure of some sentences, of which the reader chooses one.

    Each sentence has its `tokens`; what else it has, a subclass says.
    """

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)

    @property
    def tokens(self) -> list[str]:
        """The tokens of the chosen sentence."""
        tokens: list[str] = self.sentences[self.sentence]["tokens"]
        return tokens


def _written(table: Table) -> str:
    def cell(text: str, scope: str = "") -> str:
        if scope and not text:  # a header that says nothing is none
            return "<td></td>"
        tag, to = ("th", f' scope="{scope}"') if scope else ("td", "")
        return f"<{tag}{to}>{html.escape(text, quote=False)}</{tag}>"

    head = "".join(cell(name, "col") for name in table.head)
    body = "".join(
        f"<tr>{cell(name, 'row')}{''.join(map(cell, cells))}</tr>"
        for name, *cells in table.rows
    )
    return (
        f"<table><caption>{html.escape(table.caption, quote=False)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
