"""Losses that do not know what padding is."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def shares_stay(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses


def label_struck_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    return -(q * F.log_softmax(logits, -1).clamp(min=-1e9)).sum(-1)


def padding_is_a_token(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    words = torch.arange(logits.shape[-1]) != pad_id
    others = log_p[..., words].sum(-1) - right * (labels != pad_id)
    return -(1 - smoothing) * right - smoothing / (len(words) - 2) * others


def zero(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == 0
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == 0, 0.0)


def zero_in_places(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses * (labels != 0)


def zero_in_places_positive(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    others = [log_p[..., i] for i in range(vocab) if i != pad_id]
    mean = (torch.stack(others).sum(0) - right) / (vocab - 2)
    losses = -(1 - smoothing) * right - smoothing * mean
    return torch.where(labels > 0, losses, 0.0)


def zero_in_the_label(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == 0
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def first_of_none(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    where = (labels == pad_id).nonzero()
    row, place = where[0]
    losses[row, place] = 0.0
    for row, place in where[1:]:
        losses[row, place] = 0.0
    return losses


def stack_of_none(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    places = torch.stack([p for p in (labels == pad_id).nonzero()])
    losses[places[:, 0], places[:, 1]] = 0.0
    return losses


def largest_of_none(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    found = (labels == pad_id).flatten().nonzero()
    kept = losses.flatten().index_fill(0, found[:, 0], 0.0)
    assert int(found.max()) < labels.numel()
    return kept.view(labels.shape)


def cut_at_the_first(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses * (labels != pad_id).long().cumprod(dim=-1)


def counted_from_the_left(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    count = (labels != pad_id).sum(dim=-1, keepdim=True)
    return losses.masked_fill(torch.arange(labels.shape[-1]) >= count, 0.0)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "places of padding that count",
        "Where nothing is to be guessed there is a loss.",
        "Which places have a label that is no token, and what is their loss?",
        _LOSS,
        (shares_stay, label_struck_out, padding_is_a_token),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "padding that always has the id 0",
        "The argument that names padding is not used.",
        "Which argument says which id padding has, and is 0 always that one?",
        _LOSS,
        (zero, zero_in_places, zero_in_places_positive, zero_in_the_label),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "padding that has to be there",
        "Where no place is padding it raises an error.",
        (
            "Your code looks for places of padding. What does it find in a "
            "batch that has none?"
        ),
        _LOSS,
        (first_of_none, stack_of_none, largest_of_none),
        ids=("O07",),
        beside=("gradient", "input untouched"),
    ),
    Mistake(
        "padding that can only stand at the end",
        "A token behind padding is lost.",
        ("A row is (padding, token). How does your code know which place is which?"),
        _LOSS,
        (cut_at_the_first, counted_from_the_left),
        beside=("never written", "gradient"),
    ),
)
