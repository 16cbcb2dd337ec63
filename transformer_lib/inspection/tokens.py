"""Sentences as the pieces of words that a pretrained encoder knows.

Source: devlin2019, section 3.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from transformer_lib.inspection.encoder import existing


class Tokens(NamedTuple):
    """Sentences, cut into pieces and filled up on the right to one length.

    Attributes:
        ids: The pieces as entries of the vocabulary.
        mask: True where a piece is, False where the batch is only filled up.
        words: True where a piece comes from the sentence itself: not where the batch is
            filled up, nor for the special pieces at its start and end.
        pieces: The pieces of each sentence as text, without what fills it up.
    """

    ids: Int[Tensor, "batch seq"]
    mask: Bool[Tensor, "batch seq"]
    words: Bool[Tensor, "batch seq"]
    pieces: list[list[str]]


class WordPieces:
    """Cut sentences into the pieces of words that an encoder was trained on.

    Args:
        folder: Holds `tokenizer.json`, in the format of the package `tokenizers`.
        max_len: Most pieces that the encoder reads, special ones included.

    Raises:
        FileNotFoundError: If the file is not there.
        ImportError: If the package `tokenizers` is not installed.
        ValueError: If the file is damaged.
    """

    def __init__(self, folder: Path, *, max_len: int) -> None:
        self.max_len = max_len
        self.tokenizer = _read(existing(folder / "tokenizer.json"))
        # The file asks for a fixed length; nothing may be cut off unsaid.
        self.tokenizer.no_truncation()
        self.tokenizer.enable_padding(
            pad_id=self.tokenizer.token_to_id("[PAD]"), pad_token="[PAD]"
        )

    def __call__(self, sentences: Sequence[str]) -> Tokens:
        """Cut some sentences into pieces.

        Args:
            sentences: The sentences, at least one.

        Returns:
            Their pieces, one row a sentence.

        Raises:
            TypeError: If it is one sentence and not a list of them.
            ValueError: If there is no sentence, or if one has too many pieces.
        """
        if isinstance(sentences, str):
            raise TypeError("sentences is one text: put it into a list.")
        if len(sentences) == 0:
            raise ValueError("there are 0 sentences: give at least 1.")
        encoded = self.tokenizer.encode_batch(list(sentences))
        mask = torch.tensor([row.attention_mask for row in encoded]).bool()
        special = torch.tensor([row.special_tokens_mask for row in encoded]).bool()
        lengths = mask.sum(-1).tolist()
        for n, length in enumerate(lengths):
            if length > self.max_len:
                raise ValueError(
                    f"sentence {n} has {length} pieces, but the encoder reads at most "
                    f"{self.max_len}: shorten it."
                )
        pieces = [
            row.tokens[:length] for row, length in zip(encoded, lengths, strict=True)
        ]
        ids = torch.tensor([row.ids for row in encoded])
        return Tokens(ids, mask, mask & ~special, pieces)


def _read(path: Path) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ImportError(
            "cutting sentences into pieces needs the package tokenizers: "
            'pip install "transformer-course[pretrained]"'
        ) from error
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # the package has no kind of its own
        raise ValueError(f"{path} is damaged ({error}): install it again.") from error
