"""What the graders of chapter 11 are tried on."""

from transformer_grading.checks import decoding as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import decoding as hidden
from transformer_grading.instructor.right.decoding import (
    align,
    beam,
    bleu,
    cache,
    draw,
    trap,
    write,
)

CASES = (
    Case(visible.WRITE, hidden.WRITE, write.RIGHT),
    Case(visible.CACHE, hidden.CACHE, cache.RIGHT),
    Case(visible.BEAM, hidden.BEAM, beam.RIGHT),
    Case(visible.TRAP, hidden.TRAP, trap.RIGHT),
    Case(visible.DRAW, hidden.DRAW, draw.RIGHT),
    Case(visible.BLEU, hidden.BLEU, bleu.RIGHT),
    Case(visible.ALIGN, hidden.ALIGN, align.RIGHT),
)
