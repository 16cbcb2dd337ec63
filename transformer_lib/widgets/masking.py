"""A mask that a reader paints: the weights that it leaves, and what leaks."""

import math
from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from jaxtyping import Bool, Float
from torch import Tensor

from transformer_lib.widgets.explorer import Explorer, Range, Table, script, style

_TOKENS = ("we", "saw", "a", "cat", "[pad]", "[pad]")
_SCORES = (
    (0.6, 0.9, -0.4, 1.2, 0.1, -0.2),
    (1.4, 0.3, -0.6, 1.1, 0.2, 0.0),
    (-0.3, 0.2, 0.5, 1.6, -0.1, 0.3),
    (0.4, 1.0, 0.8, 0.7, -0.5, 0.2),
    (0.1, -0.2, 0.3, 0.0, 0.4, 0.5),
    (0.2, 0.0, -0.1, 0.3, 0.6, 0.1),
)


def _check_rows(name: str, rows: Sequence[Sequence[Any]], n: int) -> None:
    widths = [len(row) for row in rows]
    if widths != [n] * n:
        raise ValueError(
            f"{name} has rows of lengths {widths}: for {n} tokens give {n} rows of {n}"
        )
    if not all(math.isfinite(entry) for row in rows for entry in row):
        raise ValueError(f"{name} has an entry that is NaN or infinite")


class MaskExplorer(Explorer):
    r"""Show what attention may look at under a mask, and whom it hears through blocks.

    True means "may look". A row with nothing to look at has weights of zero. In a block
    with a residual every token also hears itself, so after $b$ blocks those are heard
    that $(M \lor I)^b$ reaches.

    Args:
        mask: May the query of the row look at the key of the column? Causal if not
            given.
        tokens: The tokens, each a query and a key; "[pad]" stands for padding.
        scores: The scores before the mask, one for each query and key. Given together
            with the tokens, or not at all.
        blocks: Blocks on top of each other, from 1 to 3.

    Raises:
        ValueError: If there are no tokens, if mask or scores are not one entry for each
            query and key, or if `blocks` is out of range.

    Source: vaswani2017, section 3.2.3.
    """

    _esm = script("make", "controls", "softmax", "masking")
    _css = style("explorer", "masking")

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    scores = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    mask = traitlets.List(traitlets.List(traitlets.Bool())).tag(sync=True)
    blocks = Range(1, 1, 3)
    label = traitlets.Unicode("A mask to paint").tag(sync=True)

    def __init__(
        self,
        mask: Sequence[Sequence[bool]] | Tensor | None = None,
        *,
        tokens: Sequence[str] = _TOKENS,
        scores: Sequence[Sequence[float]] = _SCORES,
        **traits: Any,
    ) -> None:
        if not tokens:
            raise ValueError("There are no tokens to look at: give at least one")
        size = range(len(tokens))
        if mask is None:
            mask = [[key <= query for key in size] for query in size]
        rows = (
            mask.tolist() if isinstance(mask, Tensor) else [list(row) for row in mask]
        )
        for name, entries in (("mask", rows), ("scores", scores)):
            _check_rows(name, entries, len(tokens))
        super().__init__(
            tokens=list(tokens), scores=list(map(list, scores)), mask=rows, **traits
        )

    @traitlets.validate("tokens")
    def _check_tokens(self, proposal: Any) -> Any:
        if len(proposal.value) != len(self.mask):
            raise ValueError(
                f"there are {len(proposal.value)} tokens, but the mask has "
                f"{len(self.mask)} rows: make a new explorer for other tokens"
            )
        return proposal.value

    @traitlets.validate("mask", "scores")
    def _check_square(self, proposal: Any) -> Any:
        _check_rows(proposal.trait.name, proposal.value, len(self.tokens))
        return proposal.value

    @property
    def weights(self) -> Float[Tensor, "query key"]:
        """The weights on show; a row that may look at nothing is zero."""
        scores = torch.tensor(self.scores, dtype=torch.float64)
        powers = (scores - scores.amax(-1, keepdim=True)).exp() * self._mask()
        total = powers.sum(dim=-1, keepdim=True)
        return powers / total.masked_fill(total == 0, 1.0)

    @property
    def reach(self) -> Bool[Tensor, "query key"]:
        """True where the output of a query depends on the input of a key."""
        once = self._mask() | torch.eye(len(self.tokens), dtype=torch.bool)
        paths = torch.linalg.matrix_power(once.double(), int(self.blocks))
        reach: Tensor = paths > 0
        return reach

    def _mask(self) -> Bool[Tensor, "query key"]:
        return torch.tensor(self.mask, dtype=torch.bool)

    def _summary(self) -> dict[str, object]:
        hidden = sum(not cell for row in self.mask for cell in row)
        return {"tokens": len(self.tokens), "hidden": hidden, "blocks": self.blocks}

    def table(self) -> Table:
        """Return the weights on show, and the later tokens that reach each output."""
        rows = []
        for i, (token, row) in enumerate(zip(self.tokens, self.mask, strict=True)):
            weights, reach = self.weights[i].tolist(), self.reach[i].tolist()
            cells = [
                f"{weight:.2f}" if may else "hidden"
                for weight, may in zip(weights, row, strict=True)
            ]
            later = [self.tokens[j] for j in range(i + 1, len(row)) if reach[j]]
            rows.append((token, *cells, ", ".join(later) or "none"))
        head = ("", *self.tokens, f"later tokens heard after {self.blocks} blocks")
        return Table(f"{self.label}: row = query, column = key", head, rows)
