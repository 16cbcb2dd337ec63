"""Losses that meet the score −∞, or bar padding where they should not."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def zero_times(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    losses = -(q * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def zero_times_mask(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    return -(q * logits.log_softmax(-1)).sum(-1) * (labels != pad_id)


def product(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = F.one_hot(labels, logits.shape[-1])
    padding = F.one_hot(torch.tensor(pad_id), logits.shape[-1])
    q = (1 - smoothing) * right + smoothing / (len(padding) - 2) * (1 - right)
    losses: Tensor = -(q * (1 - padding) * log_p).sum(-1).to(logits.dtype)
    return losses.masked_fill(labels == pad_id, 0.0)


def taken_off_again(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    others = log_p.sum(-1) - right - log_p[..., pad_id]
    losses = -(1 - smoothing) * right - smoothing / (logits.shape[-1] - 2) * others
    return losses.masked_fill(labels == pad_id, 0.0)


def as_probabilities(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    q = q * (labels != pad_id)[..., None]
    return F.cross_entropy(logits.mT, q.mT, reduction="none")


def as_divergence(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    q = q * (labels != pad_id)[..., None]
    divergence = F.kl_div(logits.log_softmax(-1), q, reduction="none").sum(-1)
    entropy: Tensor = torch.special.entr(q).sum(-1)
    return divergence + entropy


def barred_before(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.masked_fill(barred, -math.inf).log_softmax(-1)
    log_p = log_p.masked_fill(barred, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (len(barred) - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def column_cut_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    words = [i for i in range(logits.shape[-1]) if i != pad_id]
    log_p = logits[..., words].log_softmax(-1)
    place = (labels - (labels > pad_id).long()).clamp(max=len(words) - 1)
    right = log_p.gather(-1, place[..., None])[..., 0]
    others = (log_p.sum(-1) - right) / (len(words) - 1)
    losses = -(1 - smoothing) * right - smoothing * others
    return losses.masked_fill(labels == pad_id, 0.0)


def scores_with_a_floor(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.clamp(min=-1e4).log_softmax(dim=-1).masked_fill(barred, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a share of 0 that meets −∞",
        "Nothing times −∞ is not a number.",
        "What is 0 · (−∞) for a computer, and where does your sum meet it?",
        _LOSS,
        (
            zero_times,
            zero_times_mask,
            product,
            taken_off_again,
            as_probabilities,
            as_divergence,
        ),
        beside=("gradient",),
    ),
    Mistake(
        "a softmax that leaves padding out",
        "What the model gives to padding is shared out among the others.",
        (
            "A model gives padding half of the probability. What does your loss"
            " say to that?"
        ),
        _LOSS,
        (barred_before, column_cut_out),
        beside=("gradient",),
    ),
    Mistake(
        "scores with a floor",
        "A very low score counts as a higher one.",
        "Scores may be large. Which line of yours changes one of −100,000?",
        _LOSS,
        (scores_with_a_floor,),
        beside=("gradient",),
    ),
)
