"""What of the public record no exercise holds yet, mistakes and right styles, and why.

All other rows are named by the mistakes and by the right styles themselves.
"""

_DECODING = "a fault of decoding, which the exercise of chapter 11 is about"

WAITING = {
    _DECODING: ("B02 B03 B04 B05 B06 B11 B12 B13 B14 B15 B16 B17 V01 V05 V06 V09 V10"),
}
"""Rows of mistakes, by the reason why they have to wait."""

STYLES_WAITING = {_DECODING: "W72"}
"""Right styles, by the same reasons."""


def rows(waiting: dict[str, str]) -> dict[str, str]:
    """Give each row with the reason why it has to wait.

    Args:
        waiting: Rows, separated by spaces, by their reason.
    """
    return {row: why for why, some in waiting.items() for row in some.split()}
