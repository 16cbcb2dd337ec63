"""Checkpoints: whole or not there, of this run or refused."""

import re
import shutil

import pytest
import torch
from safetensors import safe_open
from torch import nn
from toy_training import Toy, draw_corpus, toy, trainer, weights

from transformer_lib.training.checkpoint import (
    checkpoints,
    load_state,
    load_weights,
    read_header,
    save_checkpoint,
)

pytestmark = pytest.mark.unhooked


@pytest.fixture
def run(tmp_path):
    """A run of four updates with a checkpoint after the second and the fourth."""
    first = trainer(tmp_path / "run", steps=4, checkpoint_every=2)
    first.fit(progress=False)
    return tmp_path / "run"


def test_tied_weights_are_written_once_and_stay_tied(run):
    place = checkpoints(run)[-1]
    with safe_open(place / "weights.safetensors", "pt") as file:
        names = set(file.keys())
    assert len(names & {"generator.weight", "target.weight"}) == 1
    model = toy(seed=5)
    load_weights(place, model)
    assert model.generator.weight is model.target.weight
    trained = trainer()
    assert trained.resume(run)
    assert torch.equal(model.target.weight, trained.learner.model.target.weight)
    assert not torch.equal(model.target.weight, toy().target.weight)
    assert read_header(place)["config"]["model"] == {"dropout": 0.3}


def test_only_the_newest_checkpoints_stay(tmp_path):
    trainer(tmp_path, steps=7, checkpoint_every=1, keep=3).fit(progress=False)
    assert [place.name[-1] for place in checkpoints(tmp_path)] == ["5", "6", "7"]
    assert [path.name for path in tmp_path.iterdir() if path.name[0] == "."] == []


def test_a_run_goes_on_with_more_steps_but_not_with_other_choices(run):
    assert trainer(steps=9, keep=1, validate_every=2).resume(run)
    other = trainer(smoothing=0.2, dropout=0.4)
    with pytest.raises(ValueError) as refusal:
        other.resume(run)
    assert "model.dropout is 0.3 there and 0.4 here" in str(refusal.value)
    assert "settings.smoothing is 0.1 there and 0.2 here" in str(refusal.value)
    assert "budget" not in str(refusal.value)
    assert torch.equal(weights(other), weights(trainer()))
    other = trainer()
    other.config["corpus"] = draw_corpus(seed=9).fingerprint
    with pytest.raises(ValueError, match="corpus is '.*' there and '.*' here"):
        other.resume(run)


CHANGES = {"budget": 25, "accumulation": 2, "factor": 0.2, "warmup": 5, "seed": 1}
CHANGES |= {"clip_norm": 2.0, "precision": "bfloat16", "d_model": 6}


@pytest.mark.parametrize("name, value", CHANGES.items(), ids=CHANGES)
def test_what_the_weights_depend_on_stays_as_it_was(run, name, value):
    with pytest.raises(ValueError, match=f"settings.{name} is"):
        trainer(**{name: value}).resume(run)


def test_a_model_of_other_shapes_is_refused(run):
    other = Toy()
    other.hidden = nn.Linear(5, 6)
    with pytest.raises(RuntimeError, match=r"hidden.*\[5, 5\].*\[6, 5\]"):
        load_weights(checkpoints(run)[-1], other)


def test_a_new_run_does_not_mix_with_an_old_one(run, tmp_path):
    with pytest.raises(FileExistsError, match="step-000000004.*step 0.*resume"):
        trainer(run).fit(progress=False)
    with pytest.raises(FileExistsError, match="is there already"):
        save_checkpoint(checkpoints(run)[-1], toy(), {}, {})
    assert not trainer().resume(tmp_path / "nothing here")


def truncate(path):
    path.write_bytes(path.read_bytes()[:-100])


def flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("damage", [truncate, flip_a_bit])
@pytest.mark.parametrize("name", ["weights.safetensors", "state.pt"])
def test_damaged_files_are_refused_and_the_checkpoint_before_is_whole(
    run, name, damage
):
    before, newest = checkpoints(run)
    damage(newest / name)
    untouched = trainer()
    with pytest.raises(ValueError, match=f"{name} is damaged.*begins with .*another"):
        untouched.resume(run)
    assert torch.equal(weights(untouched), weights(trainer()))
    shutil.rmtree(newest)
    assert untouched.resume(run) and untouched.learner.step == 2
    assert read_header(before)["format"] == 1


@pytest.mark.parametrize("name", ["weights.safetensors", "state.pt", "header.json"])
def test_missing_files_are_named(run, name):
    (checkpoints(run)[-1] / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"step-000000004.* has no {name}"):
        trainer().resume(run)


@pytest.mark.parametrize(
    "header, says",
    [
        ('{"format": 1, "con', "header.json is damaged"),
        ("[]", "header.json is damaged"),
        ('{"format": "1"}', "header.json is damaged"),
        ('{"format": 1, "config": {}}', "header.json is damaged"),
        ('{"format": 1, "config": {}, "sha256": {}}', "header.json is damaged"),
        ('{"format": 2, "other": 0}', "has format 2, .* formats up to 1: .*newer"),
    ],
)
def test_headers_that_cannot_be_read_are_refused(run, header, says):
    (checkpoints(run)[-1] / "header.json").write_text(header)
    with pytest.raises(ValueError, match=says):
        trainer().resume(run)


def test_a_state_that_would_run_code_is_not_loaded(tmp_path):
    save_checkpoint(tmp_path / "bad", toy(), {"code": re.compile}, {})
    with pytest.raises(Exception, match="[Ww]eights.only"):
        load_state(tmp_path / "bad")


def test_the_last_good_checkpoint_stays_when_the_loss_is_no_number(run):
    again = trainer(run)
    again.resume(run)
    again.learner.model.generator.register_forward_hook(lambda *_: _[-1] * torch.nan)
    with pytest.raises(FloatingPointError, match="update 5 was not made"):
        again.fit(progress=False)
    assert trainer().resume(run)
