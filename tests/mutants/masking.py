"""How known mistakes look in masks."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_07_masking.py",)
# Those tests make masks while they are collected, where a wrong shape is an error.
masks_in_use = partial(
    Mutant, file="masking/masks.py", tests=("test_09_transformer.py",)
)
masks = partial(Mutant, file="masking/masks.py", tests=TESTS)
torch_masks = partial(Mutant, file="masking/pytorch.py", tests=TESTS)
added = partial(Mutant, file="masking/additive.py", tests=TESTS)
hugging = partial(Mutant, file="masking/hugging_face.py", tests=TESTS)
leaks = partial(Mutant, file="masking/leaks.py", tests=("test_leaks.py",))
CAUSAL = "everything.tril(diagonal=key - query)"
PADDING = "return (ids != pad_id)[:, None, None, :]"
JOINED = "reduce(torch.logical_and, masks)"

MUTANTS = (
    masks(
        "C01", "no token sees itself", CAUSAL, CAUSAL.replace("query)", "query - 1)")
    ),
    masks("C03", "the other triangle", CAUSAL, CAUSAL.replace("tril", "triu")),
    masks_in_use("C08", "numbers, not booleans", CAUSAL, f"{CAUSAL}.float()"),
    masks("", "lined up at the first key", CAUSAL, "everything.tril()"),
    masks("A20", "turned round", PADDING, PADDING.replace("!=", "==")),
    masks_in_use(
        "G02",
        "queries hidden too",
        PADDING,
        "real = ids != pad_id\n"
        "    return (real[:, :, None] & real[:, None, :])[:, None]",
    ),
    masks("G03", "or in the place of and", JOINED, JOINED.replace("and", "or")),
    masks("G04", "only the first mask kept", JOINED, "masks[0]"),
    masks("G05", "padding is always 0", PADDING, PADDING.replace("pad_id", "0")),
    masks_in_use(
        "M07", "padding mask without its axes", PADDING, "return ids != pad_id"
    ),
    torch_masks(
        "A20",
        "not turned round for nn.MultiheadAttention",
        'return ~rearrange(mask, "batch heads query key -> (batch heads) query key")',
        'return rearrange(mask, "batch heads query key -> (batch heads) query key")',
    ),
    torch_masks(
        "A20", "padding not turned round", "~keys_only(mask)", "keys_only(mask)"
    ),
    added(
        "A17",
        "added as +inf",
        "masked_fill(~mask, hidden)",
        "masked_fill(~mask, -hidden)",
    ),
    added(
        "A14", "1 added where a query may look", "torch.zeros_like", "torch.ones_like"
    ),
    hugging(
        "A20", "0 for a token", "keys_only(mask).long()", "(~keys_only(mask)).long()"
    ),
    leaks("", "no leak ever found", "~allowed).any():", "~allowed).all():"),
)
ELSEWHERE: dict[str, str] = {}
