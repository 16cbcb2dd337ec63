"""Losses that are right at the price of something else."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def single(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.float().log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def single_and_back(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.float().log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).to(logits.dtype)


def label_in_single(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    share = smoothing / (logits.shape[-1] - 2)
    q = torch.full(logits.shape, share, dtype=torch.float32)
    q.scatter_(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0.0
    log_p = logits.log_softmax(-1)
    losses = -torch.where(q > 0, q * log_p, 0.0).sum(-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def scores_shifted(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    logits -= logits.logsumexp(dim=-1, keepdim=True)
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.masked_fill(barred, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def padding_wiped(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    real = labels != pad_id
    log_p = logits.log_softmax(-1)
    logits[..., pad_id] = 0.0
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = log_p.masked_fill(barred, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    others = (log_p.sum(-1) - right) / (len(barred) - 2)
    losses = -(1 - smoothing) * right - smoothing * others
    return losses * real


def labels_wiped(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    real = labels != pad_id
    labels[labels == pad_id] = (pad_id + 1) % logits.shape[-1]
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses * real


def detached(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.detach().log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def not_recorded(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    with torch.no_grad():
        padding = torch.arange(logits.shape[-1]) == pad_id
        log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
        right = log_p.gather(-1, labels[..., None])[..., 0]
        share = smoothing / (logits.shape[-1] - 2)
        losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
        return losses.masked_fill(labels == pad_id, 0.0)


def a_new_tensor(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    kept = losses.masked_fill(labels == pad_id, 0.0).tolist()
    return torch.tensor(kept, dtype=logits.dtype)


def right_part_cut_off(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0].detach()
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a detour through float32",
        "Digits are lost on the way.",
        "Which dtype have the scores, and which has your result?",
        _LOSS,
        (single, single_and_back, label_in_single),
    ),
    Mistake(
        "scores or labels that are written over",
        "What was handed in is not as it was.",
        "Which of your lines writes into something that was handed in?",
        _LOSS,
        (scores_shifted, padding_wiped, labels_wiped),
        beside=("gradient",),
    ),
    Mistake(
        "inputs cut off from the gradient",
        "The losses are right, and nothing can be learned from them.",
        "Which line of yours ends the record of what the losses were made of?",
        _LOSS,
        (detached, not_recorded, a_new_tensor, right_part_cut_off),
    ),
)
