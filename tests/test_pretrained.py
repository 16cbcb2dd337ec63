"""The pretrained encoder: equal to the field's own in every layer and head."""

from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from parity.core import BOUNDS, distance
from parity.inspection import (
    BASE,
    PRIMES,
    make_bert,
    measure,
    our_stages,
    their_stages,
)
from transformers import AutoTokenizer, BertModel

from transformer_lib.inspection.encoder import EncoderSizes, PretrainedEncoder
from transformer_lib.inspection.pretrained import (
    PACKAGE,
    load_pretrained,
    read_encoder,
)

FOLDER = Path(find_spec(PACKAGE).submodule_search_locations[0]) / "model"
TIRED = "The animal didn't cross the street because it was too tired."
PADDED = [TIRED, "A short one.", "Is the middle one, of three sentences, shorter?"]


@pytest.fixture(scope="module")
def pretrained():
    return load_pretrained()


@pytest.fixture(scope="module")
def bert():
    return BertModel.from_pretrained(FOLDER, attn_implementation="eager").eval()


# Equal to the field's own


@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_every_layer_and_head_equals_transformers(pretrained, bert, dtype, bound):
    encoder, pieces = pretrained
    tokens = pieces(PADDED)
    assert not tokens.mask.all()
    batch = tokens.ids, tokens.mask
    with torch.no_grad():
        ours = our_stages(deepcopy(encoder).to(dtype), *batch)
        theirs = their_stages(deepcopy(bert).to(dtype), *batch)
    assert len(ours) == len(theirs) == 7 + 6
    for mine, yours in zip(ours[:7], theirs[:7], strict=True):
        real = tokens.mask  # what stands where nothing is means nothing
        assert (mine[real] - yours[real]).abs().max() <= bound
    for mine, yours in zip(ours[7:], theirs[7:], strict=True):
        assert mine.shape == (3, 12, 16, 16)
        assert distance(mine, yours) <= bound


@pytest.mark.parametrize("case", [PRIMES, BASE], ids=str)
@pytest.mark.parametrize("dtype, bound", BOUNDS.items(), ids=str)
def test_any_sizes_and_every_gradient_equal_transformers(case, dtype, bound):
    assert max(measure(case, dtype)) <= bound


def test_a_folder_of_transformers_is_read(tmp_path):
    bert = make_bert(PRIMES.sizes)
    bert.save_pretrained(tmp_path)
    encoder = read_encoder(tmp_path)
    assert EncoderSizes.read(tmp_path) == PRIMES.sizes
    batch = torch.randint(29, (3, 11)), torch.ones(3, 11, dtype=torch.bool)
    stages = our_stages(encoder, *batch), their_stages(bert, *batch)
    assert max(map(distance, *stages)) <= 1e-5


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
    encoder = PretrainedEncoder(
        EncoderSizes(29, 13, 15, 3, 17, 2, 1e-12), device="meta"
    )
    ids = torch.zeros(2, 7, dtype=torch.long, device="meta")
    encoder(ids, torch.ones(2, 7, dtype=torch.bool, device="meta")).sum().backward()
    used = [p for name, p in encoder.named_parameters()]
    assert all(p.grad.shape == p.shape for p in used)
