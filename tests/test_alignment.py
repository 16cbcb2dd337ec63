"""Cross-attention read out and joined to words."""

import pytest
import torch
from parity.core import randomise

from transformer_lib.decoding.alignment import NO_WORD, by_word, cross_weights
from transformer_lib.inspection.recording import record
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

SOURCE = torch.tensor([[3, 5, 7, 11, 13], [4, 6, 0, 0, 0]])
TARGET = torch.tensor([[1, 4, 6, 8], [1, 9, 10, 0]])


@pytest.fixture
def model():
    made = Transformer(
        TransformerConfig(
            vocab=17,
            d_model=12,
            n_heads=3,
            d_ff=19,
            n_encoder_blocks=1,
            n_decoder_blocks=2,
        )
    ).eval()
    randomise(made)
    return made


@pytest.mark.unhooked
def test_the_weights_are_those_that_the_model_used(model):
    weights = cross_weights(model, SOURCE, TARGET)
    with record(model) as seen, torch.no_grad():
        model(SOURCE, TARGET)
    names = [name for name in seen.weights if "cross_attention" in name]
    torch.testing.assert_close(weights, seen.stacked(names))
    assert weights.shape == (2, 2, 3, 4, 5)
    assert not weights[:, 1, :, :, 2:].any()


@pytest.mark.unhooked
def test_no_hook_stays_behind(model):
    before = model(SOURCE, TARGET)
    cross_weights(model, SOURCE, TARGET)
    assert not any(part._forward_pre_hooks for part in model.modules())
    assert torch.equal(model(SOURCE, TARGET), before)


@pytest.mark.unhooked
def test_nothing_is_left_if_the_model_refuses_its_input(model):
    with pytest.raises(ValueError, match="2 sources and 1 targets"):
        cross_weights(model, SOURCE, TARGET[:1])
    assert not any(part._forward_pre_hooks for part in model.modules())


def test_words_are_means_of_their_rows_and_sums_of_their_columns():
    weights = torch.randn(3, 5, 7, dtype=torch.float64).softmax(-1)
    rows, columns = [NO_WORD, 1, 0, 1, NO_WORD], [0, 0, 1, 3, 2, 2, NO_WORD]
    found = by_word(weights, rows, columns)
    assert found.shape == (3, 2, 4)
    by_hand = weights[:, [1, 3]].mean(dim=1)
    torch.testing.assert_close(found[:, 1, 0], by_hand[:, :2].sum(-1))
    torch.testing.assert_close(found[:, 1, 2], by_hand[:, 4:6].sum(-1))
    torch.testing.assert_close(found[:, 0, 3], weights[:, 2, 3])
    torch.testing.assert_close(found.sum(-1)[:, 0], 1 - weights[:, 2, 6])


def test_one_piece_a_word_changes_nothing():
    weights = torch.randn(3, 4).softmax(-1)
    torch.testing.assert_close(by_word(weights, range(3), range(4)), weights)


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ([0, 1], [0, 1], "3 rows and 2 columns, but words are named for 2 and 2"),
        ([0, 1, 3], [0, 1], "target word 2 has no piece, but there are 4 words"),
        ([0, 1, 2], [1, 2], "source word 0 has no piece, but there are 3 words"),
    ],
)
def test_words_that_do_not_fit_are_named(rows, columns, message):
    with pytest.raises(ValueError, match=message):
        by_word(torch.ones(3, 2), rows, columns)
