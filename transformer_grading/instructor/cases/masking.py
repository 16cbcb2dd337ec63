"""What the graders of chapter 7 are tried on."""

from transformer_grading.checks import masking as visible
from transformer_grading.instructor.cases.core import Case
from transformer_grading.instructor.hidden import masking as hidden
from transformer_grading.instructor.right.masking import (
    dialects,
    finding,
    masks,
    targets,
)

CASES = (
    Case(visible.CAUSAL, hidden.CAUSAL, masks.CAUSAL),
    Case(visible.MASKS, hidden.MASKS, masks.MASKS),
    Case(visible.MULTIHEAD, hidden.MULTIHEAD, dialects.MULTIHEAD),
    Case(visible.ADDITIVE, hidden.ADDITIVE, dialects.ADDITIVE),
    Case(visible.SHIFT, hidden.SHIFT, targets.SHIFT),
    Case(visible.SCORES, hidden.SCORES, targets.SCORES),
    Case(visible.COUNTEREXAMPLE, hidden.COUNTEREXAMPLE, finding.EXAMPLE),
    Case(visible.REPAIRED, hidden.REPAIRED, finding.REPAIRED),
    Case(visible.LEAKS, hidden.LEAKS, finding.LEAKS),
    Case(visible.PACKED, hidden.PACKED, finding.PACKED),
)
