"""Labels in which ε is spread over the wrong tokens."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def over_all_wrong(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 1)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def too_many_shares(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def written_out_over_all_wrong(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 1))
    q.scatter_(-1, labels[..., None], 1 - smoothing)
    losses = -(q * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def written_out_with_padding(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 2))
    q.scatter_(-1, labels[..., None], 1 - smoothing)
    losses = -(q * F.log_softmax(logits, dim=-1)).sum(dim=-1)
    return losses * (labels != pad_id)


def mean_of_the_wrong(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = F.log_softmax(logits, -1)
    wrong = F.one_hot(labels, logits.shape[-1]) == 0
    others = (log_p * wrong).sum(-1) / wrong.sum(-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    losses = -(1 - smoothing) * right - smoothing * others
    return losses.masked_fill(labels == pad_id, 0.0)


def of_the_lesson(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    losses = -(1 - smoothing) * right - smoothing * log_p.mean(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def ready_made(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    return F.cross_entropy(
        logits.mT,
        labels,
        ignore_index=pad_id,
        label_smoothing=smoothing,
        reduction="none",
    )


def written_out_over_all(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    q = (1 - smoothing) * F.one_hot(labels, vocab).to(logits) + smoothing / vocab
    losses = -(q * logits.log_softmax(dim=-1)).sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def given_as_probabilities(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    q = torch.full_like(logits, smoothing / vocab)
    q.scatter_add_(-1, labels[..., None], torch.full_like(q, 1 - smoothing)[..., :1])
    losses = F.cross_entropy(logits.mT, q.mT, reduction="none")
    return losses.masked_fill(labels == pad_id, 0.0)


def cut_into_v(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / logits.shape[-1]
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def cut_into_v_less_one(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 1)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def share_of_padding_struck_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    q = torch.full_like(logits, smoothing / (logits.shape[-1] - 1))
    q.scatter_(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0
    log_p = logits.log_softmax(-1).clamp(min=-1e9)
    return -(q * log_p).sum(-1).masked_fill(labels == pad_id, 0)


def lesson_without_padding(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    q = (1 - smoothing) * F.one_hot(labels, vocab) + smoothing / vocab
    q[..., pad_id] = 0.0
    log_p = torch.where(q > 0, logits.log_softmax(-1), 0.0)
    return -(q.to(log_p) * log_p).sum(-1) * (labels != pad_id)


def right_is_no_exception(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * log_p.sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def all_but_padding(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 1)
    losses = -(1 - smoothing) * right - share * log_p.sum(dim=-1)
    return losses.masked_fill(labels == pad_id, 0.0)


def mean_of_words(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    words = [i for i in range(logits.shape[-1]) if i != pad_id]
    log_p = logits.log_softmax(-1)
    right = F.nll_loss(log_p.mT, labels, ignore_index=pad_id, reduction="none")
    losses = (1 - smoothing) * right - smoothing * log_p[..., words].mean(-1)
    return losses * (labels != pad_id)


_LOSS = "The loss and its landmarks"

MISTAKES = (
    Mistake(
        "a share of the label for padding",
        "Padding gets a part of ε.",
        (
            "Which tokens are neither right nor padding, and which of them has "
            "a share in your label?"
        ),
        _LOSS,
        (
            over_all_wrong,
            too_many_shares,
            written_out_over_all_wrong,
            written_out_with_padding,
            mean_of_the_wrong,
        ),
        ids=("O04", "O03"),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "a label spread over all V tokens",
        "The right token and padding get a share as all others do.",
        "Into how many parts is ε cut, and for whom are they?",
        _LOSS,
        (of_the_lesson, ready_made, written_out_over_all, given_as_probabilities),
        ids=("O03",),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "shares that do not add up to ε",
        "Padding has no share, but what is left for the others is too little.",
        "How many tokens have a share, and into how many parts is ε cut?",
        _LOSS,
        (
            cut_into_v,
            cut_into_v_less_one,
            share_of_padding_struck_out,
            lesson_without_padding,
        ),
        ids=("O03",),
        beside=("never written", "gradient"),
    ),
    Mistake(
        "a share for the right token on top",
        "The right token gets 1 − ε and a share besides.",
        (
            "What is left for the right token once ε is taken, and does "
            "anything come back to it?"
        ),
        _LOSS,
        (right_is_no_exception, all_but_padding, mean_of_words),
        ids=("O03",),
    ),
)
