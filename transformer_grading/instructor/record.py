"""What of the public record no exercise holds yet, mistakes and right styles, and why.

All other rows are named by the mistakes and by the right styles themselves.
"""

_TRAINING = "a fault of training, which the exercise of chapter 10 is about"

WAITING = {
    _TRAINING: "H04 O03 O04 O06 O07 O09 O11 O16 N01 N04 N05 N06 N07",
}
"""Rows of mistakes, by the reason why they have to wait."""

STYLES_WAITING = {_TRAINING: "W69 W74"}
"""Right styles, by the same reasons."""


def rows(waiting: dict[str, str]) -> dict[str, str]:
    """Give each row with the reason why it has to wait.

    Args:
        waiting: Rows, separated by spaces, by their reason.
    """
    return {row: why for why, some in waiting.items() for row in some.split()}
