r"""What a kind of layer costs in waiting and in distance, as formulas.

Source: vaswani2017, section 4, table 1.
"""

from enum import Enum


class Mixing(Enum):
    """How a layer lets the positions of a sequence meet."""

    RECURRENCE = "recurrence"
    SELF_ATTENTION = "self-attention"


def sequential_steps(mixing: Mixing, seq: int) -> int:
    """Count the steps of a layer that cannot run at the same time.

    A recurrence whose step is not linear, such as the RNN's, needs one for each token;
    attention needs one, since no position waits for another.

    Args:
        mixing: The kind of layer.
        seq: Tokens of the sequence, at least 1.

    Returns:
        Steps, one being a cell's or the whole attention's, at least 1.

    Raises:
        ValueError: If the sequence holds no token.

    Source: vaswani2017, section 4, table 1.
    """
    if seq < 1:
        raise ValueError(f"a sequence has {seq} tokens, but needs at least 1.")
    return seq if mixing is Mixing.RECURRENCE else 1


def path_length(mixing: Mixing, lag: int) -> int:
    """Count the steps of a layer that a signal passes on its way to a later position.

    Args:
        mixing: The kind of layer.
        lag: How many positions later it arrives, at least 0.

    Returns:
        Steps, at least 1: even a token's own output is one step away.

    Raises:
        ValueError: If the lag is negative.

    Source: vaswani2017, section 4, table 1.
    """
    if lag < 0:
        raise ValueError(f"the lag is {lag} positions, but must be at least 0.")
    return lag + 1 if mixing is Mixing.RECURRENCE else 1
