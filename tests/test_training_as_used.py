"""Training with the shape checks off: clear refusals, and torch.compile."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest
import torch
from torch import nn
from toy_training import LIMITS, PAD, SETTINGS, draw_corpus, toy, trainer, weights

from transformer_lib.training.batching import plan_epoch
from transformer_lib.training.checkpoint import (
    checkpoints,
    load_weights,
)
from transformer_lib.training.corpus import Corpus, Limits, drop_long
from transformer_lib.training.loop import Trainer
from transformer_lib.training.loss import (
    fused_cross_entropy,
    shift_right,
    smoothed_cross_entropy,
)
from transformer_lib.training.schedule import warmup_rate, warmup_schedule
from transformer_lib.training.settings import Precision, TrainingSettings
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

pytestmark = pytest.mark.unhooked
LOGITS, LABELS = torch.zeros(3, 5, 7), torch.ones(3, 5, dtype=torch.long)


def loss(logits=LOGITS, labels=LABELS, **given):
    smoothed_cross_entropy(logits, labels, **given)


def fused_loss(logits=LOGITS, labels=LABELS, **given):
    fused_cross_entropy(logits, labels, **given)


def corpus(sources=((4,),), targets=((1, 2),), limits=LIMITS):
    Corpus(sources, targets, limits)


def schedule(lr):
    warmup_schedule(torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=lr), d_model=5)


def settings(**changes):
    replace(SETTINGS, **changes)


REFUSED = [
    (loss, {"labels": LABELS.T}, r"\(3, 5, 7\) and labels \(5, 3\).*same order"),
    (fused_loss, {"labels": LABELS.T}, r"\(3, 5, 7\) and labels \(5, 3\).*same order"),
    (loss, {"logits": LOGITS.flatten(0, 1)}, r"\(15, 7\) and labels \(3, 5\)"),
    (fused_loss, {"logits": LOGITS[0], "labels": LABELS[0]}, r"\(5, 7\) and .*\(5,\)"),
    (loss, {"logits": LOGITS[0], "labels": LABELS[0]}, r"\(5, 7\) and labels \(5,\)"),
    (loss, {"logits": LABELS}, "logits are torch.int64.*in this order"),
    (loss, {"labels": LOGITS[..., 0]}, "labels torch.float32.*in this order"),
    (loss, {"smoothing": 1.0}, "smoothing is 1.0.*from 0 to below 1"),
    (loss, {"smoothing": -0.1}, "smoothing is -0.1"),
    (loss, {"pad_id": -100}, "pad_id is -100.*ids 0 to 6"),
    (fused_loss, {"pad_id": -1}, "pad_id is -1.*ids 0 to 6"),
    (loss, {"pad_id": 7}, "pad_id is 7.*ids 0 to 6"),
    (shift_right, {"tokens": LABELS[:, :1]}, "have 1 places.*at least 2"),
    (warmup_rate, {"step": -1, "d_model": 5}, "step is -1.*from 1"),
    (warmup_rate, {"step": 1, "d_model": 0}, "d_model is 0"),
    (warmup_rate, {"step": 1, "d_model": 5, "warmup": 0}, "warmup 0"),
    (warmup_rate, {"step": 1, "d_model": 5, "factor": 0.0}, "factor 0.0"),
    (warmup_rate, {"step": 1, "d_model": 5, "decay_until": 4000}, "until is 4000 and"),
    (schedule, {"lr": 0.5}, "learning rate is 0.5.*lr=1.0"),
    (corpus, {"sources": [[4], [5]]}, "2 source rows and 1 target rows"),
    (corpus, {"sources": [], "targets": []}, "0 pairs of rows"),
    (corpus, {"sources": [[]]}, "source row 0 has 0 tokens.*from 1 to 8"),
    (corpus, {"targets": [[1]]}, "target row 0 has 1 tokens.*from 2 to 8"),
    (corpus, {"sources": [[4] * 9]}, "source row 0 has 9 tokens.*to 8.*drop_long"),
    (corpus, {"sources": [[12, 13]]}, "source row 0 holds the id 13.*13 entries, 0 to"),
    (corpus, {"targets": [[1, 11]]}, "target row 0 holds the id 11.*11 entries"),
    (corpus, {"targets": [[1, -1]]}, "target row 0 holds the id -1"),
    (corpus, {"targets": [[1, 5, PAD]]}, "target row 0 holds the id 3 at place 2"),
    (corpus, {"sources": [[4.0]]}, "source row 0 holds no whole number.*float"),
    (corpus, {"sources": [["a"]]}, "source row 0 holds no whole number.*str"),
    (Limits, {"source_vocab": 5, "target_vocab": 3, "max_len": 9, "pad_id": 3}, "is 3"),
    (Limits, {"source_vocab": 5, "target_vocab": 5, "max_len": 1}, "max_len is 1"),
    (drop_long, {"sources": [[1]], "targets": [], "max_len": 3}, "1 source rows and 0"),
    (plan_epoch, {"corpus": draw_corpus(), "budget": 4}, "has 8 tokens.*holds 4"),
    (settings, {"steps": 0}, "steps is 0"),
    (settings, {"accumulation": -1}, "accumulation is -1"),
    (settings, {"budget": 0}, "budget is 0"),
    (settings, {"warmup": 0}, "warmup is 0"),
    (settings, {"keep": 0}, "keep is 0"),
    (settings, {"factor": 0.0}, "factor is 0.0"),
    (settings, {"smoothing": 1.5}, "smoothing is 1.5"),
    (settings, {"precision": "bfloat16"}, "precision is 'bfloat16'.*BFLOAT16"),
    (settings, {"method": "muon"}, "method is 'muon'.*Method.MUON"),
    (settings, {"decay_until": 4}, "decay_until is 4 and warmup 4"),
    (settings, {"clip_norm": 0.0}, "clip_norm is 0.0.*or None"),
    (TrainingSettings.from_dict, {"values": {"warmpu": 3}}, "warmpu"),
    (TrainingSettings.from_dict, {"values": {"precision": "half"}}, "half"),
]


@pytest.mark.parametrize("call, given, says", REFUSED, ids=lambda x: str(x)[:40])
def test_what_cannot_be_meant_is_refused_with_both_sides(call, given, says):
    with pytest.raises((ValueError, TypeError), match=says):
        call(**given)


def test_ids_of_any_integer_type_become_plain_ones():
    checked = Corpus(torch.tensor([[4, 5]]), [torch.tensor([1, 2])], LIMITS)
    assert checked.sources == ((4, 5),) and checked.targets == ((1, 2),)


def test_settings_are_frozen_and_go_through_json():
    chosen = replace(SETTINGS, precision=Precision.BFLOAT16)
    again = TrainingSettings.from_dict(json.loads(json.dumps(chosen.to_dict())))
    assert again == chosen and again.precision is Precision.BFLOAT16
    with pytest.raises(FrozenInstanceError):
        chosen.steps = 3


CONFIG = TransformerConfig.tiny(13)


@pytest.mark.parametrize(
    "values, says",
    [
        ({"d_model": 64}, "d_model is 32 in training, but 64 in the model"),
        ({"pad_id": 5}, "pad_id is 0 in training, but 5 in the model"),
        ({"vocab": 12, "target_vocab": 13}, "source_vocab is 13 .* has 12 entries"),
        ({"target_vocab": 9}, "target_vocab is 13 .* has 9 entries"),
    ],
    ids=str,
)
@pytest.mark.parametrize("side", ["corpus", "validation"])
def test_a_model_that_the_pairs_were_not_made_for_is_refused(side, values, says):
    model = Transformer(replace(CONFIG, **values))
    fitting, other = (
        Corpus([[4]], [[1, 2]], Limits.of(config)) for config in (model.config, CONFIG)
    )
    pairs = {"corpus": fitting, "validation": fitting, side: other}
    with pytest.raises(ValueError, match=says):
        Trainer(model, settings=TrainingSettings(d_model=32), **pairs)


def test_limits_are_those_of_the_model():
    config = replace(CONFIG, target_vocab=11, pad_id=PAD, max_len=8)
    assert Limits.of(config) == LIMITS


def test_a_folder_may_be_named_by_a_text(tmp_path):
    run = trainer(str(tmp_path), steps=2)
    run.fit(progress=False)
    again = trainer(str(tmp_path), steps=2)
    assert again.resume(str(tmp_path))
    assert torch.equal(weights(again), weights(run))


# torch.compile


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
def test_a_compiled_run_is_the_same_run(tmp_path):
    given = {"dropout": 0.0, "budget": 1000, "steps": 3}
    plain, compiled = trainer(**given), trainer(tmp_path, compile=True, **given)
    updates = [x.fit(progress=False).updates for x in (plain, compiled)]
    for one, other in zip(*updates, strict=True):
        assert other.loss == pytest.approx(one.loss, rel=1e-5)
    assert torch.allclose(weights(plain), weights(compiled), atol=1e-5)
    load_weights(checkpoints(tmp_path)[-1], toy())
