"""Which weights Muon moves and how; Adam is tried beside plain PyTorch elsewhere."""

import shutil

import pytest
import torch
from torch import nn
from toy_training import SETTINGS, toy, trainer, weights

from transformer_lib.training.checkpoint import checkpoints
from transformer_lib.training.optimisers import Method, make_optimisers
from transformer_lib.training.settings import TrainingSettings
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer


def moved(optimiser):
    return [id(w) for group in optimiser.param_groups for w in group["params"]]


def names(model, optimiser):
    ids = set(moved(optimiser))
    return {name for name, weight in model.named_parameters() if id(weight) in ids}


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("make", [toy, lambda: Transformer(TransformerConfig.tiny())])
def test_every_weight_is_moved_once(make, method):
    model = make()
    optimisers = make_optimisers(model, method)
    ids = [place for optimiser in optimisers for place in moved(optimiser)]
    assert sorted(ids) == sorted(map(id, model.parameters()))


def test_muon_moves_the_matrices_and_adam_the_tables_gains_and_biases():
    model = Transformer(TransformerConfig.tiny())
    adam, muon = make_optimisers(model, Method.MUON)
    assert isinstance(adam, torch.optim.Adam) and isinstance(muon, torch.optim.Muon)
    every = dict(model.named_parameters())
    linear = {n for n in every if ".w_" in n and n.endswith(".weight")}
    assert names(model, muon) == linear and len(linear) == 2 * 6 + 2 * 10
    assert names(model, adam) == every.keys() - linear


def test_a_table_that_a_layer_shares_stays_with_adam():
    model = toy()
    assert model.generator.weight is model.target.weight
    assert names(model, make_optimisers(model, Method.MUON)[1]) == {"hidden.weight"}


def test_one_kind_of_weight_alone_needs_one_optimiser():
    (muon,) = make_optimisers(nn.Linear(3, 4, bias=False), Method.MUON)
    assert isinstance(muon, torch.optim.Muon)
    (adam,) = make_optimisers(nn.Embedding(3, 4), Method.MUON)
    assert isinstance(adam, torch.optim.Adam)
    (adam,) = make_optimisers(nn.Linear(3, 4), Method.ADAM)
    assert isinstance(adam, torch.optim.Adam)


def test_muon_steps_alike_in_all_directions():
    torch.manual_seed(0)
    layer = nn.Linear(12, 20, bias=False)
    (muon,) = make_optimisers(layer, Method.MUON)
    before = layer.weight.detach().clone()
    u, s, v = torch.linalg.svd(torch.randn(20, 12), full_matrices=False)
    layer.weight.grad = u @ torch.diag(10.0 ** -torch.arange(12).div(6)) @ v
    muon.step()
    step = u.mT @ (before - layer.weight.detach()) @ v.mT
    lengths = step.diagonal() / (0.2 * 20**0.5)
    assert (lengths > 0.6).all() and (lengths < 1.3).all(), "directions of 1 to 0.015"
    assert (step - step.diagonal().diag()).abs().max() < 0.1 * step.diagonal().min()


def test_a_run_with_muon_goes_on_to_the_same_bits(tmp_path):
    whole = trainer(tmp_path / "whole", method="muon", checkpoint_every=3, keep=3)
    whole.fit(progress=False)
    first = checkpoints(tmp_path / "whole")[0]
    shutil.copytree(first, tmp_path / "part" / first.name)
    part = trainer(tmp_path / "part", method="muon", checkpoint_every=3, keep=3)
    assert part.resume(tmp_path / "part") and part.learner.step == 3
    part.fit(progress=False)
    assert torch.equal(weights(whole), weights(part))
    adam = trainer()
    adam.fit(progress=False)
    assert not torch.allclose(weights(whole), weights(adam))


def test_all_optimisers_follow_the_rate():
    run = trainer(method="muon")
    run.fit(progress=False)
    first, second = (o.param_groups[0]["lr"] for o in run.learner.optimisers)
    assert first == second == run.learner.schedules[0].get_last_lr()[0]


def test_the_method_is_kept_by_its_word():
    words = SETTINGS.to_dict() | {"method": "muon"}
    settings = TrainingSettings.from_dict(words)
    assert settings.method is Method.MUON and settings.to_dict() == words
