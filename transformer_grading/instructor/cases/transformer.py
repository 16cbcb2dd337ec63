"""What the graders of chapter 9 are tried on."""

from transformer_grading.checks import transformer as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import transformer as hidden
from transformer_grading.instructor.right.transformer import (
    count,
    embed,
    families,
    greedy,
    scores,
    wiring,
)

CASES = (
    Case(visible.EMBED, hidden.EMBED, embed.RIGHT),
    Case(visible.WIRED, hidden.WIRED, wiring.RIGHT),
    Case(visible.SCORE, hidden.SCORE, scores.RIGHT),
    Case(visible.WEIGH, hidden.WEIGH, count.RIGHT),
    Case(visible.GREEDY, hidden.GREEDY, greedy.RIGHT),
    Case(visible.FAMILY, hidden.FAMILY, families.RIGHT),
)
