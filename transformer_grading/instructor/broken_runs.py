"""Make the runs that the exercise of chapter 10 shows: one is right, five are not.

    python -m transformer_grading.instructor.broken_runs

prints both tables as they stand in the notebook, after a minute or two on one core. A
tiny model learns short pairs; each fault is one line, and all else is the same.
"""

import random
from collections.abc import Iterator

import torch
from torch import Tensor

from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.training.batching import Batch, Stream, collate
from transformer_lib.training.corpus import Corpus, Limits, drop_long
from transformer_lib.training.evaluation import evaluate
from transformer_lib.training.learner import Learner
from transformer_lib.training.loss import smoothed_cross_entropy
from transformer_lib.training.settings import TrainingSettings
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

UPDATES = (1, 10, 20, 40, 80, 120, 180, 240)
"""The updates after which a line is printed."""

EPS, VOCAB, PAIRS, LONGEST, FEW = 0.1, 1000, 3000, 24, 40
_SIZES = TransformerConfig(
    vocab=VOCAB, d_model=48, n_heads=4, d_ff=96, n_encoder_blocks=1, n_decoder_blocks=1
)
_SETTINGS = TrainingSettings(d_model=_SIZES.d_model, warmup=40, smoothing=EPS)

Run = Iterator[tuple[Learner, Batch]]


class SoftmaxTwice(Transformer):
    """End with a softmax, although the loss has one."""

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Give probabilities where scores are wanted."""
        return super().forward(source, target).softmax(dim=-1)


class Blind(Transformer):
    """See the same two tokens, whatever is given."""

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Score every place alike."""
        one = torch.ones_like(target[:1, :1])
        return super().forward(one, one).expand(*target.shape, -1)


class Copying(Learner):
    """Let the decoder read what it has to guess."""

    def loss(self, batch: Batch) -> Tensor:
        """Leave the shift out."""
        labels = batch.target[:, 1:]
        logits = self.model(batch.source, labels)
        return smoothed_cross_entropy(logits, labels, smoothing=EPS)


def corpora() -> tuple[Corpus, Corpus]:
    """Give the pairs to learn from, and those that no run sees."""
    seen = load_pairs(Split.TRAIN)[:PAIRS]
    tokenizer = Tokenizer.train([side for pair in seen for side in pair], vocab=VOCAB)
    learned, unseen = (
        Corpus(*drop_long(*tokenizer.encode_pairs(p), LONGEST)[:2], Limits.of(_SIZES))
        for p in (seen, load_pairs(Split.DEV)[:500])
    )
    return learned, unseen


def _run(
    corpus: Corpus,
    model: type[Transformer] = Transformer,
    learner: type[Learner] = Learner,
) -> Run:
    torch.manual_seed(0)
    one = learner(model(_SIZES), _SETTINGS)
    return ((one, batch) for batch in Stream(corpus, 400))


def _padding_counted(corpus: Corpus) -> Run:
    """Name another id as padding, and draw batches at random."""
    torch.manual_seed(0)
    learner, order = Learner(Transformer(_SIZES), _SETTINGS, pad_id=3), random.Random(1)
    while True:
        yield learner, collate(corpus, order.sample(range(len(corpus)), 12))


def runs(corpus: Corpus) -> dict[str, Run]:
    """Give the runs, by the letters that the notebook gives them.

    Args:
        corpus: The pairs to learn from.
    """
    few = Corpus(corpus.sources[:FEW], corpus.targets[:FEW], corpus.limits)
    return {
        "A": _run(corpus, SoftmaxTwice),
        "B": _padding_counted(corpus),
        "C": _run(corpus),
        "D": _run(corpus, learner=Copying),
        "E": _run(few),
        "F": _run(corpus, Blind),
    }


def recorded(run: Run, unseen: Batch) -> Iterator[tuple[float, float]]:
    """Give the loss as reported and the loss on unseen pairs, at each kept update.

    Args:
        run: The run.
        unseen: The unseen pairs.
    """
    losses = []
    for update in range(1, UPDATES[-1] + 1):
        learner, batch = next(run)
        losses.append(learner.update([batch]).loss)
        if update in UPDATES:
            measured = evaluate(learner.model, [unseen], smoothing=EPS)
            yield sum(losses[-5:]) / len(losses[-5:]), measured.loss


def landmarks(corpus: Corpus) -> dict[str, float]:
    """Give the losses beside which a run is read, with smoothed labels.

    Args:
        corpus: The pairs to learn from.
    """
    guessed = torch.tensor([i for row in corpus.targets for i in row[1:]])
    u = guessed.bincount(minlength=VOCAB) / len(guessed)
    sure = torch.eye(VOCAB)[0]
    shares = {"knows nothing": torch.ones(VOCAB) / VOCAB, "counts": u, "floor": sure}
    marks = {
        name: float(torch.special.entr((1 - EPS) * q + EPS / VOCAB).sum())
        for name, q in shares.items()
    }
    label = torch.tensor([[1]])  # scores that are shares are best as those of `sure`
    best = smoothed_cross_entropy(sure.roll(1)[None, None], label, smoothing=EPS)
    return {**marks, "two softmaxes": best.item()}


def main() -> None:
    """Print both tables, and the landmarks beside which they are read."""
    learned, unseen = corpora()
    print(*(f"{name} {loss:.2f}" for name, loss in landmarks(learned).items()))
    batch = collate(unseen, [*range(len(unseen))])
    found = [[*recorded(run, batch)] for run in runs(learned).values()]
    for side in range(2):
        print()
        for update, row in zip(UPDATES, zip(*found, strict=True), strict=True):
            print(f"{update:3}", *(f"{pair[side]:5.2f}" for pair in row))


if __name__ == "__main__":
    main()
