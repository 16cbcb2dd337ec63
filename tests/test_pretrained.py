"""The pretrained encoder: equal to the field's own in every layer and head."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from parity.core import BOUNDS, distance, outcome, randomise

from transformer_lib.inspection.encoder import PretrainedEncoder, Sizes
from transformer_lib.inspection.pretrained import (
    PACKAGE,
    bert_name,
    load_pretrained,
    read_encoder,
)
from transformer_lib.inspection.recording import record

os.environ["HF_HUB_OFFLINE"] = "1"
from transformers import AutoTokenizer, BertConfig, BertModel  # noqa: E402

FOLDER = Path(find_spec(PACKAGE).submodule_search_locations[0]) / "model"
TIRED = "The animal didn't cross the street because it was too tired."
PADDED = [TIRED, "A short one.", "Is the middle one, of three sentences, shorter?"]


@pytest.fixture(scope="module")
def pretrained():
    return load_pretrained()


@pytest.fixture(scope="module")
def bert():
    return BertModel.from_pretrained(FOLDER, attn_implementation="eager").eval()


@pytest.fixture(scope="module")
def small_bert(tmp_path_factory):
    """A BERT of prime sizes and no default anywhere, in a folder."""
    sizes = BertConfig(
        vocab_size=29,
        max_position_embeddings=13,
        hidden_size=15,
        num_attention_heads=3,
        intermediate_size=17,
        num_hidden_layers=2,
        layer_norm_eps=1e-3,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    bert = BertModel._from_config(sizes, attn_implementation="eager").eval()
    randomise(bert)
    folder = tmp_path_factory.mktemp("bert")
    bert.save_pretrained(folder)
    return bert, folder


def both(encoder, bert, ids, mask):
    """Hidden states of every layer and weights of every head, ours and theirs."""
    stages = [encoder.input_norm, *encoder.encoder.blocks]
    with record(encoder, outputs_of=stages) as seen, torch.no_grad():
        encoder(ids, mask)
        theirs = bert(
            ids,
            attention_mask=mask.long(),
            output_hidden_states=True,
            output_attentions=True,
        )
    ours = [calls[0] for calls in [*seen.outputs.values(), *seen.weights.values()]]
    return ours, [*theirs.hidden_states, *theirs.attentions]


# Equal to the field's own


@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_every_layer_and_head_equals_transformers(pretrained, bert, dtype, bound):
    encoder, pieces = pretrained
    tokens = pieces(PADDED)
    assert not tokens.mask.all()
    try:
        ours, theirs = both(encoder.to(dtype), bert.to(dtype), tokens.ids, tokens.mask)
    finally:
        encoder.float(), bert.float()
    assert len(ours) == len(theirs) == 7 + 6
    for mine, yours in zip(ours[:7], theirs[:7], strict=True):
        real = tokens.mask  # what stands where nothing is means nothing
        assert (mine[real] - yours[real]).abs().max() <= bound
    for mine, yours in zip(ours[7:], theirs[7:], strict=True):
        assert mine.shape == (3, 12, 16, 16)
        assert distance(mine, yours) <= bound


@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_any_sizes_and_every_gradient_equal_transformers(small_bert, dtype, bound):
    bert, folder = small_bert
    encoder, bert = read_encoder(folder).to(dtype), bert.to(dtype)
    ids = torch.randint(0, 29, (3, 11))
    mask = torch.arange(11) < torch.tensor([[11], [4], [1]])
    for mine, yours in zip(*both(encoder, bert, ids, mask), strict=True):
        assert distance(mine, yours) <= bound
    ours = dict(encoder.named_parameters())
    theirs = dict(bert.named_parameters())
    wanted = [theirs[bert_name(name)] for name in ours]
    given = {"input_ids": ids, "attention_mask": mask.long()}
    gradients = zip(
        outcome(lambda: encoder(ids, mask), [], ours.values())[1],
        outcome(lambda: bert(**given).last_hidden_state, [], wanted)[1],
        strict=True,
    )
    assert all(distance(mine, yours) <= bound for mine, yours in gradients)
    assert set(theirs) - set(map(bert_name, ours)) == {
        "pooler.dense.weight",
        "pooler.dense.bias",
    }


def test_sentences_are_cut_as_transformers_cuts_them(pretrained):
    sentences = [
        *PADDED,
        "Überraschung! 東京 naïve COÖPERATE",
        "unaffable\tsnowman ☃ \u200b 3.14159 e-mail@x.org",
        "",
        "word " * 200,
    ]
    _, pieces = pretrained
    tokens = pieces(sentences)
    reference = AutoTokenizer.from_pretrained(FOLDER)
    theirs = reference(sentences, padding=True, truncation=False, return_tensors="pt")
    assert torch.equal(tokens.ids, theirs["input_ids"])
    assert torch.equal(tokens.mask, theirs["attention_mask"].bool())
    special = torch.isin(tokens.ids, torch.tensor(reference.all_special_ids))
    unknown = tokens.ids == reference.unk_token_id
    assert torch.equal(tokens.words, ~special | unknown)
    for row, ids, mask in zip(tokens.pieces, tokens.ids, tokens.mask, strict=True):
        assert row == reference.convert_ids_to_tokens(ids[mask])
    assert tokens.ids.shape[1] == 202  # nothing is cut off, though the file asks for it


def test_what_fills_the_batch_up_has_no_say(pretrained):
    encoder, pieces = pretrained
    tokens, alone = pieces(PADDED), pieces(PADDED[1:2])
    edited = tokens.ids.masked_fill(~tokens.mask, 2_001)
    with torch.no_grad():
        hidden, without = encoder(tokens.ids, tokens.mask), encoder(alone.ids)
        hushed, heard = encoder(edited, tokens.mask), encoder(edited)
    assert torch.equal(hushed[tokens.mask], hidden[tokens.mask])
    assert not torch.allclose(heard[tokens.mask], hidden[tokens.mask])
    assert distance(hidden[1, : without.shape[1]], without[0]) <= 1e-5


def test_nothing_of_it_is_random(pretrained):
    encoder, pieces = pretrained
    tokens = pieces([TIRED])
    assert not encoder.training
    with torch.no_grad():
        before = encoder(tokens.ids)
        after = encoder.train()(tokens.ids)
    assert torch.equal(before, after)
    encoder.eval()


def test_an_empty_encoder_runs_on_the_meta_device():
    encoder = PretrainedEncoder(Sizes(29, 13, 15, 3, 17, 2, 1e-12), device="meta")
    ids = torch.zeros(2, 7, dtype=torch.long, device="meta")
    encoder(ids, torch.ones(2, 7, dtype=torch.bool, device="meta")).sum().backward()
    used = [p for name, p in encoder.named_parameters()]
    assert all(p.grad.shape == p.shape for p in used)
