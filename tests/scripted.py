"""Models that follow a script, so that what a search must find is known beforehand."""

import itertools
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from transformer_lib.decoding.next_token import NextToken, Stopping

PAD, BOS, EOS = 0, 1, 2
Text = tuple[int, ...]


class Scripted:
    """A `NextToken` whose logits are looked up by row and by all that the row has read.

    Args:
        logits: Takes the number of a row in the batch and its tokens so far.
        rows: Rows in the batch.
        max_len: The most tokens of a row that it can read.

    Attributes:
        reads: The shape of the tokens of each call.
    """

    def __init__(
        self, logits: Callable[[int, Text], Tensor], rows: int = 1, max_len: int = 99
    ):
        self.logits, self.max_len = logits, max_len
        self.vocab = len(logits(0, (BOS,)))
        self.labels, self.texts = list(range(rows)), [()] * rows
        self.reads = []

    @property
    def length(self):
        return max(map(len, self.texts), default=0)

    def __call__(self, tokens):
        self.reads.append(tuple(tokens.shape))
        answers = []
        pairs = zip(self.labels, tokens.tolist(), strict=True)
        for row, (label, new) in enumerate(pairs):
            before, self.texts[row] = self.texts[row], self.texts[row] + tuple(new)
            ends = range(len(before) + 1, len(self.texts[row]) + 1)
            answers.append([self.logits(label, self.texts[row][:end]) for end in ends])
        return torch.stack([torch.stack(answer) for answer in answers])

    def select(self, rows):
        self.labels = [self.labels[row] for row in rows.tolist()]
        self.texts = [self.texts[row] for row in rows.tolist()]


def bos(rows: int) -> Tensor:
    """Begin every row with the same token."""
    return torch.full((rows, 1), BOS)


def writes(texts: Sequence[Text], lead: float | Sequence[float] = 0.01) -> Scripted:
    """Make each row write its text, each token barely likelier than all others."""
    leads = [lead] * len(texts) if isinstance(lead, float) else lead

    def logits(row: int, read: Text) -> Tensor:
        text, written = texts[row], len(read) - 1
        near = torch.zeros(7, dtype=torch.float64)
        near[text[min(written, len(text) - 1)]] = leads[row]
        return near

    return Scripted(logits, len(texts))


def tree(ways: Mapping[Text, Mapping[int, float]], vocab: int = 7) -> Scripted:
    """Make a model of one row from the log-probabilities of what follows each text.

    Padding takes what is left of the probability; a text that is not listed ends.
    """

    def logits(row: int, read: Text) -> Tensor:
        found = torch.full((vocab,), -torch.inf, dtype=torch.float64)
        for token, log_prob in ways.get(read[1:], {EOS: 0.0}).items():
            found[token] = log_prob
        found[PAD] = torch.log1p(-found.exp().sum())
        return found

    return Scripted(logits)


def drawn(rows: int, vocab: int = 5, seed: int = 0, first: int = 0) -> Scripted:
    """Make a model whose logits are drawn anew for every row and every text."""

    def logits(row: int, read: Text) -> Tensor:
        generator = torch.Generator().manual_seed(hash((seed, first + row, read)))
        return 2 * torch.randn(vocab, generator=generator, dtype=torch.float64)

    return Scripted(logits, rows)


def log_prob(model: Scripted, row: int, begun: Text, text: Text) -> float:
    """Add up how likely a model finds each token of a text, given those before."""
    return sum(
        model.logits(row, begun + text[:n]).log_softmax(-1)[token].item()
        for n, token in enumerate(text)
    )


def every_text(vocab: int, stop: Stopping) -> list[Text]:
    """List all texts that may be written: those that end, and those cut off."""
    words = [w for w in range(vocab) if w not in (stop.eos_id, stop.pad_id)]
    open_texts = [
        text
        for length in range(stop.max_new)
        for text in itertools.product(words, repeat=length)
    ]
    full = list(itertools.product(words, repeat=stop.max_new))
    return [(*text, stop.eos_id) for text in open_texts] + full


def rescored(model: NextToken, prompt: Tensor, tokens: Tensor, lengths: Tensor):
    """Read prompts of one length with their texts, and add up log-probabilities."""
    start = prompt.shape[1]
    logits = model(torch.cat([prompt, tokens], dim=1))[:, start - 1 : -1]
    each = logits.log_softmax(-1).gather(-1, tokens[..., None])[..., 0]
    return each.where(torch.arange(tokens.shape[1]) < lengths[:, None], 0).sum(1)
