"""How known mistakes look in the attention."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_02_attention.py", "test_attention_elsewhere.py")
FILE = "attention.py"
SCORES = "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])"
UNMASKED = "weights = scores.softmax(dim=-1)\n"
MASKED = "scores.masked_fill(~(mask | empty), -math.inf).softmax(dim=-1)"
BLANKED = "weights = weights.masked_fill(empty, 0.0)"
AVERAGE = "return weights @ v, weights"
FUSED = "return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"
ELSEWHERE = "F.scaled_dot_product_attention(q, k, v, attn_mask=mask | empty)"
FUSED_BLANKED = "return output.masked_fill(empty, 0.0)"


mutant = partial(Mutant, file=FILE, tests=TESTS)


def fill(row: str, does: str, filled: str) -> Mutant:
    """Put something else in the place of the scores with hidden ones at -inf."""
    return mutant(row, does, MASKED, f"({filled}).softmax(dim=-1)")


MUTANTS = (
    mutant("A01", "scores not scaled", SCORES, "scores = q @ k.transpose(-2, -1)"),
    mutant(
        "A01",
        "scores not scaled in the kernel",
        FUSED,
        FUSED.replace("=mask)", "=mask, scale=1.0)"),
    ),
    mutant("A05", "scaled by √heads", SCORES, SCORES.replace("[-1]", "[1]")),
    mutant("", "scaled by √keys", SCORES, SCORES.replace("q.shape[-1]", "k.shape[-2]")),
    mutant("", "scaled by √d_v", SCORES, SCORES.replace("q.shape[-1]", "v.shape[-1]")),
    mutant("", "scaled by d_k", SCORES, SCORES.replace("math.sqrt", "")),
    mutant(
        "A06", "shared out among the queries", UNMASKED, UNMASKED.replace("-1", "-2")
    ),
    mutant("A06", "the same under a mask", MASKED, MASKED.replace("-1)", "-2)")),
    mutant("A07", "softmax along axis 2", UNMASKED, UNMASKED.replace("-1", "2")),
    mutant("A07", "softmax along axis 3", UNMASKED, UNMASKED.replace("-1", "3")),
    mutant(
        "A08",
        "softmax along an axis of length 1",
        UNMASKED,
        "weights = scores[..., None].softmax(dim=-1)[..., 0]\n",
    ),
    mutant("A09", "shared out in the batch", UNMASKED, UNMASKED.replace("-1", "0")),
    fill("A11", "mask never used", "scores"),
    mutant(
        "A11",
        "mask never passed to the kernel",
        FUSED,
        "return F.scaled_dot_product_attention(q, k, v)",
    ),
    mutant(
        "A11",
        "mask never passed to another kernel",
        ELSEWHERE,
        "F.scaled_dot_product_attention(q, k, v)",
    ),
    fill("A13", "scores times mask", "scores * (mask | empty)"),
    fill("A14", "mask added as 0 and 1", "scores + (mask | empty)"),
    mutant(
        "A14",
        "mask added as 0 and 1 in the kernel",
        FUSED,
        FUSED.replace("=mask)", "=None if mask is None else mask.to(q.dtype))"),
    ),
    fill("A15", "filled with 1e-9", "scores.masked_fill(~(mask | empty), 1e-9)"),
    fill("A15", "filled with -1e-9", "scores.masked_fill(~(mask | empty), -1e-9)"),
    fill("", "filled with -100", "scores.masked_fill(~(mask | empty), -100.0)"),
    fill("", "filled with -1e4", "scores.masked_fill(~(mask | empty), -1e4)"),
    fill("", "filled with -1e9", "scores.masked_fill(~(mask | empty), -1e9)"),
    fill("A16", "filled with -1e9 times 0", "scores * (mask | empty) + -1e9 * 0"),
    fill("A17", "filled with +inf", "scores.masked_fill(~(mask | empty), math.inf)"),
    mutant(
        "A19",
        "masked scores thrown away",
        f"weights = {MASKED}",
        "scores.masked_fill(~(mask | empty), -math.inf)\n"
        "        weights = scores.softmax(dim=-1)",
    ),
    fill("A20", "mask turned round", "scores.masked_fill(mask & ~empty, -math.inf)"),
    mutant(
        "A20",
        "mask turned round in the kernel",
        FUSED,
        FUSED.replace("=mask)", "=None if mask is None else ~mask)"),
    ),
    mutant(
        "A21",
        "0/0 in an empty row, hidden afterwards",
        MASKED,
        "scores.masked_fill(~mask, -math.inf).softmax(dim=-1)",
    ),
    mutant("A22", "an empty row shared out", BLANKED, "pass"),
    mutant("A22", "an empty row of the kernel kept", FUSED_BLANKED, "return output"),
    mutant(
        "A21",
        "0/0 in an empty row of another kernel",
        ELSEWHERE,
        ELSEWHERE.replace("mask | empty", "mask"),
    ),
    mutant(
        "",
        "masked after the softmax",
        f"weights = {MASKED}",
        "weights = scores.softmax(dim=-1) * mask",
    ),
    mutant("", "scores returned as weights", AVERAGE, "return weights @ v, scores"),
    mutant("", "weights cut off", AVERAGE, "return weights.detach() @ v, weights"),
    mutant(
        "",
        "weights handed out without their gradient",
        AVERAGE,
        "return weights @ v, weights.detach()",
    ),
    mutant(
        "U01",
        "the kernel drops weights although nobody trains",
        FUSED,
        FUSED.replace("=mask)", "=mask, dropout_p=0.1)"),
    ),
    mutant(
        "U02", "scores dropped", SCORES, f"{SCORES}\n    scores = F.dropout(scores)"
    ),
    mutant(
        "S01",
        "exponentials of bare scores",
        UNMASKED,
        "weights = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)\n",
    ),
    mutant(
        "S02",
        "one maximum for the whole tensor",
        UNMASKED,
        "weights = (scores - scores.max()).exp()\n"
        "        weights = weights / weights.sum(dim=-1, keepdim=True)\n",
    ),
)
ELSEWHERE = {
    "S05": "no softmax of the library's own, whose axis could be ignored",
}
