"""Labels whose parts have other weights."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def nothing_taken(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def one_on_the_right(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1.0)
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(-1).masked_fill(barred, 0.0)
    return -(q * log_p).sum(-1).masked_fill(labels == pad_id, 0)


def plain(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    return F.cross_entropy(logits.mT, labels, ignore_index=pad_id, reduction="none")


def plain_gathered(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = log_p.gather(-1, labels[..., None]).squeeze(-1)
    return torch.where(labels == pad_id, 0.0, -right)


def right_part_alone(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    losses = -(1 - smoothing) * right
    return losses.masked_fill(labels == pad_id, 0.0)


def changed_places(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = (1 - smoothing) / (logits.shape[-1] - 2)
    losses = -smoothing * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def not_shared_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    losses = -(1 - smoothing) * right - smoothing * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def not_shared_out_written_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing).scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    log_p = F.log_softmax(logits, -1)
    losses = -torch.where(q > 0, q * log_p, 0.0).sum(-1)
    return losses.masked_fill(labels == pad_id, 0.0)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a right token that keeps everything",
        "The shares are added, and nothing is taken for them.",
        "What do the entries of your label add up to?",
        _LOSS,
        (nothing_taken, one_on_the_right),
    ),
    Mistake(
        "labels without smoothing",
        "ε changes nothing.",
        "What does your loss do with `smoothing`?",
        _LOSS,
        (plain, plain_gathered, right_part_alone),
    ),
    Mistake(
        "ε for the right token and 1 − ε for the others",
        "The two parts of the label have changed places.",
        "With ε = 0.1, how much of the label belongs to the right token?",
        _LOSS,
        (changed_places,),
    ),
    Mistake(
        "a whole ε for each of the other tokens",
        "ε is not shared out.",
        "What do the shares of all other tokens add up to?",
        _LOSS,
        (not_shared_out, not_shared_out_written_out),
    ),
)
