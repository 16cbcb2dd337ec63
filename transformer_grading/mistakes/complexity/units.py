"""Bytes of weights and cache in another unit."""

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def numbers(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return b * n * h * seq * seq, 2 * b * n * h * seq * d_k


def four_bytes(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return 4 * b * n * h * seq * seq, 8 * b * n * h * seq * d_k


def bits(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return 8 * size * b * n * h * seq * seq, 16 * size * b * n * h * seq * d_k


def from_bits(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size / 8 * b * n * h * seq * seq, size / 4 * b * n * h * seq * d_k


def megabytes(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    table, cache = b * n * h * seq * seq, 2 * b * n * h * seq * d_k
    return size * table / 1e6, size * cache / 1e6


def mebibytes(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    table, cache = b * n * h * seq * seq, 2 * b * n * h * seq * d_k
    return size * table / 2**20, size * cache / 2**20


_TABLE = "The table of weights"

MISTAKES = (
    Mistake(
        "numbers counted in the place of bytes",
        "The size of a number is left out.",
        "You have counted the numbers rightly. How many bytes does each take?",
        _TABLE,
        (numbers,),
    ),
    Mistake(
        "four bytes a number, whatever the task says",
        "It is right for 32-bit numbers alone.",
        "With four bytes a number you are right. Which argument do you not use?",
        _TABLE,
        (four_bytes,),
    ),
    Mistake(
        "bits and bytes confused",
        "Everything is off by a factor of eight.",
        "The numbers are counted rightly. Is the last argument in bits or in bytes, "
        "and what should come out?",
        _TABLE,
        (bits, from_bits),
    ),
    Mistake(
        "another unit than bytes",
        "Millions of bytes came out, or mebibytes.",
        "The numbers are counted rightly. In which unit should the result be?",
        _TABLE,
        (megabytes, mebibytes),
    ),
)
