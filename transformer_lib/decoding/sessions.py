"""One model, one batch, one text in the making: what a search talks to.

Source: vaswani2017, section 3.1.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_lib.decoding.caches import decoder_caches, language_model_caches
from transformer_lib.decoding.ids import check_ids, lengths_without_padding
from transformer_lib.masking.masks import padding_mask
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer


class TranslationSession:
    """Write with a Transformer, which reads the source once.

    It is a `NextToken`. Neither gradients nor dropout play a part: a model in training
    mode is refused, and its mode is left to whoever set it.

    Args:
        model: The model, in evaluation mode.
        source: What is read, as entries of the vocabulary, padded on the right.
        cached: Whether keys and values are kept between calls. Without, every call
            computes the whole text anew, to the same result.

    Attributes:
        vocab: Entries of the vocabulary that is written.
        max_len: The most tokens of one row that the model can read.
        text: What each row has read of its own text so far.

    Raises:
        TypeError: If the source holds no whole numbers.
        ValueError: If the model is in training mode, or if the source holds an id
            beyond the vocabulary, a row without tokens, or padding before a token.

    Source: vaswani2017, section 3.1.
    """

    def __init__(
        self,
        model: Transformer,
        source: Int[Tensor, "batch source"],
        *,
        cached: bool = True,
    ) -> None:
        config = model.config
        _refuse_training(model)
        check_ids(source, config.vocab, "source")
        lengths = lengths_without_padding(source, config.pad_id, "source")
        source = source.long()
        self.model, self.vocab = model, config.n_target_entries
        self.max_len = config.max_len
        padded = bool(
            (lengths < source.shape[1]).any()
        )  # else there is nothing to hide
        self.mask = padding_mask(source, config.pad_id) if padded else None
        with torch.no_grad():
            self.memory = model.encode(source, self.mask)
        self.text = source[:, :0]
        self.caches = decoder_caches(config.n_decoder_blocks) if cached else None

    @property
    def length(self) -> int:
        """How many tokens of each row have been read so far."""
        return self.text.shape[1]

    @torch.no_grad()
    def __call__(
        self, tokens: Int[Tensor, "rows seq"]
    ) -> Float[Tensor, "rows seq vocab"]:
        """Read on in the text, remembering what was read before.

        Args:
            tokens: What follows in each row.

        Returns:
            For each new token the logits of its successor.

        Raises:
            ValueError: If there are more or fewer rows than sources, or if the
                positions do not reach that far.
        """
        if len(tokens) != len(self.text):
            raise ValueError(
                f"there are {len(tokens)} rows of tokens, but {len(self.text)} of the "
                f"source: give one row of tokens for each source."
            )
        start = self.length
        self.text = torch.cat([self.text, tokens], dim=1)
        if self.caches is None:
            return self.model.decode(self.text, self.memory, self.mask)[:, start:]
        return self.model.decode(
            tokens, self.memory, self.mask, start=start, caches=self.caches
        )

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with these rows, in this order; a row may repeat.

        Args:
            rows: Which of the present rows go on.
        """
        self.text, self.memory = self.text[rows], self.memory[rows]
        self.mask = None if self.mask is None else self.mask[rows]
        for own, read in self.caches or []:
            own.select(rows)
            read.select(rows)


class LanguageSession:
    """Write with a language model.

    It is a `NextToken`. As for a `TranslationSession`, neither gradients nor dropout
    play a part.

    Args:
        model: The model, in evaluation mode.
        cached: Whether keys and values are kept between calls. Without, every call
            computes the whole text anew, to the same result.

    Attributes:
        vocab: Entries of the vocabulary.
        max_len: The most tokens of one row that the model can read.
        text: What each row has read so far; None before the first call.

    Raises:
        ValueError: If the model is in training mode.

    Source: radford2018, section 3.1.
    """

    def __init__(self, model: LanguageModel, *, cached: bool = True) -> None:
        _refuse_training(model)
        config = model.config
        self.model, self.vocab = model, config.vocab
        self.max_len = config.max_len
        self.text: Tensor | None = None
        blocks = config.n_decoder_blocks
        self.caches = language_model_caches(blocks) if cached else None

    @property
    def length(self) -> int:
        """How many tokens of each row have been read so far."""
        return 0 if self.text is None else self.text.shape[1]

    @torch.no_grad()
    def __call__(
        self, tokens: Int[Tensor, "rows seq"]
    ) -> Float[Tensor, "rows seq vocab"]:
        """Read on, remembering what was read before.

        Args:
            tokens: What follows in each row.

        Returns:
            For each new token the logits of its successor.

        Raises:
            ValueError: If the positions do not reach that far.
        """
        before = tokens[:, :0] if self.text is None else self.text
        start = before.shape[1]
        self.text = torch.cat([before, tokens], dim=1)
        if self.caches is None:
            logits: Tensor = self.model(self.text)[:, start:]
        else:
            logits = self.model(tokens, start=start, caches=self.caches)
        return logits

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with these rows, in this order; a row may repeat.

        Args:
            rows: Which of the present rows go on.
        """
        if self.text is not None:
            self.text = self.text[rows]
        for cache in self.caches or []:
            cache.select(rows)


def _refuse_training(model: nn.Module) -> None:
    training = [name for name, part in model.named_modules() if part.training]
    if training:
        raise ValueError(
            f"{len(training)} parts of the model are in training mode, where dropout "
            f"makes every answer a matter of chance: call model.eval() first, and "
            f"model.train() when training goes on."
        )
