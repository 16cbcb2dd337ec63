"""Decoding as users run it: what cannot work is refused before any work."""

import pytest
import torch
from parity.core import randomise
from scripted import BOS, EOS, PAD, Scripted, bos

from transformer_lib.decoding.beam import beam_search
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping, next_log_probs
from transformer_lib.decoding.sampling import (
    keep_top_k,
    keep_top_p,
    sample,
    with_temperature,
)
from transformer_lib.decoding.sessions import LanguageSession, TranslationSession
from transformer_lib.transformer.config import Positions, TransformerConfig
from transformer_lib.transformer.language_model import LanguageModel
from transformer_lib.transformer.model import Transformer

pytestmark = pytest.mark.unhooked
VOCAB, MAX_LEN = 7, 10
SEARCHES = [greedy_search, beam_search, sample]
every_search = pytest.mark.parametrize("search", SEARCHES)
every_kind = pytest.mark.parametrize("kind", [Transformer, LanguageModel])


def scripted():
    return Scripted(lambda row, read: torch.zeros(VOCAB), rows=2, max_len=MAX_LEN)


def ask(prompt, search=greedy_search, **changes):
    model = scripted()
    stop = Stopping(**{"max_new": 3, "eos_id": EOS, "pad_id": PAD} | changes)
    try:
        return search(model, prompt, stop)
    finally:
        assert model.reads == []


REFUSED = {
    "fractions": (
        torch.ones(2, 3),
        TypeError,
        r"prompt is torch.float32.*torch.as_tensor\(prompt\)\.long\(\)",
    ),
    "yes and no": (torch.ones(2, 3, dtype=torch.bool), TypeError, "is torch.bool"),
    "a list": ([[BOS], [BOS]], TypeError, "prompt is a list"),
    "one axis": (
        torch.tensor([BOS, 3]),
        ValueError,
        r"prompt has shape \(2,\).*\(batch, seq\).*prompt\[None\]",
    ),
    "nothing": (bos(2)[:, :0], ValueError, r"prompt has shape \(2, 0\).*at least 1"),
    "no row": (bos(0), ValueError, r"prompt has shape \(0, 1\)"),
    "id too high": (
        torch.tensor([[BOS, 7], [BOS, 3]]),
        ValueError,
        "ids from 1 to 7, but the vocabulary has 7 entries, 0 to 6",
    ),
    "id below 0": (torch.tensor([[BOS, -1]]), ValueError, "ids from -1 to 1.*0 to 6"),
    "only padding": (
        torch.tensor([[BOS, 3], [PAD, PAD]]),
        ValueError,
        "row 1 of prompt holds 2 paddings and 0 tokens",
    ),
    "padding on the left": (
        torch.tensor([[BOS, 3, PAD], [PAD, BOS, 3]]),
        ValueError,
        r"row 1 of prompt has padding \(id 0\) before its last token.*on the right",
    ),
    "padding inside": (
        torch.tensor([[BOS, PAD, 3, PAD]]),
        ValueError,
        "row 0 of prompt has padding",
    ),
    "too long": (
        bos(2).repeat(1, 9),
        ValueError,
        "9 tokens and max_new = 3 .* read 11 tokens, but it can read at most 10",
    ),
}


@every_search
@pytest.mark.parametrize("prompt, error, says", REFUSED.values(), ids=REFUSED)
def test_a_prompt_that_cannot_work_is_refused(search, prompt, error, says):
    with pytest.raises(error, match=says):
        ask(prompt, search)


@every_search
def test_what_has_read_before_is_refused(search):
    model, stop = scripted(), Stopping(max_new=3, eos_id=None)
    search(model, bos(2), stop)
    with pytest.raises(ValueError, match="has read 3 tokens .* begins with 0"):
        search(model, bos(2), stop)


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"max_new": 0}, "max_new is 0, but must be at least 1"),
        ({"eos_id": PAD}, "eos_id is 0 and pad_id is 0"),
        ({"eos_id": 7}, "eos_id is 7, but the vocabulary has 7 entries, 0 to 6"),
        ({"eos_id": -1}, "eos_id is -1, but the vocabulary has 7 entries"),
        ({"pad_id": 9}, "pad_id is 9, but the vocabulary has 7 entries"),
    ],
    ids=str,
)
def test_a_stop_that_cannot_work_is_refused(changes, says):
    with pytest.raises(ValueError, match=says):
        ask(bos(2), **changes)


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"beams": 0}, "beams is 0, but must be at least 1"),
        ({"alpha": -0.5}, "alpha is -0.5, but must be at least 0"),
        ({"alpha": float("nan")}, "alpha is nan"),
    ],
    ids=str,
)
def test_beams_that_cannot_work_are_refused(settings, says):
    model = scripted()
    with pytest.raises(ValueError, match=says):
        beam_search(model, bos(2), Stopping(max_new=3, eos_id=EOS), **settings)
    assert model.reads == []


@pytest.mark.parametrize(
    "reshape, value, says",
    [
        (with_temperature, 0.0, "temperature is 0.0, but must be above 0.*greedy"),
        (with_temperature, -1.0, "temperature is -1.0"),
        (with_temperature, float("nan"), "temperature is nan"),
        (keep_top_k, 0, "k is 0, but the vocabulary has 7 entries"),
        (keep_top_k, 8, "k is 8, but the vocabulary has 7 entries"),
        (keep_top_p, 0.0, "p is 0.0, but must be above 0 and at most 1"),
        (keep_top_p, 1.1, "p is 1.1"),
        (keep_top_p, float("nan"), "p is nan"),
    ],
)
def test_changes_that_cannot_work_are_refused(reshape, value, says):
    with pytest.raises(ValueError, match=says):
        reshape(torch.zeros(2, VOCAB), value)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_logits_that_are_no_numbers_are_refused(bad):
    logits = torch.zeros(2, VOCAB)
    logits[1, 3] = bad
    with pytest.raises(ValueError, match="NaN or infinity.*weights"):
        next_log_probs(logits, PAD)


# The models


def make(kind, positions=Positions.SINUSOIDAL, **changes):
    sizes = {"d_model": 12, "n_heads": 2, "n_encoder_blocks": 1, "n_decoder_blocks": 2}
    config = TransformerConfig(
        vocab=VOCAB, max_len=MAX_LEN, positions=positions, **sizes | changes
    )
    model = kind(config).eval()
    randomise(model)
    return model


def session(model):
    if isinstance(model, LanguageModel):
        return LanguageSession(model)
    return TranslationSession(model, torch.tensor([[3, 4, 5], [6, PAD, PAD]]))


@every_kind
@every_search
@pytest.mark.parametrize("positions", Positions)
def test_a_model_writes_up_to_its_last_position_and_no_further(kind, search, positions):
    """The last token written need not be read."""
    model, calls = make(kind, positions), []
    prompt = torch.tensor([[BOS, 3, 4], [BOS, PAD, PAD]])
    stop = Stopping(max_new=MAX_LEN - 2, eos_id=None)
    found = search(session(model), prompt, stop)
    assert (found.lengths == MAX_LEN - 2).all()
    asked, further = session(model), Stopping(max_new=MAX_LEN - 1, eos_id=None)
    model.output.register_forward_hook(lambda *_: calls.append("work"))
    with pytest.raises(ValueError, match="read 11 tokens, but it can read at most 10"):
        search(asked, prompt, further)
    assert calls == []


@every_kind
@pytest.mark.parametrize("part", ["all", "output"])
def test_a_model_in_training_mode_is_refused(kind, part):
    model = make(kind, tie_output=False)
    (model if part == "all" else model.output).train()
    with pytest.raises(ValueError, match=r"in training mode.*model\.eval\(\)"):
        session(model)


@every_kind
@every_search
def test_a_model_that_remembers_nothing_is_refused(kind, search):
    with pytest.raises(TypeError, match=f"model is a {kind.__name__}.*pass a session"):
        search(make(kind), bos(2), Stopping(max_new=3, eos_id=EOS))


@every_search
def test_a_prompt_for_each_source(search):
    with pytest.raises(ValueError, match="3 rows of tokens, but 2 of the source"):
        search(session(make(Transformer)), bos(3), Stopping(max_new=3, eos_id=EOS))


@pytest.mark.parametrize("dtype", [torch.int16, torch.uint8, torch.int32], ids=str)
def test_ids_of_every_integer_type_are_read(dtype):
    model, ids = make(Transformer), torch.tensor([[3, 4, 5], [6, PAD, PAD]])
    stop = Stopping(max_new=4, eos_id=EOS)
    wanted = greedy_search(TranslationSession(model, ids), bos(2), stop)
    source, prompt = ids.to(dtype), bos(2).to(dtype)
    found = greedy_search(TranslationSession(model, source), prompt, stop)
    assert torch.equal(found.tokens, wanted.tokens)


@pytest.mark.parametrize(
    "source, error, says",
    [
        (torch.ones(2, 3), TypeError, "source is torch.float32"),
        (torch.tensor([[3, 7]]), ValueError, "source holds ids from 3 to 7.*7 entries"),
        (torch.tensor([[3], [PAD]]), ValueError, "row 1 of source holds 1 paddings"),
        (torch.tensor([[PAD, 3]]), ValueError, "row 0 of source has padding"),
        (torch.full((1, 11), 3), ValueError, "0 to 10 are .* holds 0 to 9"),
    ],
    ids=str,
)
def test_a_source_that_cannot_be_read_is_refused(source, error, says):
    with pytest.raises(error, match=says):
        TranslationSession(make(Transformer), source)


@every_kind
@every_search
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_searches_run_in_every_dtype(kind, search, dtype):
    model = make(kind).to(dtype)
    found = search(session(model), bos(2), Stopping(max_new=4, eos_id=EOS))
    assert found.log_probs.dtype == torch.float32
    assert (found.log_probs < 0).all()
