"""Random numbers that depend on where they are drawn, not on what was drawn before.

A run that stops and goes on must draw the same dropout and the same order of sentences
as one that never stopped. Here each draw has an address, such as (seed, "dropout",
update, process), so that there is no state of a generator to keep.
"""

from hashlib import sha256


def seed_at(*address: int | str) -> int:
    """Make a seed of an address; different addresses give unrelated seeds.

    Args:
        address: What tells this draw from all others, in words and whole numbers.

    Returns:
        A whole number from 0 to below 2 to the 63rd, the same in every process.
    """
    digest = sha256(repr(address).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
