"""A figure of what one layer costs: attention beside recurrence, and the memory."""

import traitlets

from transformer_lib.widgets.explorer import Choice, Explorer, Table, script, style

_BYTES = {"float32": 4, "bfloat16": 2}


class ComplexityExplorer(Explorer):
    """Show the multiply-adds of a layer, the bytes it keeps, and who is cheaper when.

    Everything is for one sequence. The inner width of the feed-forward network is four
    times `d_model`, the state of RNN and LSTM is as wide as a token.

    Args:
        n: Tokens, a power of two from 64 to 32768.
        d_model: Features of a token, a power of two from 64 to 4096.
        heads: Heads that share them, a power of two from 1 to 64.
        precision: How a number is kept: "float32" or "bfloat16".

    Source: vaswani2017, section 4 and table 1; dao2022, section 3.1.
    """

    _esm = script("make", "controls", "plot", "complexity")
    _css = style("explorer")

    n = Choice(512, [2**power for power in range(6, 16)])
    d_model = Choice(512, [2**power for power in range(6, 13)])
    heads = Choice(8, [2**power for power in range(7)])
    precision = Choice("float32", list(_BYTES))
    label = traitlets.Unicode("What one layer costs").tag(sync=True)

    @property
    def multiply_adds(self) -> dict[str, int]:
        """The multiply-adds of each part, in the order of the table."""
        n, d = self.n, self.d_model
        core, projections = 2 * n**2 * d, 4 * n * d**2
        return {
            "core": core,
            "projections": projections,
            "attention": core + projections,
            "FFN": 8 * n * d**2,
            "RNN": 2 * n * d**2,
            "LSTM": 8 * n * d**2,
        }

    @property
    def kept_bytes(self) -> dict[str, int]:
        """What the core keeps for the backward pass, besides queries, keys, values."""
        n, d, h = self.n, self.d_model, self.heads
        numbers = {"plain": h * n**2, "tiled": n * d + h * n}
        return {way: _BYTES[self.precision] * size for way, size in numbers.items()}

    def table(self) -> Table:
        """Return the multiply-adds and the bytes for the sizes on show."""
        work, kept = self.multiply_adds.items(), self.kept_bytes.items()
        rows = [(f"{part}, multiply-adds", f"{x:,}") for part, x in work]
        rows += [(f"{way} attention, bytes kept", f"{x:,}") for way, x in kept]
        sizes = f"n = {self.n}, d_model = {self.d_model}, {self.heads} heads"
        return Table(f"{self.label}: {sizes}", ("part", "cost"), rows)
