"""Sentences as ids: pieces of words, learned by byte-pair encoding.

Both languages share one vocabulary. It begins with the three marks of `MARKS`, then has
the 256 bytes, then the characters of the training text, then their merges. A character
that the training text lacks is spelled in its bytes, so that every text can be written,
and read back as it was.

Source: sennrich2016, section 3.2; kudo2018, section 3.
"""

import hashlib
import operator
from collections.abc import Iterable, Sequence
from pathlib import Path

from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers import Tokenizer as _Engine

from transformer_lib.data.pairs import Pair

PAD_ID, BOS_ID, EOS_ID = 0, 1, 2
MARKS = ("<pad>", "<bos>", "<eos>")
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
SPACE = "▁"
# A word, a digit or a sign, with the space before it: no piece reaches further.
_WORD = r"▁?[\p{L}\p{M}]+|▁?\d|▁?[^\p{L}\p{M}\d▁]|▁"


class Tokenizer:
    """Cuts sentences into the pieces that it has learned, and puts them together again.

    Make one with `Tokenizer.train` or `Tokenizer.load`.

    Args:
        engine: What does the work, from the package `tokenizers`.

    Raises:
        ValueError: If it is not of this make: byte-pair encoding, beginning with the
            marks and the bytes.
    """

    def __init__(self, engine: _Engine) -> None:
        _check_make(engine)
        # Somebody who writes "<pad>" means these five characters.
        engine.encode_special_tokens = True
        self._engine = engine

    @classmethod
    def train(cls, texts: Iterable[str], vocab: int = 4000) -> "Tokenizer":
        """Learn pieces from texts: the same texts give the same pieces.

        Args:
            texts: Sentences, of both languages.
            vocab: Entries that the vocabulary shall have, marks and bytes included.

        Returns:
            A tokenizer with these entries.

        Raises:
            ValueError: If there is no text, or too little for so many entries, or if
                the characters alone are more.
        """
        engine = _untrained()
        trainer = trainers.BpeTrainer(
            vocab_size=vocab, special_tokens=[*MARKS, *BYTES], show_progress=False
        )
        engine.train_from_iterator(texts, trainer)
        if engine.get_vocab_size() != vocab:
            raise ValueError(
                f"vocab is {vocab}, but these texts give {engine.get_vocab_size()} "
                f"entries: {len(MARKS)} marks, {len(BYTES)} bytes, their characters "
                f"and what they merge to. Give more text, or choose another vocab."
            )
        return cls(engine)

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        """Read a tokenizer that was saved.

        Args:
            path: The file.

        Returns:
            The tokenizer.

        Raises:
            FileNotFoundError: If there is no such file.
            ValueError: If it is damaged, of another version, or no tokenizer of this
                make.
        """
        if not path.is_file():
            raise FileNotFoundError(f"{path} is not there: train and save a tokenizer.")
        try:
            engine = _Engine.from_str(path.read_text(encoding="utf-8"))
        except Exception as error:  # the package has no kind of its own
            raise ValueError(
                f"{path} is damaged, no tokenizer, or of a version that the installed "
                f"package tokenizers does not read ({error}): train it again."
            ) from error
        try:
            return cls(engine)
        except ValueError as error:
            raise ValueError(f"{path} is another tokenizer: {error}") from error

    def save(self, path: Path) -> None:
        """Write the tokenizer to a file, in the format of the package `tokenizers`.

        Args:
            path: The file; what is there is replaced.
        """
        path.write_text(self._engine.to_str(pretty=True), encoding="utf-8")

    @property
    def vocab(self) -> int:
        """How many entries the vocabulary has; ids are smaller."""
        return int(self._engine.get_vocab_size())

    @property
    def fingerprint(self) -> str:
        """A short name that a tokenizer with other pieces would not have."""
        return hashlib.sha256(self._engine.to_str().encode()).hexdigest()[:16]

    def encode(self, text: str) -> tuple[int, ...]:
        """Write a sentence as ids.

        Args:
            text: The sentence. White space counts as one space, and as none at the
                ends, and so does ▁; a letter and its accent count as one character.

        Returns:
            The ids, from bos to eos.

        Raises:
            TypeError: If it is no text.
        """
        if not isinstance(text, str):
            raise TypeError(f"text is a {type(text).__name__}, not one sentence.")
        return (BOS_ID, *self._engine.encode(text).ids, EOS_ID)

    def encode_pairs(
        self, pairs: Iterable[Pair]
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Write both sides of pairs as ids, as a training corpus takes them.

        Args:
            pairs: Sentences and their translations.

        Returns:
            sources: The ids of each source sentence, from bos to eos.
            targets: The ids of each target sentence, from bos to eos.
        """
        rows = [(self.encode(source), self.encode(target)) for source, target in pairs]
        return [source for source, _ in rows], [target for _, target in rows]

    def decode(self, ids: Sequence[int]) -> str:
        """Read ids as a sentence.

        Args:
            ids: The ids, with or without bos; what follows the first eos is not read.

        Returns:
            The sentence. Bytes that make no character are read as �.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If an id is not in the vocabulary.
        """
        row = self._checked(ids)
        row = row[: row.index(EOS_ID)] if EOS_ID in row else row
        words = [i for i in row if i >= len(MARKS)]
        return str(self._engine.decode(words, skip_special_tokens=False))

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """Say what each id stands for, as pictures show it.

        Args:
            ids: The ids.

        Returns:
            The piece of each: ▁ is the space before a word, `<0xE2>` a byte, and
            `<bos>` a mark.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If an id is not in the vocabulary.
        """
        return [str(self._engine.id_to_token(i)) for i in self._checked(ids)]

    def _checked(self, ids: Sequence[int]) -> list[int]:
        row = [operator.index(i) for i in ids]
        for i in row:
            if not 0 <= i < self.vocab:
                raise ValueError(
                    f"ids holds {i}, but the vocabulary has {self.vocab} entries, 0 to "
                    f"{self.vocab - 1}: use the tokenizer of the model."
                )
        return row


def _untrained() -> _Engine:
    engine = _Engine(models.BPE(byte_fallback=True))
    engine.normalizer = normalizers.Sequence(
        [
            normalizers.NFC(),
            normalizers.Replace(Regex(r"\s+"), " "),
            normalizers.Strip(),
        ]
    )
    engine.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(SPACE, prepend_scheme="always", split=False),
            pre_tokenizers.Split(Regex(_WORD), "isolated"),
        ]
    )
    engine.decoder = decoders.Sequence(
        [decoders.Metaspace(SPACE), decoders.ByteFallback(), decoders.Fuse()]
    )
    return engine


def _check_make(engine: _Engine) -> None:
    begins = (*MARKS, *BYTES)
    for i, piece in enumerate(begins):
        if engine.id_to_token(i) != piece:
            raise ValueError(
                f"entry {i} of its vocabulary is {engine.id_to_token(i)!r}, but must "
                f"be {piece!r}: the marks and the bytes come first."
            )
