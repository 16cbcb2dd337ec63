"""Converted masks, each in the hands of the code that it is written for."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from parity import attention, multihead
from parity.core import BOUNDS, Row, Twins, View, distance, randomise, worst
from parity.multihead import PRIMES, named
from transformer_lib.blocks.blocks import EncoderBlock
from transformer_lib.blocks.sublayers import FeedForward
from transformer_lib.masking.additive import to_additive
from transformer_lib.masking.hugging_face import to_hugging_face
from transformer_lib.masking.masks import causal_mask, combine, padding_mask
from transformer_lib.masking.pytorch import to_key_padding, to_multihead, to_sdpa
from transformer_lib.multihead import MultiHeadAttention

D_FF = 17
IDS = torch.tensor([[3, 5, 2, 7, 4, 1, 1], [6, 2, 1, 1, 1, 1, 1]])  # 1 is padding
PADDED = padding_mask(IDS, 1)
CAUSAL = causal_mask(PRIMES.query)
FULL = (PRIMES.batch, PRIMES.heads, PRIMES.query, PRIMES.query)
BOTH = combine(CAUSAL, PADDED)

# What our attention gets, and what nn.MultiheadAttention does.
MULTIHEAD: dict[str, Callable[[torch.dtype], tuple[Tensor, dict[str, Tensor]]]] = {
    "causal": lambda dtype: (CAUSAL, {"attn_mask": to_multihead(CAUSAL)}),
    "padding": lambda dtype: (PADDED, {"key_padding_mask": to_key_padding(PADDED)}),
    "both, apart": lambda dtype: (
        BOTH,
        {"attn_mask": to_multihead(CAUSAL), "key_padding_mask": to_key_padding(PADDED)},
    ),
    "both, together": lambda dtype: (
        BOTH,
        {"attn_mask": to_multihead(BOTH.expand(FULL))},
    ),
    "causal, added": lambda dtype: (
        CAUSAL,
        {"attn_mask": to_additive(CAUSAL, dtype=dtype)},
    ),
}
# What Hugging Face's model gets.
HUGGING_FACE: dict[str, Callable[[torch.dtype], tuple[Tensor, Tensor]]] = {
    "two axes": lambda dtype: (PADDED, to_hugging_face(PADDED)),
    "four axes": lambda dtype: (
        BOTH,
        to_additive(BOTH, dtype=dtype, hidden=torch.finfo(dtype).min),
    ),
    "four axes, -inf": lambda dtype: (BOTH, to_additive(BOTH, dtype=dtype)),
}


def measure_sdpa(dtype: torch.dtype, name: str, *, added: bool) -> tuple[float, float]:
    """Give `F.scaled_dot_product_attention` our mask, as it is or as numbers."""
    leaves = attention.inputs(attention.PRIMES, dtype)
    mask = attention.draw_mask(attention.PRIMES, name)
    if added:  # which gives NaN for an empty row
        mask[..., 0] = True
    theirs = to_additive(mask, dtype=dtype) if added else to_sdpa(mask)
    ours = attention.results(attention.readable, leaves, mask)
    other = attention.results(attention.torch_attention, leaves, theirs)
    forward, *gradients = map(distance, ours, other)
    return forward, max(gradients)


def measure_multihead(dtype: torch.dtype, name: str) -> tuple[float, float]:
    """Give `nn.MultiheadAttention` a mask in its own words."""
    size = PRIMES._replace(key=PRIMES.query)
    pair = multihead.twins(size, dtype)
    mask, theirs = MULTIHEAD[name](dtype)
    return pair.measure(
        multihead.tokens(size, dtype)[:1],
        lambda x: pair.ours(x, mask=mask),
        lambda x: pair.theirs(x, x, x, need_weights=False, **theirs)[0],
    )


class Given(nn.Module):
    """Stand in for the embeddings of Hugging Face's model: pass vectors through."""

    def forward(self, inputs_embeds: Tensor, **rest: Any) -> Tensor:
        return inputs_embeds


def bert_views(theirs: str) -> dict[str, View]:
    """Find our block that reads in a layer of Hugging Face's, called `theirs`…."""
    places = {
        "attention.w_q": "attention.self.query",
        "attention.w_k": "attention.self.key",
        "attention.w_v": "attention.self.value",
        "attention.w_o": "attention.output.dense",
        "feed_forward.w_1": "intermediate.dense",
        "feed_forward.w_2": "output.dense",
    }
    norms = {
        "after_attention.norm": "attention.output.LayerNorm",
        "after_feed_forward.norm": "output.LayerNorm",
    }
    kinds = (
        {"weight": "weight", "bias": "bias"},
        {"gain": "weight", "bias": "bias"},
    )
    return {
        f"{mine}.{own}": named(f"{theirs}{other}.{their}")
        for names, kind in zip((places, norms), kinds, strict=True)
        for mine, other in names.items()
        for own, their in kind.items()
    }


def bert_twins(dtype: torch.dtype, kernel: str) -> Twins:
    """Make a small BERT and our block, with the same weights."""
    from transformers import BertConfig, BertModel  # slow to import

    config = BertConfig(
        vocab_size=11,
        hidden_size=PRIMES.d_model,
        num_hidden_layers=1,
        num_attention_heads=PRIMES.heads,
        intermediate_size=D_FF,
        layer_norm_eps=1e-5,
        attn_implementation=kernel,
    )
    theirs = BertModel(config, add_pooling_layer=False).to(dtype).eval()
    theirs.embeddings = Given()
    randomise(theirs)
    block = EncoderBlock(
        MultiHeadAttention(PRIMES.d_model, PRIMES.heads, dtype=dtype),
        FeedForward(PRIMES.d_model, D_FF, activation=F.gelu, dtype=dtype),
        dropout=0.0,
    )
    return Twins(block, theirs, bert_views("encoder.layer.0."))


def measure_bert(dtype: torch.dtype, kernel: str, name: str) -> tuple[float, float]:
    """Give Hugging Face's BERT a mask in its own words."""
    pair = bert_twins(dtype, kernel)
    mask, theirs = HUGGING_FACE[name](dtype)
    size = PRIMES._replace(key=PRIMES.query)

    def bert(x: Tensor) -> Tensor:
        output: Tensor = pair.theirs(inputs_embeds=x, attention_mask=theirs)[0]
        return output

    leaves = multihead.tokens(size, dtype)[:1]
    return pair.measure(leaves, lambda x: pair.ours(x, mask), bert)


def rows() -> Iterator[Row]:
    """Compare with all three, under every mask that they have words for."""
    masks = [name for name in attention.MASKS if name != "none"]
    for dtype in BOUNDS:
        sdpa = [measure_sdpa(dtype, m, added=a) for m in masks for a in (False, True)]
        heads = [measure_multihead(dtype, name) for name in MULTIHEAD]
        bert = [
            measure_bert(dtype, kernel, name)
            for kernel in ("eager", "sdpa")
            for name in HUGGING_FACE
        ]
        for twin, found in {
            "converted mask, F.scaled_dot_product_attention": sdpa,
            "converted mask, nn.MultiheadAttention": heads,
            "converted mask, transformers.BertModel": bert,
        }.items():
            yield Row(twin, "prime sizes", dtype, len(found), *worst(found))
