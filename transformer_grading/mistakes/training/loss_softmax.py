"""Losses without a logarithm of a softmax that can be trusted."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def scores_as_they_are(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def nll_of_scores(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    barred = torch.arange(logits.shape[-1]) == pad_id
    losses = -(q * logits.masked_fill(barred, 0.0)).sum(-1)
    return torch.where(labels == pad_id, 0.0, losses)


def softmax_first(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.softmax(dim=-1).log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def log_of_softmax(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.softmax(dim=-1).log().masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def exp_by_hand(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    p = logits.exp() / logits.exp().sum(dim=-1, keepdim=True)
    log_p = p.log().masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def logsumexp_by_hand(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    whole = logits.exp().sum(dim=-1, keepdim=True).log()
    log_p = (logits - whole).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def a_little_added(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = (logits.softmax(dim=-1) + 1e-12).log().masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "scores without a softmax",
        "The scores are taken for logarithms of probabilities.",
        "What do the exponentials of your log-probabilities add up to?",
        _LOSS,
        (scores_as_they_are, nll_of_scores),
    ),
    Mistake(
        "two softmaxes",
        "The probabilities are taken for scores once more.",
        "How often does a softmax stand between the scores and the logarithm?",
        _LOSS,
        (softmax_first,),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "a logarithm of rounded probabilities",
        "A probability too small for its digits becomes 0, and its logarithm −∞.",
        (
            "Two scores differ by 2000. What is the smaller probability, as the"
            " computer has it?"
        ),
        _LOSS,
        (log_of_softmax, exp_by_hand, logsumexp_by_hand, a_little_added),
        beside=("gradient", "input untouched"),
    ),
)
