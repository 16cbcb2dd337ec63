"""Tables, counts and matrices of sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import value
from transformer_grading.checks.probes.positions.counting import counted
from transformer_grading.checks.probes.positions.shift import (
    MOST_DIGITS,
    moves,
    step,
    there_and_back,
)
from transformer_grading.checks.probes.positions.sinusoidal import (
    ALL_DIGITS,
    table,
    then_from,
)

WAVES = (
    Probe(
        "value",
        "A table of one hand follows the formula.",
        table(13, 2),
        value,
    ),
    Probe(
        "value",
        "So does a table of two hands.",
        table(7, 4),
        value,
    ),
    Probe(
        "value",
        "Fifty positions in sixteen columns follow the formula, to nine digits.",
        table(50, 16),
        value,
        **ALL_DIGITS,
    ),
    Probe(
        "value",
        "So do a few positions in 512 columns.",
        table(3, 512),
        value,
    ),
    Probe(
        "value",
        "There may be as many positions as columns.",
        table(12, 12),
        value,
    ),
    Probe(
        "odd width",
        "Five columns are three sines and two cosines.",
        table(6, 5),
        value,
    ),
    Probe(
        "odd width",
        "An odd width and a start go together.",
        table(9, 11, 4),
        value,
    ),
    Probe(
        "odd width",
        "One column is one sine.",
        table(14, 1, 3),
        value,
    ),
    Probe(
        "start",
        "The first row is that of position start.",
        table(6, 4, 9),
        value,
    ),
    Probe(
        "start",
        "The start may be larger than the number of rows.",
        table(8, 10, 37),
        value,
    ),
    Probe(
        "start",
        "A later table of the same size may begin earlier.",
        table(7, 6, 3),
        then_from(0),
    ),
    Probe(
        "far away",
        "At position 123 457 every column is right to five digits.",
        table(5, 8, 123_457),
        value,
    ),
    Probe(
        "far away",
        "The same holds at an odd width.",
        table(3, 9, 99_999),
        value,
    ),
)
COUNTS = (
    counted("The base model has 512 columns.", 100, 512),
    counted("A long table has few slow hands.", 4096, 64),
    counted("A wave of 62.8 positions does not fit into 62.", 62, 8),
    counted("A wave of 62.8 positions fits into 63.", 63, 8),
    counted("Every hand may be too slow.", 3, 14),
    counted("Of many hands, too, all may be too slow.", 1, 64),
    counted("A wave of 628 positions does not fit into 628.", 628, 12),
    counted("Every hand may finish a turn.", 60_000, 6),
    counted("All hands may finish one long before the end.", 300_000, 64),
)
MATRICES = (
    Probe(
        "value",
        "R consists of blocks, and of zeros elsewhere.",
        step(5, 8),
        value,
    ),
    Probe(
        "value",
        "One step turns each hand by its own angle.",
        step(1, 6),
        value,
    ),
    Probe(
        "value",
        "No step at all leaves every code as it is.",
        step(0, 4),
        value,
    ),
    Probe(
        "value",
        "Many columns have many blocks, right to eight digits.",
        step(17, 32),
        value,
        **MOST_DIGITS,
    ),
    Probe(
        "moves codes",
        "R times the code of position p is the code of position p + k.",
        step(4, 12),
        moves(6),
    ),
    Probe(
        "moves codes",
        "One matrix serves all positions, far ones too.",
        step(11, 6),
        moves(5, 1000),
    ),
    Probe(
        "steps back",
        "A negative k moves codes back.",
        step(-6, 8),
        value,
    ),
    Probe(
        "steps back",
        "Back from a later position comes an earlier one.",
        step(-9, 4),
        moves(5, 9),
    ),
    Probe(
        "steps back",
        "As many steps ahead and back are two matrices.",
        step(13, 10),
        there_and_back,
    ),
    Probe(
        "far away",
        "Many thousand steps are right to five digits.",
        step(76_543, 8),
        value,
    ),
)
