"""From pairs of sentences to the tokenizer and the rows of ids that training takes.

Source: vaswani2017, section 5.1.
"""

from collections.abc import Sequence
from pathlib import Path

from transformer_lib.data.pairs import Pair, Split, load_pairs, read_pairs
from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.training.corpus import Corpus, Limits, drop_long


def pairs_of(path: Path | None, split: Split) -> list[Pair]:
    """Read pairs from a file, or those that come with this library.

    Args:
        path: The file; if not given, the library's own.
        split: Which part of these.

    Returns:
        The pairs.

    Raises:
        FileNotFoundError: If the file is not there.
        ValueError: If it is damaged or empty, or if a line is no pair.
    """
    return load_pairs(split) if path is None else read_pairs(path)


def tokenizer_of(path: Path, pairs: Sequence[Pair], vocab: int) -> Tokenizer:
    """Read the tokenizer of a run, or train and save it if the run is new.

    Args:
        path: Where the run keeps it.
        pairs: What to train it on.
        vocab: Entries that it shall have.

    Returns:
        The tokenizer.

    Raises:
        ValueError: If the file is damaged or has another number of entries, or if the
            pairs do not give that many.
    """
    if not path.exists():
        tokenizer = Tokenizer.train((text for pair in pairs for text in pair), vocab)
        tokenizer.save(path)
        return tokenizer
    tokenizer = Tokenizer.load(path)
    if tokenizer.vocab != vocab:
        raise ValueError(
            f"{path} has {tokenizer.vocab} entries, but vocab is {vocab}: go on with "
            f"the same value, or begin in another folder."
        )
    return tokenizer


def make_corpus(
    pairs: Sequence[Pair], tokenizer: Tokenizer, limits: Limits
) -> tuple[Corpus, int]:
    """Write pairs as ids, and leave out those that the model cannot read.

    Args:
        pairs: Sentences and their translations.
        tokenizer: Makes the ids.
        limits: What the model can take in.

    Returns:
        corpus: The pairs that stay.
        dropped: How many were too long.

    Raises:
        ValueError: If none stays.
    """
    sources, targets = tokenizer.encode_pairs(pairs)
    short_sources, short_targets, dropped = drop_long(sources, targets, limits.max_len)
    return Corpus(short_sources, short_targets, limits), dropped
