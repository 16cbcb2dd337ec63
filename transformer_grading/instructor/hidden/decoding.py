"""The tasks of chapter 11 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import decoding as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.decoding import (
    align,
    beam,
    bleu,
    cache,
    draw,
    trap,
    write,
)

WRITE = hidden(visible.WRITE, *write.PROBES)
CACHE = hidden(visible.CACHE, *cache.PROBES)
BEAM = hidden(visible.BEAM, *beam.PROBES)
TRAP = hidden(visible.TRAP, *trap.PROBES)
DRAW = hidden(visible.DRAW, *draw.PROBES)
BLEU = hidden(visible.BLEU, *bleu.PROBES)
ALIGN = hidden(visible.ALIGN, *align.PROBES)
