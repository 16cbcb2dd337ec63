"""What the ablations take away is away, and nothing else changes."""

import csv
import math
import sys
from pathlib import Path

import pytest
import torch
from repository import ROOT

sys.path.insert(0, str(ROOT / "book" / "_ext"))
import ablations

from transformer_lib.training.settings import TrainingSettings
from transformer_lib.transformer.config import TransformerConfig

pytestmark = pytest.mark.unhooked
KINDS = list(ablations.KINDS)
CONFIG = TransformerConfig.tiny(300)
SOURCE, TARGET = torch.arange(5, 12)[None], torch.arange(20, 26)[None]


def settings_of(name: str) -> TrainingSettings:
    return ablations.training_settings(ablations.choices(name, 1000, 0, Path("x")))


def config_of(name: str) -> TransformerConfig:
    return ablations.model_config(ablations.choices(name, 1000, 0, Path("x")), 4000)


def test_each_kind_differs_from_everything_in_what_it_is_named_for():
    changed = {}
    for name in KINDS:
        now = settings_of(name).to_dict() | config_of(name).to_dict()
        full = settings_of(KINDS[0]).to_dict() | config_of(KINDS[0]).to_dict()
        changed[name] = {key for key in full if now[key] != full[key]}
    rate = {"warmup", "factor"}
    assert changed == {
        "everything": set(),
        "no label smoothing": {"smoothing"},
        "no warm-up": rate,
        "no positions": {"positions"},
        "no √d_k": set(),
        "no √d_k, but a small start": set(),
        "post-LN": {"norm_first"},
        "post-LN, no warm-up": {"norm_first"} | rate,
        "no dropout": {"dropout"},
        "Muon for the matrices": {"method"} | rate,
        "rate falls as a root": {"decay_until"},
        "RNN with attention": set(),
    }


def test_the_highest_rate_stays_whatever_the_warm_up():
    for name in set(KINDS) - {"Muon for the matrices"}:
        chosen = settings_of(name)
        highest = chosen.factor / math.sqrt(chosen.d_model * chosen.warmup)
        assert highest == pytest.approx(2e-3), name


def logits_of(name):
    """What a model of that kind says before it has learnt anything."""
    torch.manual_seed(0)
    return ablations.KINDS[name].make(CONFIG).eval()(SOURCE, TARGET)


def test_without_the_root_scores_are_larger_unless_the_start_makes_up_for_it():
    plain = logits_of("everything")
    assert not torch.allclose(logits_of("no √d_k"), plain)
    torch.testing.assert_close(logits_of("no √d_k, but a small start"), plain)


def test_without_the_root_every_query_is_that_much_longer():
    x, root = torch.ones(1, CONFIG.d_model), math.sqrt(CONFIG.d_model // CONFIG.n_heads)
    for name in ("no √d_k", "no √d_k, but a small start"):
        for layer in ablations.queries(ablations.KINDS[name].make(CONFIG)):
            plain = torch.nn.functional.linear(x, layer.weight, layer.bias)
            torch.testing.assert_close(layer(x), root * plain)


def test_the_rnn_has_about_as_many_weights():
    sizes = [
        sum(weight.numel() for weight in make(config_of(KINDS[0])).parameters())
        for make in (ablations.KINDS[name].make for name in (KINDS[0], KINDS[-1]))
    ]
    assert sizes[1] == pytest.approx(sizes[0], rel=0.02)


@pytest.mark.parametrize("name", ["everything", "RNN with attention"])
def test_both_kinds_of_model_write_and_do_not_look_at_their_neighbours(name):
    torch.manual_seed(7)  # untrained, and yet each text is answered by another
    model = ablations.KINDS[name].make(CONFIG).eval()
    texts = ["One, two; three.", "A file is opened.", "Close the other file first."]
    tokenizer = ablations.Tokenizer.train(texts * 3, 300)
    said = ablations.say(model, tokenizer, texts)
    alone = [ablations.say(model, tokenizer, [text])[0] for text in texts]
    assert said == alone and len(set(said)) == len(texts)


def test_lines_that_are_there_are_not_made_again(monkeypatch, tmp_path, capsys):
    made = []

    def measure(name, steps, seed, folder):
        made.append((name, steps, seed))
        return {"model": name, "steps": steps, "seed": seed, "bleu": "1.00"}

    monkeypatch.setattr(ablations, "measure", measure)
    words = ["ablations.py", "--table", str(tmp_path / "table.csv")]
    monkeypatch.setattr(sys, "argv", [*words, "--kinds", "no positions"])
    ablations.main()
    monkeypatch.setattr(sys, "argv", [*words, "--seeds", "2"])
    ablations.main()
    planned = sum(len(kinds) for kinds in ablations.PLAN.values())
    assert len(made) == len(set(made)) == 2 * planned
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", [*words, "--kinds", "no heads"])
    with pytest.raises(SystemExit):
        ablations.main()
    assert "invalid choice: 'no heads'" in capsys.readouterr().err


def test_the_table_has_every_kind_trained_alike():
    with ablations.TABLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if line[0] != "#"))
    for steps, kinds in ablations.PLAN.items():
        alike = [row for row in rows if row["steps"] == str(steps)]
        assert alike
        for seed in {row["seed"] for row in alike}:
            ours = [row for row in alike if row["seed"] == seed]
            assert sorted(row["model"] for row in ours) == sorted(kinds)
            # The same batches: as many tokens are guessed with one seed.
            assert len({row["tokens"] for row in ours}) == 1
