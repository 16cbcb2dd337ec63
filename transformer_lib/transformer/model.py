"""The Transformer: an encoder that reads once, a decoder that writes word by word.

Source: vaswani2017, section 3, figure 1.
"""

from collections.abc import Sequence
from functools import partial
from typing import Unpack

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer_lib.masking.masks import causal_mask, padding_mask
from transformer_lib.multihead import Cache
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.embedding import Embedding
from transformer_lib.transformer.parts import (
    Place,
    make_decoder,
    make_encoder,
    make_input,
    make_output,
    make_rotary,
)


class Transformer(nn.Module):
    """Score the next word of one sequence while looking at another.

    Args:
        config: The sizes and choices.
        **place: `device` and `dtype` of the parameters.

    Source: vaswani2017, section 3.
    """

    def __init__(self, config: TransformerConfig, **place: Unpack[Place]) -> None:
        super().__init__()
        self.config = config
        table = Embedding(config.vocab, config.d_model, **place)
        target_table = table
        if config.target_vocab is not None:
            target_table = Embedding(config.target_vocab, config.d_model, **place)
        self.source_input = make_input(config, table, **place)
        self.target_input = make_input(config, target_table, **place)
        self.rotary = make_rotary(config, **place)
        self.encoder = make_encoder(config, config.n_encoder_blocks, **place)
        self.decoder = make_decoder(config, config.n_decoder_blocks, **place)
        self.output = make_output(config, target_table, **place)

    def forward(
        self, source: Int[Tensor, "batch source"], target: Int[Tensor, "batch target"]
    ) -> Float[Tensor, "batch target vocab"]:
        """Score, at every place of the target, what could come next.

        Sequences are filled up on the right. That hides the filling of the target from
        its words: it comes after them.

        Args:
            source: What is read, as entries of the vocabulary.
            target: What is written so far, a start token first.

        Returns:
            Logits, one for each entry that could follow.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If there are not as many sources as targets, or the positions do
                not reach that far.
        """
        mask = padding_mask(source, self.config.pad_id)
        return self.decode(target, self.encode(source, mask), mask)

    def encode(
        self,
        source: Int[Tensor, "batch source"],
        mask: Bool[Tensor, "batch 1 1 source"] | None = None,
    ) -> Float[Tensor, "batch source d_model"]:
        """Read a sequence.

        Args:
            source: What is read, as entries of the vocabulary.
            mask: True where a real word is, as `padding_mask` makes it and `forward`
                uses it; padding is not hidden if not given.

        Returns:
            One vector a word, to be looked at as often as needed: the memory.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If the positions do not reach that far.
        """
        memory: Tensor = self.encoder(
            self.source_input(source), mask, rotate=self.rotary
        )
        return memory

    def decode(
        self,
        target: Int[Tensor, "batch target"],
        memory: Float[Tensor, "batch source d_model"],
        memory_mask: Bool[Tensor, "batch 1 1 source"] | None = None,
        *,
        start: int = 0,
        caches: Sequence[tuple[Cache, Cache]] | None = None,
    ) -> Float[Tensor, "batch target vocab"]:
        """Score what could come after each word of the target.

        Args:
            target: What is written so far; with caches, what is new of it.
            memory: What was read.
            memory_mask: True where a real word was read, as the mask of `encode`;
                padding is not hidden if not given.
            start: How many words came before `target` in calls with these caches.
            caches: Hand out earlier keys and values, of the target and of the memory,
                one pair a block.

        Returns:
            Logits, one for each entry that could follow.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If there are not as many sources as targets, or the positions do
                not reach that far.
        """
        x = self.target_input(target, start)
        if len(x) != len(memory):
            raise ValueError(
                f"there are {len(memory)} sources and {len(x)} targets, but each "
                f"target belongs to one source."
            )
        seq = x.shape[1]
        # One new word may look at all before it: there is nothing to hide.
        mask = causal_mask(seq, start + seq, device=target.device) if seq > 1 else None
        rotate = self.rotary and partial(self.rotary, start=start)
        x = self.decoder(x, memory, mask, memory_mask, rotate=rotate, caches=caches)
        logits: Tensor = self.output(x)
        return logits
