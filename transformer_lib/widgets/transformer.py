"""A figure of the whole model: what travels through it, and where its numbers sit."""

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


class TransformerExplorer(Explorer):
    """Show every shape on the way through an encoder and a decoder, and the parameters.

    It is the paper's model with other sizes: the inner width of the feed-forward
    networks is four times `d_model`, and both stacks have equally many blocks.

    Args:
        d_model: Features of a token, a power of two from 16 to 4096.
        heads: Heads that share them: 1, 2, 4, 8 or 16.
        blocks: Blocks that read, and as many that write, from 1 to 24.
        vocab: Entries of the vocabulary that both sides use.
        source: Words that are read, from 1 to 64.
        target: Words that are written so far, from 1 to 64.
        shared: Whether one table serves source, target and scores, or three do.

    Source: vaswani2017, section 3 and table 3.
    """

    _esm = script("make", "controls", "plot", "transformer")
    _css = style("explorer")

    d_model = Choice(512, [2**power for power in range(4, 13)])
    heads = Choice(8, [1, 2, 4, 8, 16])
    blocks = Range(6, 1, 24)
    vocab = Choice(37_000, [1_000, 4_000, 10_000, 37_000, 100_000])
    source = Range(3, 1, 64)
    target = Range(2, 1, 64)
    shared = traitlets.Bool(True).tag(sync=True)
    label = traitlets.Unicode("Shapes and parameters of a Transformer").tag(sync=True)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What travels through the model for one sentence, in the order of the way."""
        n, m, d, h = self.source, self.target, self.d_model, self.heads
        return {
            "words read": (n,),
            "their vectors": (n, d),
            "weights in the encoder": (h, n, n),
            "memory": (n, d),
            "words written so far": (m,),
            "vectors of those": (m, d),
            "weights, looking back": (h, m, m),
            "weights, asking the memory": (h, m, n),
            "last vectors": (m, d),
            "scores of the next word": (m, self.vocab),
        }

    @property
    def parameters(self) -> dict[str, int]:
        """The numbers to learn in each part."""
        d, tables = self.d_model, 1 if self.shared else 3
        attention, norm = 4 * (d * d + d), 2 * d
        network = 8 * d * d + 5 * d
        return {
            "tables of words": tables * self.vocab * d,
            "blocks that read": self.blocks * (attention + network + 2 * norm),
            "blocks that write": self.blocks * (2 * attention + network + 3 * norm),
        }

    def table(self) -> Table:
        """Return the shapes and the parameters for the sizes on show."""
        rows = [
            (name, " × ".join(map(str, shape)), f"{math.prod(shape):,}")
            for name, shape in self.shapes.items()
        ]
        rows += [(name, "", f"{n:,}") for name, n in self.parameters.items()]
        total = sum(self.parameters.values())
        return Table(
            f"{self.label}: d_model = {self.d_model}, {self.heads} heads, "
            f"{self.blocks} + {self.blocks} blocks, {total:,} parameters",
            ("part", "shape", "numbers"),
            rows,
        )
