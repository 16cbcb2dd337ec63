"""Counts of parameters and of slow hands that are off."""

import math

from transformer_grading.mistakes.core import Mistake

Three = tuple[int, int, int]


def fixed_table_counted(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    slow = sum(wave > max_len for wave in waves)
    return max_len * d_model, max_len * d_model, slow


def speeds_counted(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, d_model // 2, len([w for w in waves if w > max_len])


def columns_counted_as_speeds(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, d_model, len([w for w in waves if w > max_len])


def slow_columns(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, 2 * sum(wave > max_len for wave in waves)


def no_turn(max_len: int, d_model: int) -> Three:
    powers = [10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(power > max_len for power in powers)


def half_a_turn(max_len: int, d_model: int) -> Three:
    halves = [math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(half > max_len for half in halves)


def fast_pairs(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(wave <= max_len for wave in waves)


def column_for_pair(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (2 * j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(wave > max_len for wave in waves)


def all_columns_for_pairs(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(d_model)]
    return max_len * d_model, 0, sum(wave > max_len for wave in waves)


def not_doubled(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (i / d_model) for i in range(d_model // 2)]
    return max_len * d_model, 0, sum(wave > max_len for wave in waves)


def base_1000(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 1000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(wave > max_len for wave in waves)


def one_row(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return d_model, 0, sum(wave > max_len for wave in waves)


def one_number_a_position(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len, 0, sum(wave > max_len for wave in waves)


def one_number_a_pair(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model // 2, 0, sum(wave > max_len for wave in waves)


def a_bias_as_well(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return (max_len + 1) * d_model, 0, sum(wave > max_len for wave in waves)


def last_position(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, 0, sum(wave > max_len - 1 for wave in waves)


def wrong_order(max_len: int, d_model: int) -> Three:
    waves = [2 * math.pi * 10000 ** (j / d_model) for j in range(0, d_model, 2)]
    return max_len * d_model, sum(wave > max_len for wave in waves), 0


_WAVES = "Waves of many lengths"
_INTO = "Into the token"

MISTAKES = (
    Mistake(
        "a fixed table counted as parameters",
        "The waves are counted as if training moved them.",
        "Your learned table is right. Which numbers of the table of waves does an "
        "optimiser change?",
        _INTO,
        (fixed_table_counted,),
        ("E14",),
        "Every table of positions is trained.",
        "Waves are computed once and kept; a trained copy would no longer be waves.",
    ),
    Mistake(
        "speeds counted as parameters",
        "The waves are given parameters that the formula settles.",
        "Your learned table is right. Who decides how fast a hand turns: training or "
        "the formula?",
        _INTO,
        (speeds_counted, columns_counted_as_speeds),
    ),
    Mistake(
        "columns counted, not pairs",
        "Every slow hand is counted twice.",
        "How many columns has one hand, and which of the two did the text ask you to "
        "count?",
        _WAVES,
        (slow_columns,),
    ),
    Mistake(
        "a wavelength without its 2π",
        "The hands seem faster than they are.",
        "By how much does a hand turn in 10000^(2i/d) positions: once, or by one "
        "radian?",
        _WAVES,
        (no_turn,),
    ),
    Mistake(
        "half a turn for a whole one",
        "A hand counts as round when it points the other way.",
        "How many radians has a whole turn?",
        _WAVES,
        (half_a_turn,),
    ),
    Mistake(
        "the fast pairs in the place of the slow ones",
        "Counted is what does finish a turn.",
        "You sort the pairs rightly. Which of the two sorts was asked for?",
        _WAVES,
        (fast_pairs,),
    ),
    Mistake(
        "an index doubled twice",
        "Each hand is taken for one twice as far to the right.",
        "Your index steps by 2. What is 2i for the second hand?",
        _WAVES,
        (column_for_pair,),
        ("E02",),
    ),
    Mistake(
        "a wavelength for every column",
        "Columns in between get wavelengths that no hand has.",
        "How many hands has a table with d columns, and do you go through hands or "
        "columns?",
        _WAVES,
        (all_columns_for_pairs,),
        ("E01",),
    ),
    Mistake(
        "the 2 of 2i left out",
        "The hands seem faster than they are, the last one most.",
        "What is the exponent of the last pair, and should it come near 1?",
        _WAVES,
        (not_doubled,),
    ),
    Mistake(
        "another base than 10000",
        "All hands but the first have the wrong wavelength.",
        "Which number is raised to the power 2i/d?",
        _WAVES,
        (base_1000,),
        ("E05",),
    ),
    Mistake(
        "too few learned numbers",
        "Learned positions need a whole row for every place.",
        "How many numbers has one row of the table, and how many rows are there?",
        _INTO,
        (one_row, one_number_a_position, one_number_a_pair),
    ),
    Mistake(
        "a row too many",
        "The table of learned positions has one row for each place, and no more.",
        "Which position does your extra row belong to?",
        _INTO,
        (a_bias_as_well,),
    ),
    Mistake(
        "one position less",
        "A wave that just fits is taken for one that does not.",
        "You are right but where a wavelength lies just below max_len. Which two "
        "numbers does the text compare?",
        _WAVES,
        (last_position,),
    ),
    Mistake(
        "the numbers in another order",
        "Parameters and slow pairs are in each other's place.",
        "All three numbers are right. In which order are they asked for?",
        _INTO,
        (wrong_order,),
    ),
)
