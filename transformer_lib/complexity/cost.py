"""What one part of a model costs, and how the costs of parts add up.

The rules of counting, which hold for every formula of this package:

* Multiply-adds are those of the matrix products. Everything else (biases, softmax,
  norms, activations) grows more slowly with the width, and is left out.
* A query is charged for every key, seen or not, as it is when scores are computed and
  then masked. The formulas of attention count half the square only if asked `causal`.
* Saved bytes are what the forward pass keeps for the backward pass, in float32, without
  masks and dropout. A part counts what it keeps of its input, not its output: that is
  the input of the next part. Parameters are not counted again.
* Everything is for one sequence; `Cost.of_batch` is for several.

Source: vaswani2017, section 4 and table 1.
"""

import math
from dataclasses import dataclass, replace

BYTES_A_NUMBER = 4
BYTES_AN_ID = 8


@dataclass(frozen=True)
class Cost:
    """The cost of one part; parts that run one after the other are added.

    Attributes:
        parameters: Numbers to learn.
        multiply_adds: Multiplications of two numbers whose product goes into a sum, in
            the forward pass.
        saved_bytes: Bytes kept from the forward pass to the backward pass.
        depth: Matrix products in a row, each of which needs the one before: the steps
            that are left when there is a processor for every number.
        path: Steps from one position to another, for the two farthest apart; infinite
            where positions never meet. A model needs one part that takes it there, so
            that of a sum is the shorter one.

    Source: vaswani2017, section 4, for depth ("sequential operations") and path.
    """

    parameters: int = 0
    multiply_adds: int = 0
    saved_bytes: int = 0
    depth: int = 0
    path: int | float = math.inf

    @property
    def flops(self) -> int:
        """Floating-point operations: one multiply-add is two."""
        return 2 * self.multiply_adds

    def __add__(self, after: "Cost") -> "Cost":
        """Run one part after the other."""
        return Cost(
            parameters=self.parameters + after.parameters,
            multiply_adds=self.multiply_adds + after.multiply_adds,
            saved_bytes=self.saved_bytes + after.saved_bytes,
            depth=self.depth + after.depth,
            path=min(self.path, after.path),
        )

    def __rmul__(self, times: int) -> "Cost":
        """Run as many parts like this one, one after the other."""
        return Cost(
            parameters=times * self.parameters,
            multiply_adds=times * self.multiply_adds,
            saved_bytes=times * self.saved_bytes,
            depth=times * self.depth,
            path=self.path,
        )

    def of_batch(self, sequences: int) -> "Cost":
        """Handle several sequences side by side with the same parameters.

        Args:
            sequences: How many, at least 1.

        Returns:
            Their cost: more work and more saved, all else as it is.
        """
        return replace(
            self,
            multiply_adds=sequences * self.multiply_adds,
            saved_bytes=sequences * self.saved_bytes,
        )


def training_flops(parameters: int, tokens: int) -> int:
    r"""Estimate the work of a whole training.

    $$C \approx 6\, N\, T$$

    A matrix takes part in one multiply-add a token, which is 2 operations, and in two
    more in the backward pass: one for the gradient of its input, one for its own.

    Args:
        parameters: Numbers in the matrices ($N$); the table of an embedding that is
            only looked up does no work.
        tokens: Tokens seen, counted again each time they are seen ($T$).

    Returns:
        Floating-point operations, without those of the attention scores.

    Source: kaplan2020, section 2.1.
    """
    return 6 * parameters * tokens
