"""Right ways to write the loss of each place."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

KL = (
    "The loss is the cross-entropy, not the Kullback–Leibler divergence: the entropy "
    "of the label is not taken off."
)


def gathered(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    padding = torch.arange(logits.shape[-1]) == pad_id
    log_p = logits.log_softmax(dim=-1).masked_fill(padding, 0.0)
    right = log_p.gather(-1, labels[..., None])[..., 0]
    share = smoothing / (logits.shape[-1] - 2)
    losses = -(1 - smoothing) * right - share * (log_p.sum(dim=-1) - right)
    return losses.masked_fill(labels == pad_id, 0.0)


def labels_written_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    q = torch.full_like(logits, smoothing / (vocab - 2))
    q.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    q[..., pad_id] = 0
    q = q * (labels != pad_id).unsqueeze(-1)
    log_p = F.log_softmax(logits, dim=-1)
    return -torch.where(q > 0, q * log_p, 0.0).sum(dim=-1)


def columns_cut_out(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    kept = [i for i in range(vocab) if i != pad_id]
    log_p = logits.log_softmax(dim=-1)
    words = log_p[..., kept]
    real = labels != pad_id
    right = log_p.gather(-1, labels[..., None]).squeeze(-1)
    right = torch.where(real, right, torch.zeros_like(right))
    others = words.sum(dim=-1) - right
    losses = -((1 - smoothing) * right + smoothing / (vocab - 2) * others)
    return torch.where(real, losses, torch.zeros_like(losses))


def nll(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    n, spread = logits.shape[-1] - 2, logits.log_softmax(dim=-1)
    words = torch.arange(n + 2) != pad_id
    one = F.nll_loss(spread.mT, labels, ignore_index=pad_id, reduction="none")
    every = -spread[..., words].sum(dim=-1)
    losses = (1 - smoothing) * one + smoothing / n * (every - one)
    return losses * (labels != pad_id)


def cross_entropies(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    one = F.cross_entropy(
        logits.transpose(1, 2), labels, ignore_index=pad_id, reduction="none"
    )
    vocab = logits.shape[-1]
    others = torch.zeros_like(one)
    for token in range(vocab):
        if token == pad_id:
            continue
        wanted = torch.full_like(labels, token)
        loss = F.cross_entropy(logits.transpose(1, 2), wanted, reduction="none")
        others = others + loss * (labels != token)
    losses = (1 - smoothing) * one + smoothing / (vocab - 2) * others
    return losses.masked_fill(labels == pad_id, 0)


def flattened(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    vocab = logits.shape[-1]
    scores, wanted = logits.reshape(-1, vocab), labels.reshape(-1)
    log_p = F.log_softmax(scores, dim=1)
    losses = torch.zeros(len(wanted), dtype=logits.dtype)
    real = wanted != pad_id
    one = log_p[real, wanted[real]]
    words = torch.cat([log_p[real, :pad_id], log_p[real, pad_id + 1 :]], dim=1)
    share = smoothing / (vocab - 2)
    losses[real] = -(1 - smoothing) * one - share * (words.sum(dim=1) - one)
    return losses.view(labels.shape)


def place_by_place(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    rows = []
    for scores, row in zip(logits, labels, strict=True):
        losses = []
        for z, right in zip(scores, row.tolist(), strict=True):
            if right == pad_id:
                losses.append(z.new_zeros(()))
                continue
            log_p = z - z.logsumexp(dim=0)
            others = [log_p[c] for c in range(len(z)) if c != right and c != pad_id]
            mean = torch.stack(others).mean()
            losses.append(-(1 - smoothing) * log_p[right] - smoothing * mean)
        rows.append(torch.stack(losses))
    return torch.stack(rows)


def logsumexp(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    vocab, whole = logits.shape[-1], torch.logsumexp(logits, dim=-1)
    scores = torch.where(torch.arange(vocab) == pad_id, 0, logits)
    right = torch.take_along_dim(scores, labels[..., None], dim=-1).squeeze(-1)
    others = scores.sum(dim=-1) - right
    mean = (1 - smoothing) * right + smoothing * others / (vocab - 2)
    losses: Tensor = whole - mean
    return losses * (labels != pad_id)


def relative_entropy(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    q = torch.full_like(logits, smoothing / (vocab - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    barred = torch.arange(vocab) == pad_id
    q = q.masked_fill(barred, 0.0).masked_fill((labels == pad_id)[..., None], 0.0)
    log_p = logits.log_softmax(dim=-1).masked_fill(barred, 0.0)
    divergence = F.kl_div(log_p, q, reduction="none").sum(dim=-1)
    entropy: Tensor = torch.special.entr(q).sum(dim=-1)
    return divergence + entropy


def divergence(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> Tensor:
    vocab = logits.shape[-1]
    q = torch.full_like(logits, smoothing / (vocab - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    barred = torch.arange(vocab) == pad_id
    q = q.masked_fill(barred, 0.0).masked_fill((labels == pad_id)[..., None], 0.0)
    log_p = logits.log_softmax(dim=-1).masked_fill(barred, 0.0)
    return F.kl_div(log_p, q, reduction="none").sum(dim=-1)


def normalised_before(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    log_p = logits.log_softmax(dim=-1).log_softmax(dim=-1)
    vocab = logits.shape[-1]
    right = F.one_hot(labels, vocab).bool()
    padding = (torch.arange(vocab) == pad_id).expand_as(right)
    weights = torch.where(right, 1 - smoothing, smoothing / (vocab - 2)).to(log_p)
    losses = (-log_p * weights).masked_fill(padding, 0).sum(-1)
    losses[labels == pad_id] = 0
    return losses


def kept_finite(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    vocab = logits.shape[-1]
    log_p = F.log_softmax(logits, dim=-1).clamp(min=-1e30)
    q = torch.full_like(log_p, smoothing / (vocab - 2))
    q = q.scatter(-1, labels[..., None], 1 - smoothing)
    q[..., pad_id] = 0.0
    return -(q * log_p).sum(dim=-1) * (labels != pad_id)


def of_the_course(
    logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
) -> Tensor:
    from transformer_lib.training.loss import smoothed_cross_entropy

    loss = smoothed_cross_entropy(logits, labels, smoothing=smoothing, pad_id=pad_id)
    return loss.expand(labels.shape) / math.prod(labels.shape)


RIGHT = (
    Right("own", "padding set to 0, gather", gathered),
    Right("W69", "−(q log p), labels written out", labels_written_out),
    Right("own", "the column of padding left out", columns_cut_out),
    Right("W66", "log_softmax and nll_loss", nll),
    Right("W68", "cross_entropy of transposed logits, token by token", cross_entropies),
    Right("W68", "flattened, and back", flattened),
    Right("own", "place by place", place_by_place),
    Right("own", "the logarithm of the sum of exponentials", logsumexp),
    Right("W69", "the divergence, and the entropy of the label", relative_entropy),
    Right("W67", "log-probabilities normalised once more", normalised_before),
    Right("own", "−∞ made finite first", kept_finite),
    Right("W69", "the divergence alone", divergence, Verdict.CONVENTION, KL),
    Right(
        "own",
        "the course's loss",
        of_the_course,
        Verdict.SEALED,
        "smoothed_cross_entropy is what this task asks you to write",
    ),
)
