"""From a sentence to its translation: tokenizer, model and search in one.

Source: vaswani2017, section 6.1.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import torch

from transformer_lib.data.tokenizer import BOS_ID, EOS_ID, PAD_ID, Tokenizer
from transformer_lib.decoding.beam import beam_search
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.decoding.sessions import TranslationSession
from transformer_lib.training.published import EN_PT_BR, read_published
from transformer_lib.transformer.model import Transformer

Ids = tuple[int, ...]
ALPHA = 1.5
"""Exponent of the length penalty that did best on dev pairs: of 0.6, 1, 1.5 and 2."""


class Translator:
    """Translates sentences with a trained model.

    Args:
        model: The model, in eval mode.
        tokenizer: The tokenizer that it was trained with.

    Raises:
        ValueError: If model and tokenizer have not equally many entries.
    """

    def __init__(self, model: Transformer, tokenizer: Tokenizer) -> None:
        if model.config.vocab != tokenizer.vocab:
            raise ValueError(
                f"the model has {model.config.vocab} entries and the tokenizer "
                f"{tokenizer.vocab}: take the one that the model was trained with."
            )
        self.model, self.tokenizer = model, tokenizer

    @classmethod
    def load(cls, folder: Path = EN_PT_BR) -> "Translator":
        """Read a translator that a training run has published.

        Args:
            folder: Where it is; by default the one that comes with this library, from
                English to Brazilian Portuguese, for the help of an office program.

        Returns:
            The translator, on the CPU.

        Raises:
            FileNotFoundError: If a file is missing.
            ValueError: If a file is damaged or belongs to another model.
        """
        published = read_published(folder)
        return cls(published.model, published.tokenizer)

    def translate(
        self,
        sentences: Sequence[str],
        *,
        beams: int = 4,
        alpha: float = ALPHA,
        batch: int = 64,
    ) -> list[str]:
        """Translate sentences, each by itself.

        A character that the tokenizer never met is spelled in bytes, so nothing is
        refused for its letters, but nothing sensible may come of it.

        Args:
            sentences: One sentence each; one of white space alone comes back empty.
            beams: Beginnings kept alive by the search, at least 1; 1 is greedy search.
            alpha: Exponent of the length penalty of the beam search, at least 0.
            batch: Sentences that are translated together, at least 1: it changes the
                time and the memory that is taken, not what is said.

        Returns:
            The translations, in the same order.

        Raises:
            TypeError: If one text is given where many are meant.
            ValueError: If a sentence has more tokens than the model can read.
        """
        if isinstance(sentences, str):
            raise TypeError("sentences is one text: pass [text], a list of sentences.")
        rows = {
            n: self._encode(sentence, n)
            for n, sentence in enumerate(sentences)
            if sentence.strip()
        }
        translations = [""] * len(sentences)
        for max_new, chosen in self._batches(rows, batch):
            stop = Stopping(max_new=max_new, eos_id=EOS_ID, pad_id=PAD_ID)
            written = self._search([rows[n] for n in chosen], stop, beams, alpha)
            for n, row in zip(chosen, written, strict=True):
                translations[n] = self.tokenizer.decode(row)
        return translations

    def _batches(
        self, rows: dict[int, Ids], batch: int
    ) -> Iterator[tuple[int, list[int]]]:
        """Group rows of like length, which need little padding, and the same room."""

        def room(n: int) -> int:
            return min(self.model.config.max_len, 2 * 8 * math.ceil(len(rows[n]) / 8))

        order = sorted(rows, key=lambda n: len(rows[n]))
        for max_new, alike in groupby(order, key=room):
            chosen = list(alike)
            for start in range(0, len(chosen), batch):
                yield max_new, chosen[start : start + batch]

    def _search(
        self, rows: list[Ids], stop: Stopping, beams: int, alpha: float
    ) -> list[list[int]]:
        device = next(self.model.parameters()).device
        longest = max(map(len, rows))
        source = torch.full((len(rows), longest), PAD_ID, device=device)
        for n, row in enumerate(rows):
            source[n, : len(row)] = torch.tensor(row, device=device)
        prompt = torch.full((len(rows), 1), BOS_ID, device=device)
        session = TranslationSession(self.model, source)
        if beams == 1:
            found = greedy_search(session, prompt, stop).tokens
        else:
            best = beam_search(session, prompt, stop, beams=beams, alpha=alpha)
            found = best.tokens[:, 0]
        return [[i for i in row if i != PAD_ID] for row in found.tolist()]

    def _encode(self, sentence: str, n: int) -> Ids:
        row = self.tokenizer.encode(sentence)
        if len(row) > self.model.config.max_len:
            raise ValueError(
                f"sentence {n} has {len(row)} tokens, but the model reads at most "
                f"{self.model.config.max_len}: cut it into sentences. It begins "
                f"{sentence[:40]!r}."
            )
        return row
