"""The encoder beside transformers' BertModel: every layer and every head, padded."""

import os
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

os.environ["HF_HUB_OFFLINE"] = "1"  # transformers asks for nothing from outside
from transformers import BertConfig, BertModel  # noqa: E402

from parity.core import BOUNDS, Row, Twins, randomise  # noqa: E402
from parity.multihead import named  # noqa: E402
from transformer_lib.inspection.encoder import EncoderSizes, PretrainedEncoder  # noqa: E402
from transformer_lib.inspection.pretrained import bert_name  # noqa: E402
from transformer_lib.inspection.recording import record  # noqa: E402


class Case(NamedTuple):
    """A batch of sentences, each a different length, and the encoder's sizes."""

    sizes: EncoderSizes
    batch: int
    seq: int

    def __str__(self) -> str:
        sizes = self.sizes
        return (
            f"batch {self.batch}, seq {self.seq}, heads {sizes.n_heads}, d_model "
            f"{sizes.d_model}, d_ff {sizes.d_ff}, blocks {sizes.n_blocks}"
        )


PRIMES = Case(EncoderSizes(29, 13, 3 * 5, 3, 17, 2, 1e-3), batch=3, seq=11)
BASE = Case(EncoderSizes(101, 128, 512, 8, 2048, 6, 1e-12), batch=2, seq=128)


def make_bert(sizes: EncoderSizes) -> BertModel:
    """Make theirs, with no parameter left at a default."""
    config = BertConfig(
        vocab_size=sizes.vocab,
        max_position_embeddings=sizes.max_len,
        hidden_size=sizes.d_model,
        num_attention_heads=sizes.n_heads,
        intermediate_size=sizes.d_ff,
        num_hidden_layers=sizes.n_blocks,
        layer_norm_eps=sizes.eps,
    )
    config._attn_implementation = "eager"
    bert = BertModel(config, add_pooling_layer=False).eval()
    randomise(bert)
    return bert


def our_stages(
    encoder: PretrainedEncoder, ids: Tensor, mask: Tensor
) -> tuple[Tensor, ...]:
    """Give what each stage of ours returned, then the weights of each layer."""
    stages = [encoder.input_norm, *encoder.encoder.blocks]
    with record(encoder, outputs_of=stages, keep_graph=True) as seen:
        encoder(ids, mask)
    return tuple(
        call for calls in (seen.outputs, seen.weights) for (call,) in calls.values()
    )


def their_stages(bert: BertModel, ids: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
    """Give the same of theirs."""
    given = bert(
        ids,
        attention_mask=mask.long(),
        output_hidden_states=True,
        output_attentions=True,
    )
    return (*given.hidden_states, *given.attentions)


def measure(case: Case, dtype: torch.dtype) -> tuple[float, float]:
    """Return the largest distance of a stage, and of a parameter's gradient."""
    ours = PretrainedEncoder(case.sizes, dtype=dtype)
    theirs = make_bert(case.sizes).to(dtype)
    names = (name for name, _ in ours.named_parameters())
    twins = Twins(ours, theirs, {name: named(bert_name(name)) for name in names})
    generator = torch.Generator().manual_seed(0)
    # Theirs learns nothing of entry 0, which stands for nothing.
    shape = (case.batch, case.seq)
    ids = torch.randint(1, case.sizes.vocab, shape, generator=generator)
    lengths = torch.linspace(case.seq, 1, case.batch).long()
    mask = torch.arange(case.seq) < lengths[:, None]
    return twins.measure(
        [],
        lambda: our_stages(ours, ids, mask),
        lambda: their_stages(theirs, ids, mask),
    )


def rows() -> Iterator[Row]:
    """Give one row a size and dtype."""
    for case in (PRIMES, BASE):
        for dtype in BOUNDS:
            twin = "PretrainedEncoder, transformers BertModel: layers and heads"
            yield Row(twin, str(case), dtype, 1, *measure(case, dtype))
