"""What users of masks meet with the shape checks off: messages, and torch.compile."""

import math

import pytest
import torch
from parity.core import distance
from torch import nn

from transformer_lib.masking.additive import from_additive, to_additive
from transformer_lib.masking.hugging_face import from_hugging_face, to_hugging_face
from transformer_lib.masking.leaks import leak_test
from transformer_lib.masking.masks import causal_mask, combine, padding_mask
from transformer_lib.masking.pytorch import (
    from_key_padding,
    from_multihead,
    from_sdpa,
    to_key_padding,
    to_multihead,
    to_sdpa,
)
from transformer_lib.multihead import MultiHeadAttention

pytestmark = pytest.mark.unhooked

MASK = torch.ones(5, 7, dtype=torch.bool)
ADDED = torch.tensor([[0.0, -3.5, -math.inf]])
X = torch.randn(2, 5, 3)
IDS = torch.tensor([[1, 2, 1, 1]])
BAD = {
    "fewer keys": (
        lambda: causal_mask(5, 3),
        ValueError,
        "5 queries and 3 keys.*at least as many keys",
    ),
    "one sequence": (
        lambda: padding_mask(torch.ones(5, dtype=torch.long), 0),
        ValueError,
        r"ids have shape \(5,\).*ids\[None\]",
    ),
    "nothing to combine": (lambda: combine(), ValueError, "0 masks.*at least 1"),
    "shapes to combine": (
        lambda: combine(MASK, MASK.T),
        ValueError,
        r"\[\(5, 7\), \(7, 5\)\] do not fit together",
    ),
    "numbers to combine": (
        lambda: combine(MASK, MASK.long()),
        TypeError,
        "mask is torch.int64, but must be torch.bool",
    ),
    **{
        f"numbers for {write.__name__}": (
            lambda write=write: write(ADDED[None, None]),
            TypeError,
            "mask is torch.float32, but must be torch.bool",
        )
        for write in (to_additive, to_sdpa, to_multihead, to_key_padding)
        + (to_hugging_face,)
    },
    "a weight": (
        lambda: from_additive(ADDED),
        ValueError,
        r"-3\.5 is neither 0 nor -inf nor .* torch.float32, -3\.40282e\+38.*mask == 0",
    ),
    "no number": (
        lambda: from_additive(ADDED * math.nan),
        ValueError,
        "nan is neither",
    ),
    "a lowest number of another dtype": (
        lambda: from_sdpa(to_additive(MASK, hidden=-65504.0).masked_fill(MASK, -65504)),
        ValueError,
        "-65504 is neither 0",
    ),
    "ones and zeros that are added": (
        lambda: from_sdpa(MASK.long()),
        TypeError,
        "mask is torch.int64.*pass mask != 0",
    ),
    "ones and zeros for padding": (
        lambda: from_key_padding(MASK.long()),
        TypeError,
        "mask is torch.int64",
    ),
    "three axes": (
        lambda: to_multihead(MASK[None]),
        ValueError,
        r"mask has shape \(1, 5, 7\).*two axes.*four",
    ),
    "heads": (
        lambda: from_multihead(MASK.expand(7, 5, 7), 2),
        ValueError,
        r"attn_mask has shape \(7, 5, 7\).*n_heads = 2 divides",
    ),
    "no heads": (
        lambda: from_multihead(MASK.expand(7, 5, 7), 0),
        ValueError,
        "n_heads = 0",
    ),
    "a mask that is not the same for every query": (
        lambda: to_key_padding(MASK[None, None]),
        ValueError,
        r"\(1, 1, 5, 7\), but must be \(batch, 1, 1, key\)",
    ),
    "padding with two axes": (
        lambda: to_hugging_face(MASK),
        ValueError,
        r"\(5, 7\), but must be \(batch, 1, 1, key\)",
    ),
    "three axes of Hugging Face": (
        lambda: from_hugging_face(MASK[None]),
        ValueError,
        r"attention_mask has shape \(1, 5, 7\).*two axes.*four",
    ),
    "two axes that are added": (
        lambda: from_hugging_face(ADDED),
        TypeError,
        r"attention_mask is torch.float32.*attention_mask\.long\(\)",
    ),
    "numbered texts": (
        lambda: from_hugging_face(torch.tensor([[1, 2, 0]])),
        ValueError,
        "attention_mask holds 2, but 1 stands for a token and 0 for padding",
    ),
    "one id": (
        lambda: leak_test(nn.Embedding(3, 2), IDS[:, :1]),
        ValueError,
        r"x holds 1 id, \[1\], but must hold at least 2",
    ),
    "an output without positions": (
        lambda: leak_test(torch.sum, X),
        ValueError,
        r"output has shape \(\), but must start with \(batch, query\), with batch = 2",
    ),
    "positions first": (
        lambda: leak_test(lambda x: x.mT.mT[:1], X),
        ValueError,
        r"\(1, 5, 3\), but must start with",
    ),
    "an output of any length": (
        lambda: leak_test(lambda ids: ids[:, : ids[0, 0]], IDS),
        ValueError,
        r"shape \(1, 1, 1\) before an edit and \(1, 2, 1\) after",
    ),
    "a mask of another size": (
        lambda: leak_test(nn.Identity(), X, MASK),
        ValueError,
        r"mask has shape \(5, 7\).*\(query, key\) = \(5, 5\), for 2 sequences",
    ),
}


@pytest.mark.parametrize("call, error, says", BAD.values(), ids=BAD)
def test_what_cannot_be_is_told_what_to_do(call, error, says):
    with pytest.raises(error, match=says):
        call()


def test_attention_refuses_a_mask_that_is_added_and_says_how_to_read_it():
    attend, tokens, mask = (
        MultiHeadAttention(6, 3),
        torch.randn(2, 5, 6),
        causal_mask(5),
    )
    added = to_additive(mask)
    with pytest.raises(TypeError, match="From a mask that is added.*pass mask == 0"):
        attend(tokens, mask=added)
    assert torch.equal(attend(tokens, mask=added == 0), attend(tokens, mask=mask))


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
def test_masks_compile_into_one_graph():
    attend = MultiHeadAttention(6, 3)
    ids = torch.tensor([[1, 2, 3, 0, 0], [4, 1, 2, 3, 0]])

    def look(x: torch.Tensor) -> torch.Tensor:
        mask = combine(causal_mask(5, device=x.device), padding_mask(ids, 0))
        return attend(x, mask=mask)

    x = torch.randn(2, 5, 6)
    assert distance(torch.compile(look, fullgraph=True)(x), look(x)) <= 1e-5
