"""The whole model beside nn.Transformer, from ids to logits, post- and pre-LN."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from parity.blocks import decoder_views, encoder_views, norm_views
from parity.core import BOUNDS, Row, Twins, View, randomise, worst
from parity.multihead import named
from transformer_lib.positions.sinusoidal import sinusoidal_table
from transformer_lib.transformer.config import Activation, TransformerConfig
from transformer_lib.transformer.model import Transformer

PAD = 1


class Size(NamedTuple):
    """A config, and the sequences that a model of it is tried on."""

    config: TransformerConfig
    batch: int
    source: int
    target: int


PRIMES = Size(
    TransformerConfig(
        vocab=23,
        d_model=3 * 5,
        n_heads=3,
        d_ff=13,
        n_encoder_blocks=2,
        n_decoder_blocks=3,
        dropout=0.0,
        max_len=17,
        pad_id=PAD,
    ),
    batch=2,
    source=11,
    target=7,
)
BASE = Size(
    TransformerConfig(vocab=101, dropout=0.0, max_len=128, pad_id=PAD),
    batch=1,
    source=128,
    target=128,
)


def their_stacks(config: TransformerConfig, dtype: torch.dtype) -> nn.Transformer:
    """Make PyTorch's stacks of these sizes, without dropout."""
    with warnings.catch_warnings():  # of a fast path that is not for training
        warnings.simplefilter("ignore")
        stacks = nn.Transformer(
            config.d_model,
            config.n_heads,
            config.n_encoder_blocks,
            config.n_decoder_blocks,
            config.d_ff,
            dropout=0.0,
            activation=F.gelu if config.activation is Activation.GELU else F.relu,
            batch_first=True,
            norm_first=config.norm_first,
            dtype=dtype,
        )
    if not config.norm_first:  # the paper has none after its last block
        stacks.encoder.norm = stacks.decoder.norm = None
    return stacks


class Theirs(nn.Module):
    """PyTorch's stacks between tables of words, as a user of nn.Transformer would."""

    def __init__(self, config: TransformerConfig, dtype: torch.dtype) -> None:
        super().__init__()
        self.config = config
        self.stacks = their_stacks(config, dtype)
        sizes = {"source": config.vocab, "target": config.target_vocab}
        self.tables = nn.ModuleDict(
            {
                side: nn.Embedding(vocab, config.d_model, dtype=dtype)
                for side, vocab in sizes.items()
                if vocab is not None
            }
        )
        if not config.tie_output:
            self.output = nn.Linear(
                config.d_model, config.n_target_entries, bias=False, dtype=dtype
            )

    def embed(self, ids: Tensor, side: str) -> Tensor:
        table = self.tables[side] if side in self.tables else self.tables["source"]
        waves = sinusoidal_table(ids.shape[1], self.config.d_model)
        return table(ids) * self.config.d_model**0.5 + waves.to(table.weight)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        hidden = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        x = self.stacks(
            self.embed(source, "source"),
            self.embed(target, "target"),
            tgt_mask=hidden.isinf(),
            src_key_padding_mask=source == self.config.pad_id,
            tgt_key_padding_mask=target == self.config.pad_id,
            memory_key_padding_mask=source == self.config.pad_id,
        )
        if not self.config.tie_output:
            return self.output(x)
        last = list(self.tables.values())[-1]
        return x @ last.weight.T


def views(config: TransformerConfig) -> dict[str, View]:
    """Find our parameters in theirs."""
    found = {"source_input.embedding.table": named("tables.source.weight")}
    if config.target_vocab is not None:
        found["target_input.embedding.table"] = named("tables.target.weight")
    if not config.tie_output:
        found["output.weight"] = named("output.weight")
    for ours, make, depth in (
        ("encoder", encoder_views, config.n_encoder_blocks),
        ("decoder", decoder_views, config.n_decoder_blocks),
    ):
        theirs = f"stacks.{ours}."
        for n in range(depth):
            block, layer = f"{ours}.blocks.{n}.", f"{theirs}layers.{n}."
            found |= make(config.d_model, block, layer)
        if config.norm_first:
            found |= norm_views(f"{ours}.norm.", f"{theirs}norm.")
    return found


def twins(config: TransformerConfig, dtype: torch.dtype) -> Twins:
    """Make both models, with the same weights."""
    theirs = Theirs(config, dtype)
    randomise(theirs)
    return Twins(Transformer(config, dtype=dtype), theirs, views(config))


def padded(config: TransformerConfig, batch: int, seq: int, seed: int) -> Tensor:
    """Draw ids, and fill the last sequence up from its middle on."""
    generator = torch.Generator().manual_seed(seed)
    vocab = min(config.vocab, config.n_target_entries)
    ids = torch.randint(0, vocab - 1, (batch, seq), generator=generator)
    ids += ids >= config.pad_id
    ids[-1, seq // 2 :] = config.pad_id
    return ids


def measure(size: Size, dtype: torch.dtype) -> tuple[float, float]:
    """Return the distance of the logits of real words, and of the gradients."""
    pair = twins(size.config, dtype)
    source = padded(size.config, size.batch, size.source, 0)
    target = padded(size.config, size.batch, size.target, 1)
    real = (target != PAD)[..., None]
    return pair.measure(
        [],
        lambda: pair.ours(source, target) * real,
        lambda: pair.theirs(source, target) * real,
    )


def kinds(config: TransformerConfig) -> Iterator[TransformerConfig]:
    """Vary whatever nn.Transformer can vary too."""
    for first, bend in product((False, True), Activation):
        for target_vocab, tied in product((None, 29), (True, False)):
            yield replace(
                config,
                norm_first=first,
                activation=bend,
                target_vocab=target_vocab,
                tie_output=tied,
            )


def words(size: Size) -> str:
    """Say the sizes."""
    config = size.config
    return (
        f"batch {size.batch}, source {size.source}, target {size.target}, d_model "
        f"{config.d_model}, heads {config.n_heads}, d_ff {config.d_ff}, blocks "
        f"{config.n_encoder_blocks} + {config.n_decoder_blocks}"
    )


def rows() -> Iterator[Row]:
    """Compare every kind of model at toy sizes, and both orders at the paper's."""
    for dtype in BOUNDS:
        for first in (False, True):
            order = "pre-LN" if first else "post-LN"
            twin = f"Transformer, nn.Transformer with tables: {order}"
            toys = [c for c in kinds(PRIMES.config) if c.norm_first is first]
            found = [measure(PRIMES._replace(config=toy), dtype) for toy in toys]
            yield Row(twin, words(PRIMES), dtype, len(found), *worst(found))
            large = replace(BASE.config, norm_first=first)
            base = BASE._replace(config=large)
            yield Row(twin, words(base), dtype, 1, *measure(base, dtype))
