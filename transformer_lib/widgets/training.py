"""A figure of what a guess costs when labels are smoothed: landmarks and the floor."""

import math

import traitlets

from transformer_lib.widgets.explorer import (
    Choice,
    Explorer,
    Range,
    Table,
    script,
    style,
)


class SmoothingExplorer(Explorer):
    r"""Show the loss of one place against how certain the model is, with its landmarks.

    The right token gets the probability $p$, and the others share the rest evenly. The
    certainty is the logarithm of $p / (1 - p)$.

    Args:
        entries: Entries of the vocabulary.
        smoothing: Share of the label that is spread over all entries, 0 to 0.5.
        certainty: Log-odds of the right token, from -10 to 14 nats.

    Source: szegedy2016, section 7.
    """

    _esm = script("make", "controls", "plot", "training")
    _css = style("explorer")

    entries = Choice(2000, [4, 100, 2000, 8000, 37000])
    smoothing = Range(0.1, 0.0, 0.5, 0.05)
    certainty = Range(6.0, -10.0, 14.0, 0.5)
    label = traitlets.Unicode("What a guess costs with smoothed labels").tag(sync=True)

    @property
    def plain(self) -> float:
        """The loss without smoothing, in nats."""
        return _surprise(self.certainty)

    @property
    def smoothed(self) -> float:
        """The loss with smoothing, in nats."""
        return self._smoothed(self.certainty)

    @property
    def floor(self) -> float:
        """The lowest smoothed loss that is possible, in nats."""
        other: float = self.smoothing / self.entries
        right = self.best
        spread = (self.entries - 1) * other * math.log(other) if other else 0.0
        return -right * math.log(right) - spread

    @property
    def best(self) -> float:
        """The probability of the right token at which the smoothed loss is lowest."""
        share, entries = float(self.smoothing), int(self.entries)
        return 1 - share + share / entries

    def _smoothed(self, certainty: float) -> float:
        wrong = _surprise(-certainty) + math.log(self.entries - 1)
        return self.best * _surprise(certainty) + (1 - self.best) * wrong

    def table(self) -> Table:
        """Return both losses for several certainties, and the landmarks."""
        rows = []
        for certainty in (-6.0, -2.0, 0.0, 2.0, 6.0, 12.0):
            p = 1 / (1 + math.exp(-certainty))
            losses = (f"{_surprise(certainty):.3f}", f"{self._smoothed(certainty):.3f}")
            rows.append((f"p = {p:.4f}", *losses))
        marks = f"floor {self.floor:.3f}, knows nothing {math.log(self.entries):.3f}"
        about = f"{self.entries:,} entries, smoothing {self.smoothing:g}: {marks}"
        head = ("the right token gets", "plain loss", "smoothed loss")
        return Table(f"{self.label}: {about}", head, rows)


def _surprise(certainty: float) -> float:
    return math.log1p(math.exp(-certainty))
