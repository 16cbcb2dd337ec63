"""Training: the loss, the measures and the learning rate, true to their definitions."""

import math

import pytest
import torch
import torch.nn.functional as F
from parity.training import PAD, PATHS, PRIMES, draw, measure, rows
from torch import nn
from torch.testing import assert_close
from toy_training import draw_corpus, toy, trainer, whole

from transformer_lib.training.evaluation import evaluate, mode
from transformer_lib.training.loss import Tally, shift_right, tally
from transformer_lib.training.schedule import warmup_rate, warmup_schedule

every_path = pytest.mark.parametrize("path", PATHS)


# The loss


def test_loss_equals_torch():
    assert [row for row in rows() if not row.holds] == []


@every_path
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.4])
def test_loss_equals_loops_over_plain_numbers(path, smoothing):
    logits, labels = draw(PRIMES, torch.float64)
    total = 0.0
    for row, right in zip(
        logits.flatten(0, 1).tolist(), labels.flatten().tolist(), strict=True
    ):
        if right != PAD:
            size = math.log(sum(math.exp(x) for x in row))
            for token, x in enumerate(row):
                share = smoothing / len(row) + (1 - smoothing) * (token == right)
                total += share * (size - x)
    ours = PATHS[path](logits, labels, smoothing=smoothing, pad_id=PAD).item()
    assert ours == pytest.approx(total, rel=1e-12)


@every_path
def test_loss_is_least_at_the_smoothed_labels_themselves(path):
    """All V entries share the smoothing, the right one and padding among them."""
    labels = torch.tensor([[0, 4, 6, 1, 2]])
    wanted = 0.9 * F.one_hot(labels, 7).double() + 0.1 / 7
    logits = wanted.log().requires_grad_()
    PATHS[path](logits, labels, smoothing=0.1, pad_id=PAD).backward()
    assert_close(logits.grad, torch.zeros_like(logits), rtol=0, atol=1e-12)


@every_path
def test_padding_has_no_say(path):
    logits, labels = draw(PRIMES, torch.float64)
    edited = logits + 1e3 * torch.randn(1, 1, 7) * (labels == PAD)[..., None]
    edited.requires_grad_()
    before = PATHS[path](logits, labels, smoothing=0.1, pad_id=PAD)
    after = PATHS[path](edited, labels, smoothing=0.1, pad_id=PAD)
    assert torch.equal(after, before) and (labels == PAD).any()
    after.backward()
    assert torch.equal(edited.grad.abs().sum(-1) == 0, labels == PAD)
    wider = F.pad(logits, (0, 0, 0, 5)), F.pad(labels, (0, 5), value=PAD)
    assert_close(PATHS[path](*wider, smoothing=0.1, pad_id=PAD), before)
    assert PATHS[path](logits, labels, smoothing=0.1, pad_id=0) != before


@every_path
@pytest.mark.parametrize("smoothing", [0.0, 0.4])
def test_nothing_but_padding_and_none_at_all(path, smoothing):
    logits, labels = draw(PRIMES, torch.float64, "all")
    logits.requires_grad_()
    loss = PATHS[path](logits, labels, smoothing=smoothing, pad_id=PAD)
    loss.backward()
    assert loss == 0 and torch.equal(logits.grad, torch.zeros_like(logits))
    assert max(measure(path, PRIMES, torch.float64, smoothing, "none")) <= 1e-10


@every_path
def test_a_sure_and_right_model_loses_nothing(path):
    _, labels = draw(PRIMES, torch.float64, "none")
    logits = 1e3 * F.one_hot(labels, PRIMES.vocab).double()
    assert PATHS[path](logits, labels, pad_id=PAD) == 0
    assert PATHS[path](-logits, labels, pad_id=PAD) > 900 * labels.numel()


@every_path
def test_losses_of_parts_add_up(path):
    logits, labels = draw(PRIMES, torch.float64)
    parts = [
        PATHS[path](logits[rows], labels[rows], smoothing=0.1, pad_id=PAD)
        for rows in (slice(1), slice(1, 3))
    ]
    assert_close(sum(parts), PATHS[path](logits, labels, smoothing=0.1, pad_id=PAD))


@every_path
def test_loss_of_few_digits_is_summed_with_many_and_runs_on_meta(path):
    logits, labels = draw(PRIMES, torch.bfloat16)
    assert PATHS[path](logits, labels, pad_id=PAD).dtype == torch.float32
    assert_close(
        PATHS[path](logits, labels, pad_id=PAD),
        PATHS[path](logits.float(), labels, pad_id=PAD),
    )
    logits = logits.to("meta").requires_grad_()
    PATHS[path](logits, labels.to("meta"), pad_id=PAD).backward()
    assert logits.grad.shape == logits.shape


@every_path
def test_labels_may_have_any_whole_dtype(path):
    logits, labels = draw(PRIMES, torch.float64)
    wanted = PATHS[path](logits, labels, smoothing=0.1, pad_id=PAD)
    for dtype in (torch.int32, torch.int16, torch.int8):
        narrow = labels.to(dtype)
        found = PATHS[path](logits, narrow, smoothing=0.1, pad_id=PAD)
        assert torch.equal(found, wanted)


# What is read and what is guessed


def test_the_label_is_the_token_that_comes_next():
    tokens = torch.tensor([[1, 7, 8, 2, PAD], [1, 9, 5, 6, 2]])
    decoder_input, labels = shift_right(tokens)
    assert decoder_input.tolist() == [[1, 7, 8, 2], [1, 9, 5, 6]]
    assert labels.tolist() == [[7, 8, 2, PAD], [9, 5, 6, 2]]
    assert [x.tolist() for x in shift_right(tokens[:, :2])] == [[[1], [1]], [[7], [9]]]


# Measures


def test_measures_leave_padding_out_and_weigh_every_token_alike():
    logits, labels = draw(PRIMES, torch.float64)
    both = sum(
        (
            tally(logits[rows], labels[rows], smoothing=0.4, pad_id=PAD)
            for rows in (slice(1), slice(1, 3))
        ),
        Tally(),
    )
    kept = labels != PAD
    chosen = logits[kept], labels[kept]
    plain = F.cross_entropy(*chosen).item()
    assert both.tokens == kept.sum() == 12
    assert both.perplexity == pytest.approx(math.exp(plain))
    smoothed = F.cross_entropy(*chosen, label_smoothing=0.4).item()
    assert both.loss == pytest.approx(smoothed) and abs(smoothed - plain) > 0.1
    right = (chosen[0].argmax(-1) == chosen[1]).double().mean().item()
    assert both.accuracy == pytest.approx(right) and 0 < right < 1


def test_means_of_unequal_batches_weigh_tokens_and_not_batches():
    many, few = Tally(10.0, 20.0, 5, 10), Tally(6.0, 8.0, 1, 2)
    both = many + few
    assert both.loss == pytest.approx(16 / 12)
    assert both.perplexity == pytest.approx(math.exp(28 / 12))
    assert both.accuracy == 0.5


def test_right_on_padding_alone_is_right_on_nothing():
    labels = torch.tensor([[4, PAD, PAD]])
    logits = F.one_hot(torch.tensor([[5, PAD, PAD]]), 7).double()
    assert tally(logits, labels, pad_id=PAD).accuracy == 0


def test_measures_of_nothing_of_the_hopeless_and_of_nan():
    assert (Tally().loss, Tally().perplexity, Tally().accuracy) == (0.0, 1.0, 0.0)
    assert Tally(plain=1e6, tokens=1).perplexity == math.inf
    assert math.isnan(Tally(plain=math.nan, tokens=1).perplexity)


def test_measuring_draws_no_dropout_and_puts_every_part_back():
    model, batch = toy(dropout=0.9), whole(draw_corpus())
    model.hidden.eval()
    before = [part.training for part in model.modules()]
    measured = [evaluate(model, [batch], pad_id=PAD) for _ in range(2)]
    assert measured[0] == measured[1]
    assert [part.training for part in model.modules()] == before
    with pytest.raises(RuntimeError, match="stop"), mode(model, training=False):
        raise RuntimeError("stop")
    assert [part.training for part in model.modules()] == before
    decoder_input, labels = shift_right(batch.target)
    logits = model.eval()(batch.source, decoder_input)
    assert measured[0] == tally(logits, labels, pad_id=PAD)
    assert all(p.grad is None for p in model.parameters())


# The learning rate


@pytest.mark.parametrize(
    "d_model, warmup, factor", [(512, 4000, 1.0), (17, 5, 2.5), (1, 1, 0.1)]
)
def test_rate_rises_in_a_line_and_falls_as_a_root(d_model, warmup, factor):
    given = dict(d_model=d_model, warmup=warmup, factor=factor)
    rates = [warmup_rate(step, **given) for step in range(3 * warmup)]
    peak = factor / math.sqrt(d_model * warmup)
    assert rates[0] == rates[1] == pytest.approx(peak / warmup) and rates[0] > 0
    assert rates.index(max(rates)) == warmup or warmup == 1
    for step in range(1, 3 * warmup):
        share = step / warmup if step <= warmup else math.sqrt(warmup / step)
        assert rates[step] == pytest.approx(peak * share)


def test_the_paper_s_rate():
    assert warmup_rate(4000, d_model=512) == pytest.approx(6.988e-4, rel=1e-3)


@pytest.mark.parametrize("warmup, until", [(5, 23), (1, 2), (7, 8)])
def test_rate_may_come_down_to_0_as_half_a_wave(warmup, until):
    given = dict(d_model=17, warmup=warmup, factor=2.5)
    root, wave = (
        [warmup_rate(step, decay_until=end, **given) for step in range(2 * until)]
        for end in (None, until)
    )
    assert wave[: warmup + 1] == root[: warmup + 1]
    for step in range(warmup, until):
        passed = (step - warmup) / (until - warmup)
        share = math.cos(math.pi / 2 * passed) ** 2
        assert wave[step] == pytest.approx(root[warmup] * share)
    assert wave[until:] == [0] * until


@pytest.mark.parametrize("decay_until", [None, 7])
def test_the_schedule_alone_sets_the_rate(decay_until):
    weight = nn.Parameter(torch.ones(1))
    with pytest.raises(ValueError, match=r"own learning rate is 0.5.*lr=1\.0"):
        warmup_schedule(torch.optim.SGD([weight], lr=0.5), d_model=5)
    optimizer = torch.optim.SGD([weight], lr=1.0)
    given = {"d_model": 5, "warmup": 4, "factor": 0.1, "decay_until": decay_until}
    schedule = warmup_schedule(optimizer, **given)
    for step in range(1, 10):
        wanted = warmup_rate(step, **given)
        assert optimizer.param_groups[0]["lr"] == wanted
        optimizer.step()
        schedule.step()


@pytest.mark.parametrize("accumulation", [1, 3])
def test_rate_moves_once_an_update(accumulation):
    run = trainer(accumulation=accumulation)
    rates = [update.rate for update in run.fit(progress=False).updates]
    (optimiser,) = run.learner.optimisers
    rates.append(optimiser.param_groups[0]["lr"])
    given = {"d_model": 5, "warmup": 4, "factor": 0.1}
    assert rates == [warmup_rate(step, **given) for step in range(1, 9)]
