"""A figure of what distance leaves of a gradient: recurrence, gate, attention."""

import math

import traitlets

from transformer_lib.widgets.explorer import Explorer, Range, Table, script, style


class RecurrenceExplorer(Explorer):
    r"""Show how much of a gradient is left a number of steps back.

    A linear recurrence multiplies it by $\rho$ at each step, the memory of an LSTM by
    its forget gate $f = \sigma(b)$, and attention goes there in one step:
    $\rho^k$, $f^k$ and 1 after $k$ steps, as a share of what arrives at lag 0.

    Args:
        lag: Steps back, from 0 to 200.
        radius: The spectral radius of the recurrence, from 0.5 to 1.5.
        forget_bias: The bias of the forget gate, from -2 to 8; its input is 0.

    Source: pascanu2013, section 2.1; hochreiter1997, section 3.
    """

    _esm = script("make", "controls", "plot", "recurrence")
    _css = style("explorer")

    lag = Range(50, 0, 200)
    radius = Range(0.9, 0.5, 1.5, 0.01)
    forget_bias = Range(1.0, -2.0, 8.0, 0.25)
    label = traitlets.Unicode("What is left of a gradient").tag(sync=True)

    @property
    def steps(self) -> dict[str, float]:
        """What each multiplies a gradient by at one step."""
        gate = 1 / (1 + math.exp(-self.forget_bias))
        return {"recurrence": self.radius, "gate": gate, "attention": 1.0}

    @property
    def factors(self) -> dict[str, float]:
        """What each multiplies a gradient by over the whole lag."""
        return {name: step**self.lag for name, step in self.steps.items()}

    def table(self) -> Table:
        """Return what is left of a gradient at several lags."""
        rows = [
            (f"{lag}", *(f"{step**lag:.2g}" for step in self.steps.values()))
            for lag in sorted({0, 1, 10, 50, 100, 200, self.lag})
        ]
        caption = (
            f"{self.label}: radius {self.radius:g}, forget bias {self.forget_bias:g}"
        )
        return Table(caption, ("lag", *self.steps), rows)
