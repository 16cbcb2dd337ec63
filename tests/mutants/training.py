"""How known mistakes look in training."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_10_training.py", "test_learner.py", "test_batching.py")
OPTIMISERS = ("test_optimisers.py",)
RESUME = ("-m unhooked test_resume.py",)
loss = partial(Mutant, file="training/loss.py", tests=TESTS)
learner = partial(Mutant, file="training/learner.py", tests=TESTS)
rate = partial(Mutant, file="training/schedule.py", tests=TESTS)
SHIFTED = "return tokens[:, :-1], tokens[:, 1:]"
SUM = "return losses.masked_fill(labels == pad_id, 0.0).sum()"
SPREAD = "spread = -log_p.mean(dim=-1)"
COUNTED = "return Tally(smoothed, plain, int(right.sum()), int(counts.sum()))"
WEIGHED = "(loss * world_size / tokens).backward()"

MUTANTS = (
    loss(
        "H01",
        "labels are what is read",
        SHIFTED,
        "return tokens[:, :-1], tokens[:, :-1]",
    ),
    loss("H02", "shifted twice", SHIFTED, "return tokens[:, :-2], tokens[:, 2:]"),
    loss(
        "H03",
        "shifted after flattening",
        SHIFTED,
        "return tokens, tokens.flatten().roll(-1).view_as(tokens)",
    ),
    loss(
        "H05", "shifted the wrong way", SHIFTED, "return tokens[:, 1:], tokens[:, :-1]"
    ),
    loss("O01", "padding counted", SUM, "return losses.sum()"),
    loss("O01", "padding counted by the kernel", "ignore_index=pad_id,", ""),
    loss(
        "O03",
        "spread over V - 1",
        SPREAD,
        "spread = -log_p.sum(dim=-1) / (log_p.shape[-1] - 1)",
    ),
    loss(
        "O04",
        "padding left out of the spread",
        SPREAD,
        "spread = (log_p[..., pad_id] - log_p.sum(dim=-1)) / log_p.shape[-1]",
    ),
    loss("O06", "divided by the vocabulary too", SUM, f"{SUM} / logits.shape[-1]"),
    loss("O06", "the mean of the kernel", 'reduction="sum"', 'reduction="mean"'),
    loss("O07", "needs padding", SUM, f"(labels == pad_id).nonzero()[0]\n    {SUM}"),
    loss(
        "O09",
        "perplexity of the smoothed loss",
        "mean = self.plain /",
        "mean = self.smoothed /",
    ),
    learner(
        "O10",
        "the mean of two means",
        WEIGHED,
        "(loss / batch.guesses(self.pad_id) / len(batches)).backward()",
    ),
    loss(
        "O11",
        "perplexity token by token, then averaged",
        COUNTED,
        "each = F.cross_entropy(logits[counts], labels[counts], reduction='none')\n"
        "    plain = (each.exp().mean().log() * counts.sum()).item()\n"
        f"    {COUNTED}",
    ),
    loss(
        "O12",
        "softmax before the kernel",
        'at_least_float32(logits), "batch',
        'at_least_float32(logits).softmax(-1), "batch',
    ),
    loss("O13", "right guesses of padding count", "== labels) & counts", "== labels)"),
    learner(
        "O14",
        "another padding than the batches'",
        "smoothing=self.settings.smoothing, pad_id=self.pad_id",
        "smoothing=self.settings.smoothing",
    ),
    loss(
        "O15",
        "labels flattened the other way",
        '"batch target -> (batch target)"',
        '"batch target -> (target batch)"',
    ),
    rate("N01", "no rate for update 0", "step = max(step, 1)", "pass"),
    rate("N04", "an own rate of the optimiser let in", "if rates:", "if False:"),
    learner(
        "N05",
        "schedule not stepped with the update",
        "            schedule.step()\n",
        "",
    ),
    rate(
        "N06",
        "divided by the warm-up once more",
        "return highest * step / warmup",
        "return highest * step / warmup / warmup",
    ),
    learner("N07", "warm-up fixed", "warmup=settings.warmup", "warmup=4"),
    Mutant(
        "U05",
        "measured with dropout on",
        "with mode(model, training=False), torch.no_grad():",
        "with torch.no_grad():",
        "training/evaluation.py",
        TESTS,
    ),
    Mutant(
        "",
        "the first row's width forgotten",
        "            width = corpus.length(row)\n",
        "            width = 0\n",
        "training/batching.py",
        ("test_batching.py",),
    ),
    Mutant(
        "",
        "another seed let in",
        '_FREE = {"steps", ',
        '_FREE = {"steps", "seed", ',
        "training/settings.py",
        ("-m unhooked test_checkpoints.py",),
    ),
    Mutant(
        "",
        "another precision let in",
        '_FREE = {"steps", ',
        '_FREE = {"steps", "precision", ',
        "training/settings.py",
        ("-m unhooked test_checkpoints.py",),
    ),
    loss(
        "", "narrow labels not widened", "rearrange(labels.long()", "rearrange(labels"
    ),
    Mutant(
        "",
        "graph kept while measuring",
        "with mode(model, training=False), torch.no_grad():",
        "with mode(model, training=False):",
        "training/evaluation.py",
        TESTS,
    ),
    Mutant(
        "",
        "measurements not kept",
        "[list(validation) for validation in self.validations]",
        "[]",
        "training/history.py",
        TESTS,
    ),
    Mutant(
        "",
        "moments of the optimiser not taken up again",
        'for name in ("optimisers", "schedules"):',
        'for name in ("schedules",):',
        "training/learner.py",
        RESUME,
    ),
    Mutant(
        "",
        "a table of words moved as a matrix",
        "if id(part.weight) not in tables:",
        "if True:",
        "training/optimisers.py",
        OPTIMISERS,
    ),
    Mutant(
        "",
        "steps of another length than Adam's",
        'like_adam = "match_rms_adamw"',
        'like_adam = "original"',
        "training/optimisers.py",
        OPTIMISERS,
    ),
    Mutant(
        "",
        "place in the data not taken up again",
        '        self.stream.load_state_dict(state["stream"])\n',
        "",
        "training/loop.py",
        RESUME,
    ),
    Mutant(
        "",
        "tokens lost in a sum over processes",
        "dtype=torch.float64, device=device",
        "dtype=torch.float32, device=device",
        "training/distributed.py",
        ("-m unhooked test_distributed.py",),
    ),
)
ELSEWHERE = {
    "H04": "a wrong reading of a right number: `Tally.accuracy` says what it is not",
}
