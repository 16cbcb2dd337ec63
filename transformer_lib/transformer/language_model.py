"""A decoder without an encoder: it goes on with what is there.

Source: radford2018, section 3.1.
"""

from collections.abc import Sequence
from functools import partial
from typing import Unpack

from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_lib.masking.masks import causal_mask
from transformer_lib.multihead import Cache
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.embedding import Embedding
from transformer_lib.transformer.parts import (
    Place,
    make_encoder,
    make_input,
    make_output,
    make_rotary,
)


class LanguageModel(nn.Module):
    """Score the next word of a sequence.

    With nothing else to look at, a block that writes is a block that reads under a
    causal mask.

    Args:
        config: The sizes and choices; `n_decoder_blocks` blocks are stacked, and all
            words are entries of `vocab`: what is said of an encoder or of a second
            vocabulary plays no part.
        **place: `device` and `dtype` of the parameters.

    Source: radford2018, section 3.1.
    """

    def __init__(self, config: TransformerConfig, **place: Unpack[Place]) -> None:
        super().__init__()
        self.config = config
        table = Embedding(config.vocab, config.d_model, **place)
        self.input = make_input(config, table, **place)
        self.rotary = make_rotary(config, **place)
        self.blocks = make_encoder(config, config.n_decoder_blocks, **place)
        self.output = make_output(config, table, **place)

    def forward(
        self,
        ids: Int[Tensor, "batch seq"],
        *,
        start: int = 0,
        caches: Sequence[Cache] | None = None,
    ) -> Float[Tensor, "batch seq vocab"]:
        """Score what could come after each word.

        Sequences are filled up on the right, where no word looks.

        Args:
            ids: What is written so far; with caches, what is new of it.
            start: How many words came before in calls with these caches.
            caches: Hand out earlier keys and values, one a block.

        Returns:
            Logits, one for each entry that could follow.

        Raises:
            TypeError: If an id is no whole number.
            ValueError: If the positions do not reach that far.
        """
        x = self.input(ids, start)
        seq = x.shape[1]
        # One new word may look at all before it: there is nothing to hide.
        mask = causal_mask(seq, start + seq, device=ids.device) if seq > 1 else None
        rotate = self.rotary and partial(self.rotary, start=start)
        x = self.blocks(x, mask, rotate=rotate, caches=caches)
        logits: Tensor = self.output(x)
        return logits
