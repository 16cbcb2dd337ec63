"""Masks: exactly who may look, and the same in every language."""

from functools import partial

import pytest
import torch
from parity import attention, masking
from parity.core import BOUNDS

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.masking.additive import from_additive, to_additive
from transformer_lib.masking.hugging_face import from_hugging_face, to_hugging_face
from transformer_lib.masking.masks import (
    causal_mask,
    combine,
    empty_rows,
    keys_only,
    padding_mask,
)
from transformer_lib.masking.pytorch import (
    from_key_padding,
    from_multihead,
    from_sdpa,
    to_key_padding,
    to_multihead,
    to_sdpa,
)

BATCH, HEADS, QUERY, KEY = 2, 3, 5, 7
every_bound = pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)


def draw(*shape):
    """Draw a mask that may hold empty rows."""
    return torch.rand(shape, generator=torch.Generator().manual_seed(0)) < 0.5


# Who may look


def test_the_future_is_hidden_and_nothing_else():
    assert causal_mask(5).tolist() == [
        [True, False, False, False, False],
        [True, True, False, False, False],
        [True, True, True, False, False],
        [True, True, True, True, False],
        [True, True, True, True, True],
    ]
    assert causal_mask(1).tolist() == [[True]]
    assert causal_mask(0).shape == (0, 0)


@pytest.mark.parametrize("new", range(8))
def test_new_queries_are_the_last_ones(new):
    assert torch.equal(causal_mask(new, 7), causal_mask(7)[7 - new :])


@pytest.mark.parametrize("pad_id", [0, 1, 3])
def test_padding_is_hidden_from_every_query(pad_id):
    ids = torch.tensor([[3, 0, 1, 2], [1, 3, 3, 0], [pad_id] * 4])
    mask = padding_mask(ids, pad_id)
    assert mask.shape == (3, 1, 1, 4)
    assert mask[:, 0, 0].tolist() == [
        [i != pad_id for i in row] for row in ids.tolist()
    ]
    assert not empty_rows(mask)[:2].any()


def test_combined_masks_hide_what_any_of_them_hides():
    masks = [draw(QUERY, KEY), draw(BATCH, 1, 1, KEY), draw(1, HEADS, QUERY, 1)]
    joint = combine(*masks)
    assert joint.shape == (BATCH, HEADS, QUERY, KEY)
    for places in torch.cartesian_prod(*map(torch.arange, joint.shape)).tolist():
        each = [mask.expand(joint.shape)[tuple(places)] for mask in masks]
        assert joint[tuple(places)] == all(each)
    assert combine(masks[0]) is masks[0]


def test_empty_rows_are_those_that_attention_gives_zeros():
    mask = draw(BATCH, HEADS, QUERY, 2)
    assert 0 < empty_rows(mask).sum() < mask[..., 0].numel()
    leaves = torch.randn(BATCH, HEADS, QUERY, 8), *torch.randn(2, BATCH, HEADS, 2, 8)
    output, weights = scaled_dot_product_attention(*leaves, mask)
    for found in (output, weights):
        assert torch.equal((found == 0).all(-1, keepdim=True), empty_rows(mask))
    opened = mask | empty_rows(mask)
    assert not empty_rows(opened).any()
    assert torch.equal(opened & ~empty_rows(mask), mask)


@pytest.mark.parametrize("make", [causal_mask, partial(causal_mask, 3)])
def test_masks_live_where_they_are_wanted(make):
    assert make(5, device="meta").device.type == "meta"
    ids = torch.zeros(2, 5, dtype=torch.long, device="meta")
    joint = combine(padding_mask(ids, 0), causal_mask(5, device=ids.device))
    assert joint.device.type == "meta"
    assert joint.shape == (2, 1, 5, 5)


# In other languages


def test_each_language_says_it_in_its_own_way():
    mask = torch.tensor([[True, False]])
    low = torch.finfo(torch.float32).min
    assert to_sdpa(mask).tolist() == [[True, False]]
    assert to_multihead(mask).tolist() == [[False, True]]
    assert to_additive(mask).tolist() == [[0.0, -torch.inf]]
    assert to_additive(mask, hidden=low).tolist() == [[0.0, low]]
    assert to_key_padding(mask[:, None, None]).tolist() == [[False, True]]
    assert to_hugging_face(mask[:, None, None]).tolist() == [[1, 0]]


@pytest.mark.parametrize("shape", [(QUERY, KEY), (BATCH, HEADS, QUERY, KEY)], ids=str)
@pytest.mark.parametrize("dtype", [None, torch.float64, torch.bfloat16, torch.float16])
def test_there_and_back(shape, dtype):
    mask = draw(*shape)
    assert torch.equal(from_sdpa(to_sdpa(mask)), mask)
    assert torch.equal(from_multihead(to_multihead(mask), HEADS), mask)
    low = torch.finfo(dtype or torch.float32).min
    for added in (to_additive(mask, dtype=dtype, hidden=h) for h in (-torch.inf, low)):
        assert added.dtype == (dtype or torch.float32)
        assert torch.equal(from_additive(added), mask)
        assert torch.equal(from_sdpa(added), mask)
        assert torch.equal(from_additive(added + added), mask)  # hidden by two masks
        if len(shape) == 4:
            assert torch.equal(from_hugging_face(added), mask)
        else:
            assert torch.equal(from_multihead(added), mask)


def test_padding_there_and_back():
    mask = draw(BATCH, 1, 1, KEY)
    assert torch.equal(from_key_padding(to_key_padding(mask)), mask)
    assert torch.equal(from_hugging_face(to_hugging_face(mask)), mask)
    assert torch.equal(from_hugging_face(to_hugging_face(mask).bool()), mask)
    assert torch.equal(from_key_padding(to_additive(keys_only(mask))), mask)


@every_bound
@pytest.mark.parametrize("name", [name for name in attention.MASKS if name != "none"])
@pytest.mark.parametrize("added", [False, True])
def test_torch_attention_understands(dtype, bound, name, added):
    assert max(masking.measure_sdpa(dtype, name, added=added)) <= bound


@every_bound
@pytest.mark.parametrize("name", masking.MULTIHEAD)
def test_torch_multihead_attention_understands(dtype, bound, name):
    assert max(masking.measure_multihead(dtype, name)) <= bound


@every_bound
@pytest.mark.parametrize("name", masking.HUGGING_FACE)
@pytest.mark.parametrize("kernel", ["eager", "sdpa"])
def test_hugging_face_understands(dtype, bound, name, kernel):
    assert max(masking.measure_bert(dtype, kernel, name)) <= bound


def test_the_wrong_language_is_another_model():
    """The comparisons above can fail: the opposite polarity is far away."""
    pair = masking.bert_twins(torch.float64, "eager")
    x = torch.randn(2, 7, masking.PRIMES.d_model, dtype=torch.float64)
    theirs = pair.theirs(inputs_embeds=x, attention_mask=to_key_padding(masking.PADDED))
    assert (pair.ours(x, masking.PADDED) - theirs[0]).abs().max() > 0.1
