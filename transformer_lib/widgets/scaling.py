"""A figure of softmax weights over scores whose variance grows with d_k."""

import math

import torch
import traitlets
from jaxtyping import Float
from torch import Tensor

from transformer_lib.widgets.explorer import (
    Choice,
    Explorer,
    Range,
    Table,
    script,
    style,
)

# The same numbers here and in the page: a generator small enough to be written twice.
_MODULUS, _FACTOR, _SKIPPED = 2**31 - 1, 48271, 5


class ScalingExplorer(Explorer):
    r"""Show what the softmax makes of scores, divided by $\sqrt{d_k}$ and undivided.

    The scores are $\sqrt{d_k}\, z_j$ with normal numbers $z_j$, as dot products are of
    $d_k$ independent entries with mean 0 and variance 1.

    Args:
        d_k: Features of a query, a power of two from 1 to 1024.
        scale: Whether the scores are divided by $\sqrt{d_k}$.
        n_keys: How many scores there are.
        draw: Which draw of the normal numbers, from 0 to 99.

    Source: vaswani2017, section 3.2.1, footnote 4.
    """

    _esm = script("make", "controls", "softmax", "plot", "scaling")
    _css = style("explorer")

    d_k = Choice(64, [2**power for power in range(11)])
    scale = traitlets.Bool(False).tag(sync=True)
    n_keys = Choice(16, [4, 8, 16, 32, 64])
    draw = Range(0, 0, 99)
    label = traitlets.Unicode("Softmax of scores, by their length").tag(sync=True)

    @property
    def scores(self) -> Float[Tensor, " key"]:
        """The scores on show, divided or not."""
        factor = 1.0 if self.scale else math.sqrt(self.d_k)
        return factor * self._noise()

    @property
    def weights(self) -> Float[Tensor, " key"]:
        """The weights on show; they sum to 1."""
        return self.scores.softmax(dim=-1)

    def _noise(self) -> Float[Tensor, " key"]:
        numbers = _normals(self.n_keys, self.draw)
        return torch.tensor(numbers, dtype=torch.float64)

    def _summary(self) -> dict[str, object]:
        return {"d_k": self.d_k, "scale": self.scale, "n_keys": self.n_keys}

    def table(self) -> Table:
        """Return entropies and largest weights for several d_k, in the draw on show."""
        noise = self._noise()
        rows = []
        for d_k in (1, 4, 16, 64, 256, 1024):
            weights = (noise * math.sqrt(d_k)).softmax(dim=-1), noise.softmax(dim=-1)
            bits = [torch.special.entr(w).sum().item() / math.log(2) for w in weights]
            cells = zip([w.max().item() for w in weights], bits, strict=True)
            rows.append((f"{d_k}", *(f"{c:.2f}" for pair in cells for c in pair)))
        ways = ("undivided", "divided")
        head = [f"{what}, {way}" for way in ways for what in ("largest weight", "bits")]
        most = f"{self.n_keys} keys, at most {math.log2(self.n_keys):g} bits"
        return Table(f"{self.label}: {most}", ("d_k", *head), rows)


def _normals(count: int, draw: int) -> list[float]:
    state = 1 + draw

    def uniform() -> float:
        nonlocal state
        state = state * _FACTOR % _MODULUS
        return state / _MODULUS

    for _ in range(_SKIPPED):
        uniform()
    return [
        math.sqrt(-2 * math.log(uniform())) * math.cos(2 * math.pi * uniform())
        for _ in range(count)
    ]
