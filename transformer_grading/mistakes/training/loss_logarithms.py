"""Losses with another logarithm, or along another axis."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def over_places(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def over_rows(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=0).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def over_places_ready(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = F.log_softmax(logits, -2).masked_fill(barred, 0.0)
    return -(q * log_p).sum(-1) * (labels != pad_id)


def without_log(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def one_less(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = 1 - (1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def in_bits(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    losses = losses / math.log(2)
    return losses.masked_fill(labels == pad_id, 0.0)


def ten(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0) / math.log(10)


def minus_forgotten(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return -losses.masked_fill(labels == pad_id, 0.0)


def minus_forgotten_written_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(-1).masked_fill(barred, 0.0)
    return (q * log_p).sum(-1) * (labels != pad_id)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a softmax along another axis",
        "The probabilities of one place do not add up to 1.",
        "Along which axis are the tokens among which a place chooses?",
        _LOSS,
        (over_places, over_rows, over_places_ready),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "probabilities where logarithms belong",
        "The logarithm is missing.",
        ("A right token with the probability 1 costs nothing. What does yours cost?"),
        _LOSS,
        (without_log, one_less),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "a logarithm to another base",
        "The loss is in bits, not in nats.",
        "Which logarithm has the unit nat?",
        _LOSS,
        (in_bits, ten),
    ),
    Mistake(
        "a loss with the wrong sign",
        "A better guess has a higher loss.",
        "A logarithm of a probability is below 0. Which sign has a loss?",
        _LOSS,
        (minus_forgotten, minus_forgotten_written_out),
    ),
)
