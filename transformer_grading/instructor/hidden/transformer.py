"""The tasks of chapter 9 with probes that the student does not see.

They ask about the same properties as the visible ones, on other sizes and seeds.
"""

from transformer_grading.checks import transformer as visible
from transformer_grading.instructor.hidden.core import hidden
from transformer_grading.instructor.probes.transformer import (
    count,
    embed,
    families,
    greedy,
    scores,
    wiring,
)

EMBED = hidden(visible.EMBED, *embed.PROBES)
WIRED = hidden(visible.WIRED, *wiring.PROBES)
SCORE = hidden(visible.SCORE, *scores.PROBES)
WEIGH = hidden(visible.WEIGH, *count.PROBES)
GREEDY = hidden(visible.GREEDY, *greedy.PROBES)
FAMILY = hidden(visible.FAMILY, *families.PROBES)
