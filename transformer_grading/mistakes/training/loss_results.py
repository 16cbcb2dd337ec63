"""Losses in another form than one for each place."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def flattened(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).flatten()


def flattened_scores(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    flat, wanted = logits.reshape(-1, logits.shape[-1]), labels.reshape(-1)
    barred = torch.arange(flat.shape[-1]) == pad_id
    log_p = flat.log_softmax(-1).masked_fill(barred, 0.0)
    right = log_p[torch.arange(len(wanted)), wanted]
    others = (log_p.sum(-1) - right) / (flat.shape[-1] - 2)
    losses = -(1 - smoothing) * right - smoothing * others
    return losses * (wanted != pad_id)


def tokens_alone(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses[labels != pad_id]


def mean_over_tokens(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses[labels != pad_id].mean()


def mean_over_places(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).mean()


def sum_of_all(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).sum()


def sum_by_rows(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).sum(dim=-1)


def mean_over_the_vocabulary(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(-1).masked_fill(barred, 0.0)
    return -(q * log_p).mean(-1) * (labels != pad_id)


def divergence_averaged(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    barred = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(-1).masked_fill(barred, 0.0)
    losses = F.kl_div(log_p, q, reduction="none").mean(-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def divided_by_v(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0) / logits.shape[-1]


def parts_of_the_mean(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    real = labels != pad_id
    return losses * real / real.sum().clamp(min=1)


def parts_of_the_row(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    real = labels != pad_id
    return losses * real / real.sum(-1, keepdim=True).clamp(min=1)


def transposed(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0).T


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "places in one row",
        "The axes (batch, target) are gone.",
        "Which axes have the labels, and which has your result?",
        _LOSS,
        (flattened, flattened_scores, tokens_alone),
        ids=("O16",),
    ),
    Mistake(
        "one number for all places",
        "The losses are added up or averaged.",
        ("The result says of each place how bad its guess was. What shape has that?"),
        _LOSS,
        (mean_over_tokens, mean_over_places, sum_of_all, sum_by_rows),
    ),
    Mistake(
        "a loss that is V times too small",
        "The vocabulary's entries are averaged, and they have to be added.",
        "Is the loss of a place a sum over the tokens or their mean?",
        _LOSS,
        (mean_over_the_vocabulary, divergence_averaged, divided_by_v),
        ids=("O06",),
    ),
    Mistake(
        "a loss divided by the number of tokens",
        "Each place has its part of the mean.",
        "A place stands alone, and then beside others. Should its loss change?",
        _LOSS,
        (parts_of_the_mean, parts_of_the_row),
    ),
    Mistake(
        "places and rows that have changed axes",
        "The result has the axes (target, batch).",
        "Which axis of the labels comes first?",
        _LOSS,
        (transposed,),
    ),
)
