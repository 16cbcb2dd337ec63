"""Pairs of sentences as ids, checked once where they enter.

A model never looks at the values of its ids; an id beyond its table would stop it with
the words of a kernel, or not at all. Here it is named with its row.

Source: vaswani2017, section 5.1.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from transformer_lib.transformer.config import TransformerConfig

Ids = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a model can take in.

    Attributes:
        source_vocab: How many entries the table of source tokens has.
        target_vocab: How many entries the table of target tokens has.
        max_len: How many tokens a row may have, bos and eos included.
        pad_id: The id that fills rows up; no row may hold it.
    """

    source_vocab: int
    target_vocab: int
    max_len: int
    pad_id: int = 0

    def __post_init__(self) -> None:
        """Refuse limits that admit nothing."""
        smallest = min(self.source_vocab, self.target_vocab)
        if not 0 <= self.pad_id < smallest:
            raise ValueError(
                f"pad_id is {self.pad_id}, but the smaller vocabulary has the ids 0 to "
                f"{smallest - 1}: both tables need a row for padding."
            )
        if self.max_len < 2:
            raise ValueError(
                f"max_len is {self.max_len}, but bos and eos alone make 2 tokens."
            )

    @classmethod
    def of(cls, config: TransformerConfig) -> "Limits":
        """Give the limits of a Transformer.

        Args:
            config: The sizes and choices of the model.

        Returns:
            What it can take in.
        """
        return cls(
            source_vocab=config.vocab,
            target_vocab=config.n_target_entries,
            max_len=config.max_len,
            pad_id=config.pad_id,
        )


class Corpus:
    """Source rows and target rows, line by line translations of each other.

    Attributes:
        sources: The ids of each source sentence.
        targets: The ids of each target sentence, from bos to eos.
        limits: What the model can take in; every row keeps to it.
    """

    def __init__(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        limits: Limits,
    ) -> None:
        """Check rows of ids and keep them, in the order given.

        Args:
            sources: The ids of each source sentence.
            targets: The ids of each target sentence, from bos to eos.
            limits: What the model can take in.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If the two sides differ in length, if there is no pair, or if a
                row is empty, longer than `limits.max_len`, or holds an id that is
                padding or not in its table.
        """
        _check_alignment(len(sources), len(targets))
        self.sources = _checked("source", sources, limits.source_vocab, limits)
        self.targets = _checked("target", targets, limits.target_vocab, limits)
        self.limits = limits

    def __len__(self) -> int:
        """How many pairs there are."""
        return len(self.sources)

    def length(self, row: int) -> int:
        """How many tokens the longer side of one pair has."""
        return max(len(self.sources[row]), len(self.targets[row]))

    @cached_property
    def fingerprint(self) -> str:
        """A short name that other pairs, or another order, would not have."""
        return sha256(repr((self.sources, self.targets)).encode()).hexdigest()[:16]


def drop_long(
    sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]], max_len: int
) -> tuple[list[Sequence[int]], list[Sequence[int]], int]:
    """Leave out the pairs of which one side is too long.

    Args:
        sources: The ids of each source sentence.
        targets: The ids of each target sentence.
        max_len: How many tokens a row may have, bos and eos included.

    Returns:
        sources: The source rows that stay.
        targets: The target rows that stay.
        dropped: How many pairs were left out.

    Raises:
        ValueError: If the two sides differ in length.
    """
    _check_alignment(len(sources), len(targets))
    pairs = zip(sources, targets, strict=True)
    kept = [pair for pair in pairs if max(map(len, pair)) <= max_len]
    return [s for s, _ in kept], [t for _, t in kept], len(sources) - len(kept)


def _check_alignment(sources: int, targets: int) -> None:
    if sources != targets:
        raise ValueError(
            f"there are {sources} source rows and {targets} target rows, but row n of "
            f"one side is the translation of row n of the other: look for the first "
            f"pair that does not match."
        )
    if sources == 0:
        raise ValueError("there are 0 pairs of rows, but training needs at least 1.")


def _checked(
    side: str, rows: Sequence[Sequence[int]], vocab: int, limits: Limits
) -> tuple[Ids, ...]:
    checked = []
    # A target row is read and guessed: it needs one token for each.
    shortest = 2 if side == "target" else 1
    for n, row in enumerate(rows):
        try:
            ids = tuple(map(operator.index, row))
        except TypeError as error:
            raise TypeError(f"{side} row {n} holds no whole number: {error}.") from None
        if not shortest <= len(ids) <= limits.max_len:
            raise ValueError(
                f"{side} row {n} has {len(ids)} tokens, but {side} rows have from "
                f"{shortest} to {limits.max_len}: leave the pair out (drop_long does "
                f"so with long ones), or build the model with another max_len."
            )
        _check_ids(f"{side} row {n}", ids, vocab, limits.pad_id)
        checked.append(ids)
    return tuple(checked)


def _check_ids(name: str, ids: Ids, vocab: int, pad_id: int) -> None:
    for wrong in (min(ids), max(ids)):
        if not 0 <= wrong < vocab:
            raise ValueError(
                f"{name} holds the id {wrong}, but its table has {vocab} entries, 0 to "
                f"{vocab - 1}: use the tokenizer that the model was built for."
            )
    if pad_id in ids:
        raise ValueError(
            f"{name} holds the id {pad_id} at place {ids.index(pad_id)}, but that is "
            f"padding, which batching adds: pass rows without it."
        )
