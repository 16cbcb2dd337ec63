"""The training loop of the early lessons: what it lowers, when it stops or refuses."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from transformer_lib.experiment.fitting import fit, token_loss

BATCH, SEQ, VOCAB, WIDTH = 3, 5, 7, 2


class Recorder(nn.Module):
    """A single number that is its own answer, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.number = nn.Parameter(torch.tensor(4.0))
        self.asked: list[float] = []

    def forward(self, inputs):
        self.asked.append(float(inputs))
        return self.number


def answer_itself(model_answer, targets):
    return (model_answer - targets) ** 2


def towards(target, steps):
    for step in range(steps):
        yield torch.tensor(float(step)), torch.tensor(float(target))


def test_one_step_a_batch_with_its_inputs_and_targets():
    model = Recorder()
    losses = fit(model, towards(1.0, 4), lr=0.5, loss=answer_itself)
    assert model.asked == [0.0, 1.0, 2.0, 3.0]
    assert len(losses) == 4 and losses[0] == 9.0  # before the first step is taken
    assert losses == sorted(losses, reverse=True)


def test_the_steps_are_those_of_adam():
    model, twin = Recorder(), Recorder()
    adam = torch.optim.Adam(twin.parameters(), lr=0.3, betas=(0.9, 0.98))
    fit(model, towards(1.0, 5), lr=0.3, loss=answer_itself)
    for inputs, targets in towards(1.0, 5):
        adam.zero_grad()
        answer_itself(twin(inputs), targets).backward()
        adam.step()
    assert torch.equal(model.number, twin.number)
    assert model.number != 4.0


def test_the_step_size_may_change_from_step_to_step():
    asked, model = [], Recorder()

    def rate(step):
        asked.append(step)
        return 0.0 if step < 2 else 0.5

    losses = fit(model, towards(1.0, 4), lr=rate, loss=answer_itself)
    assert asked == [0, 1, 2, 3]
    assert losses[0] == losses[1] == losses[2] > losses[3]


def test_a_long_gradient_is_shortened_and_a_short_one_is_not():
    def gradient(clip):
        model = Recorder()
        fit(model, towards(1.0, 1), lr=0.1, loss=answer_itself, clip=clip)
        return model.number.grad.item()

    assert gradient(math.inf) == gradient(7.0) == 6.0
    assert gradient(0.5) == pytest.approx(0.5, rel=1e-4)


@pytest.mark.parametrize("steps, expected", [(9, []), (10, [10]), (35, [10, 20, 30])])
def test_every_tenth_step_asks_whether_it_is_enough(steps, expected):
    model, asked = Recorder(), []

    def enough():
        asked.append(len(model.asked))
        return False

    fit(model, towards(1.0, steps), lr=0.1, loss=answer_itself, until=enough)
    assert asked == expected


def test_training_ends_when_it_is_enough():
    model = Recorder()
    losses = fit(
        model,
        towards(1.0, 500),
        lr=0.1,
        loss=answer_itself,
        until=lambda: len(model.asked) >= 30,
    )
    assert len(losses) == len(model.asked) == 30


def test_a_loss_that_is_not_finite_is_named_with_its_step():
    def grows(answer, targets):
        return answer * (math.nan if targets > 0 else 1.0)

    batches = [(torch.tensor(0.0), torch.tensor(t)) for t in (0.0, 0.0, 1.0)]
    with pytest.raises(FloatingPointError, match="The loss is nan at step 2: lower"):
        fit(Recorder(), batches, lr=0.1, loss=grows)


def test_tokens_are_learned_with_the_loss_that_is_there():
    torch.manual_seed(0)
    tokens = torch.randint(VOCAB, (BATCH, SEQ))
    model = nn.Sequential(nn.Embedding(VOCAB, WIDTH), nn.Linear(WIDTH, VOCAB))
    losses = fit(model, [(tokens, (tokens + 1) % VOCAB)] * 300, lr=0.05)
    assert losses[0] > 1.0 > 0.1 > losses[-1]


def test_no_batch_is_no_step():
    assert fit(Recorder(), [], lr=0.1) == []


def test_the_loss_of_tokens_is_the_mean_surprise():
    torch.manual_seed(0)
    logits, targets = torch.randn(BATCH, SEQ, VOCAB), torch.randint(VOCAB, (BATCH, SEQ))
    shares = logits.softmax(dim=-1)
    wanted = -shares.gather(-1, targets[..., None]).log().mean()
    torch.testing.assert_close(token_loss(logits, targets), wanted)
    row = token_loss(logits[0, 0], targets[0, 0])
    torch.testing.assert_close(row, F.cross_entropy(logits[0, 0], targets[0, 0]))


def test_guessing_costs_the_logarithm_of_the_number_of_answers():
    loss = token_loss(torch.zeros(BATCH, VOCAB), torch.zeros(BATCH, dtype=torch.long))
    assert loss.item() == pytest.approx(math.log(VOCAB))
