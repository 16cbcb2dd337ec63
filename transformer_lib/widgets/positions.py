"""A figure of sinusoidal positions: one wave of many, and how alike two places are."""

import math
from typing import Any

import traitlets

from transformer_lib.widgets.explorer import (
    Choice,
    Explorer,
    Range,
    Table,
    script,
    style,
)

_BASE = 10_000.0


class PositionsExplorer(Explorer):
    r"""Show the waves that write a position, and how alike two positions are.

    The wave of pair $i$ is $2\pi \cdot 10000^{2i/d}$ positions long. Positions that are
    $k$ apart are $\frac{2}{d} \sum_i \cos(k / 10000^{2i/d})$ alike: their dot product,
    over that of a position with itself.

    Args:
        d_model: Features of a position: 8, 16, 64 or 512.
        offset: How far apart two positions are, from 0 to 200.
        pair: Which sine and cosine, from 0 to half of `d_model` less 1.

    Source: vaswani2017, section 3.5.
    """

    _esm = script("make", "controls", "plot", "positions")
    _css = style("explorer")

    d_model = Choice(64, [8, 16, 64, 512])
    offset = Range(10, 0, 200)
    pair = Range(0, 0, 255)
    label = traitlets.Unicode("Sinusoidal positions").tag(sync=True)

    @traitlets.validate("pair")
    def _check_pair(self, proposal: Any) -> Any:
        pair, last = proposal.value, self.d_model // 2 - 1
        if pair > last:
            raise ValueError(
                f"pair is {pair}: {self.d_model} features have pairs 0 to {last}"
            )
        return pair

    @traitlets.observe("d_model")
    def _keep_a_pair_that_is_there(self, change: Any) -> None:
        self.pair = min(self.pair, self.d_model // 2 - 1)

    @property
    def wavelength(self) -> float:
        """Positions in which the chosen pair turns once."""
        exponent = 2 * self.pair / self.d_model
        return float(2 * math.pi * _BASE**exponent)

    @property
    def similarity(self) -> float:
        """How alike positions are that lie the chosen offset apart, at most 1."""
        return _similarity(self.offset, self.d_model)

    def table(self) -> Table:
        """Return the similarity at several offsets, a column for each width."""
        widths = self.limits["d_model"]["choices"]
        rows = [
            (f"{k}", *(f"{_similarity(k, width):.2f}" for width in widths))
            for k in sorted({0, 1, 2, 5, 10, 50, 100, 200, self.offset})
        ]
        caption = f"{self.label}: similarity by offset and d_model"
        return Table(caption, ("offset", *(f"{width}" for width in widths)), rows)


def _similarity(offset: int, width: int) -> float:
    waves = [_BASE ** (-2 * pair / width) for pair in range(width // 2)]
    return math.fsum(math.cos(offset * wave) for wave in waves) / len(waves)
