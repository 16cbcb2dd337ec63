"""One update and the loop around it: plain PyTorch would do the same, step for step."""

import json
import math
from copy import deepcopy

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close
from toy_training import PAD, SETTINGS, draw_corpus, toy, trainer, whole

from transformer_lib.training.batching import Batch, Stream, collate, plan_epoch
from transformer_lib.training.corpus import Corpus
from transformer_lib.training.history import History
from transformer_lib.training.learner import Learner
from transformer_lib.training.loop import Trainer
from transformer_lib.training.schedule import warmup_rate
from transformer_lib.training.settings import Precision, TrainingSettings
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer


def learner(model=None, **changes):
    settings = TrainingSettings.from_dict(SETTINGS.to_dict() | changes)
    return Learner(model or toy(dtype=torch.float64), settings, pad_id=PAD)


def gradients(learner):
    return [p.grad.clone() for p in learner.model.parameters()]


def batches_of(corpus, sizes):
    """Cut a corpus into batches of these numbers of rows."""
    cuts = [sum(sizes[:n]) for n in range(len(sizes))]
    return [
        collate(corpus, list(range(cut, cut + size)))
        for cut, size in zip(cuts, sizes, strict=True)
    ]


def test_updates_equal_a_loop_in_plain_pytorch():
    ours, plain = learner(clip_norm=0.5), toy(dtype=torch.float64)
    adam = torch.optim.Adam(plain.parameters(), betas=(0.9, 0.98), eps=1e-9)
    stream = Stream(draw_corpus(), 24)
    for step in range(1, 8):
        batch = next(stream)
        update = ours.update([batch])
        for group in adam.param_groups:
            group["lr"] = warmup_rate(step, d_model=5, warmup=4, factor=0.1)
        logits = plain(batch.source, batch.target[:, :-1])
        loss = F.cross_entropy(
            logits.flatten(0, 1),
            batch.target[:, 1:].flatten(),
            ignore_index=PAD,
            label_smoothing=0.1,
        )
        adam.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(plain.parameters(), 0.5)
        adam.step()
        assert update.loss == pytest.approx(loss.item(), rel=1e-12)
        assert update.norm == pytest.approx(norm.item(), rel=1e-12) and norm > 0.5
    for mine, theirs in zip(ours.model.parameters(), plain.parameters(), strict=True):
        assert_close(mine, theirs, rtol=0, atol=1e-10)


@pytest.mark.parametrize("sizes", [(1, 2, 20), (11, 12), (22, 1)], ids=str)
def test_many_small_batches_make_the_gradient_of_the_one_large(sizes):
    corpus = draw_corpus()
    one, many = learner(), learner()
    batches = batches_of(corpus, sizes)
    assert one.backward([whole(corpus)]) == pytest.approx(
        many.backward(batches), rel=1e-12
    )
    for large, small in zip(gradients(one), gradients(many), strict=True):
        assert_close(large, small, rtol=0, atol=1e-12)
    tokens = [batch.guesses(PAD) for batch in batches]
    assert len(set(tokens)) == len(tokens), "tokens alike would not tell means apart"


def test_a_batch_of_padding_alone_adds_nothing():
    padding = torch.full((2, 4), PAD)
    ours = learner()
    assert ours.backward([Batch(padding, padding)]) == 0
    assert all(torch.equal(g, torch.zeros_like(g)) for g in gradients(ours))
    batch = whole(draw_corpus())
    alone, beside = learner(), learner()
    assert alone.backward([batch]) == beside.backward([batch, Batch(padding, padding)])
    assert_close(gradients(alone), gradients(beside))


def test_only_a_gradient_that_is_too_long_is_cut():
    batch = whole(draw_corpus())
    free, cut, loose = learner(clip_norm=None), learner(clip_norm=0.1), learner()
    norms = [x.update([batch]).norm for x in (free, cut, loose)]
    assert 0.1 < norms[0] == norms[1]

    def length(x):
        return math.sqrt(sum(g.square().sum().item() for g in gradients(x)))

    assert length(free) == pytest.approx(norms[0])
    assert length(cut) == pytest.approx(0.1, rel=1e-4)


@pytest.mark.parametrize("poison", [math.nan, math.inf])
def test_a_loss_that_is_no_number_stops_before_it_spoils_the_weights(poison):
    ours = learner()
    ours.update([whole(draw_corpus())])
    before = deepcopy(ours.model.state_dict())
    ours.model.generator.register_forward_hook(lambda *_: _[-1] * poison)
    with pytest.raises(FloatingPointError, match="update 2 was not made: the loss is"):
        ours.update([whole(draw_corpus())])
    assert ours.step == 1
    assert_close(ours.model.state_dict(), before, rtol=0, atol=0)


def test_a_gradient_that_is_no_number_stops_it_too():
    ours = learner()
    before = deepcopy(ours.model.state_dict())
    ours.model.hidden.weight.register_hook(lambda gradient: gradient * math.inf)
    with pytest.raises(FloatingPointError, match="of the gradient (inf|nan)"):
        ours.update([whole(draw_corpus())])
    assert_close(ours.model.state_dict(), before, rtol=0, atol=0)


def test_dropout_is_drawn_anew_for_each_update_and_alike_in_each_run():
    batch = whole(draw_corpus())

    def losses(seed):
        ours = learner(toy(dropout=0.5), factor=1e-9, seed=seed)
        return [ours.update([batch]).loss for _ in range(3)]

    assert losses(0) == losses(0) != losses(1)
    assert len({round(loss, 3) for loss in losses(0)}) == 3


def test_the_run_trains_with_dropout_and_measures_without():
    run = trainer(dropout=0.5, validate_every=1)
    seen = []
    model = run.learner.model.eval()

    def mode_of(part):
        return part.training, torch.is_grad_enabled()

    model.register_forward_hook(lambda part, *_: seen.append(mode_of(part)))
    run.fit(progress=False)
    measuring = seen.count((False, False)) / len(run.history.validations)
    assert seen.count((True, True)) == 7 and measuring >= 1
    assert not model.training, "the mode before comes back"
    again = run.validate(run.validation)
    assert again == run.history.validations[-1] == run.validate(run.validation)


def test_the_run_learns_from_and_measures_what_is_no_padding():
    """Pairs one by one need no padding, and give the same means."""
    run = trainer(dropout=0.0, steps=1, budget=10_000)

    def mean(corpus, smoothing):
        model = toy().eval()
        losses = tokens = 0
        for row in range(len(corpus)):
            source, target = collate(corpus, [row])
            logits, labels = model(source, target[:, :-1])[0], target[0, 1:]
            losses += F.cross_entropy(
                logits, labels, label_smoothing=smoothing, reduction="sum"
            ).item()
            tokens += len(labels)
        return losses / tokens

    before = run.validate(run.validation)
    assert before.loss == pytest.approx(mean(run.validation, 0.1), rel=1e-5)
    assert before.perplexity == pytest.approx(
        math.exp(mean(run.validation, 0.0)), rel=1e-5
    )
    (update,) = run.fit(progress=False).updates
    assert update.loss == pytest.approx(mean(run.stream.corpus, 0.1), rel=1e-5)


def test_bfloat16_is_for_products_and_float32_for_weights_and_loss():
    exact, short = learner(toy()), learner(toy(), precision=Precision.BFLOAT16.value)
    dtypes = set()
    short.model.hidden.register_forward_hook(lambda *_: dtypes.add(_[-1].dtype))
    batch = whole(draw_corpus())
    assert short.loss(batch).dtype == torch.float32
    updates = [x.update([batch]) for x in (exact, short)]
    assert dtypes == {torch.bfloat16}
    assert {p.dtype for p in short.model.parameters()} == {torch.float32}
    assert updates[1].loss == pytest.approx(updates[0].loss, rel=2**-8)
    assert updates[1].loss != updates[0].loss


def test_the_bar_is_on_the_error_stream_alone_and_can_be_silent(capfd):
    trainer().fit(progress=False)
    assert capfd.readouterr() == ("", "")
    trainer().fit()
    shown = capfd.readouterr()
    assert shown.out == "" and "7/7" in shown.err and "loss=" in shown.err


def test_history_says_what_happened():
    history = trainer(validate_every=3).fit(progress=False)
    assert [update.step for update in history.updates] == list(range(1, 8))
    assert [validation.step for validation in history.validations] == [3, 6, 7]
    assert History.from_dict(json.loads(json.dumps(history.to_dict()))) == history


def test_another_seed_is_another_order_of_sentences():
    runs = [trainer(dropout=0.0, seed=seed) for seed in (0, 1)]
    plans = [run.stream.plan for run in runs]
    assert plans == [
        plan_epoch(run.stream.corpus, 24, seed=seed) for seed, run in enumerate(runs)
    ]
    assert plans[0] != plans[1]


def test_a_transformer_learns_sentences_by_heart():
    values = {"vocab": 13, "pad_id": PAD, "dropout": 0.0}
    config = TransformerConfig.from_dict(TransformerConfig.tiny().to_dict() | values)
    torch.manual_seed(0)
    settings = TrainingSettings(
        d_model=config.d_model, steps=70, budget=200, warmup=40, factor=0.5
    )
    corpus = draw_corpus()
    run = Trainer(Transformer(config), corpus, settings, validation=corpus)
    assert run.fit(progress=False).validations[-1].accuracy > 0.98
    others = Corpus(corpus.sources[::-1], corpus.targets, corpus.limits)
    assert run.validate(others).accuracy < 0.8, "it must have read the sources"
