r"""A BERT: the encoder of the Transformer, with learned positions and GELU.

Source: devlin2019, section 3.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer_lib.blocks.blocks import EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward, LayerNorm
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.positions.learned import LearnedPositions
from transformer_lib.transformer.parts import Place
from transformer_lib.transformer.stacks import Encoder


@dataclass(frozen=True)
class EncoderSizes:
    """The sizes of a BERT encoder.

    Attributes:
        vocab: Entries of the vocabulary.
        max_len: Longest sequence, in tokens.
        d_model: Features of a token.
        n_heads: Attention heads, side by side.
        d_ff: Features inside the feed-forward networks.
        n_blocks: Blocks, one on top of the other.
        eps: As for `layer_norm`.
    """

    vocab: int
    max_len: int
    d_model: int
    n_heads: int
    d_ff: int
    n_blocks: int
    eps: float

    @classmethod
    def read(cls, folder: Path) -> "EncoderSizes":
        """Read the sizes from a `config.json`.

        Args:
            folder: Where the file is.

        Returns:
            The sizes.

        Raises:
            FileNotFoundError: If the file is not there.
            ValueError: If the encoder is of another make, or a size is missing.
        """
        config = json.loads(existing(folder / "config.json").read_text("utf-8"))
        for name, wanted in _MAKE.items():
            if config.get(name, wanted) != wanted:
                raise ValueError(
                    f"{name} is {config[name]!r}, but the encoder that can be read has "
                    f"{wanted!r}."
                )
        if missing := [name for name in _SIZES if name not in config]:
            raise ValueError(f"config.json says nothing of {missing}.")
        return cls(*(config[name] for name in _SIZES))


class PretrainedEncoder(nn.Module):
    """Read a sentence as a BERT does: whole, in both directions.

    It is made to be looked at, not to be trained: there is no dropout.

    Args:
        sizes: The sizes.
        **place: `device` and `dtype` of the parameters.

    Source: devlin2019, section 3.
    """

    def __init__(self, sizes: EncoderSizes, **place: Unpack[Place]) -> None:
        super().__init__()
        d_model, eps = sizes.d_model, sizes.eps
        self.words = nn.Embedding(sizes.vocab, d_model, **place)
        self.sentences = nn.Embedding(2, d_model, **place)
        self.positions = LearnedPositions(d_model, max_len=sizes.max_len, **place)
        self.input_norm = LayerNorm(d_model, eps=eps, **place)
        self.encoder = Encoder(
            EncoderBlock(
                MultiHeadAttention(d_model, sizes.n_heads, **place),
                FeedForward(d_model, sizes.d_ff, activation=F.gelu, **place),
                dropout=0.0,
                eps=eps,
            )
            for _ in range(sizes.n_blocks)
        )

    def forward(
        self,
        ids: Int[Tensor, "batch seq"],
        mask: Bool[Tensor, "batch seq"] | None = None,
    ) -> Float[Tensor, "batch seq d_model"]:
        """Read some sentences.

        Args:
            ids: The pieces as entries of the vocabulary.
            mask: True where a piece is, False where the batch is only filled up.

        Returns:
            One vector a piece. Those of what fills the batch up mean nothing.

        Raises:
            ValueError: If the positions do not reach that far.
        """
        # A BERT can read two sentences at once: these are all the first.
        x = self.positions(self.words(ids) + self.sentences.weight[0])
        looks = None if mask is None else mask[:, None, None, :]
        hidden: Tensor = self.encoder(self.input_norm(x), looks)
        return hidden


def existing(path: Path) -> Path:
    """Refuse a file that is not there.

    Args:
        path: The file.

    Returns:
        The same.

    Raises:
        FileNotFoundError: If there is no such file.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: name the folder it is in.")
    return path


_MAKE = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "type_vocab_size": 2,
}
_SIZES = (
    "vocab_size",
    "max_position_embeddings",
    "hidden_size",
    "num_attention_heads",
    "intermediate_size",
    "num_hidden_layers",
    "layer_norm_eps",
)
