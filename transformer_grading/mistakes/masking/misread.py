"""Losses and accuracies in which logits or labels are taken for something else."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def padding_never_guessed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    logits = logits.clone()
    logits[..., pad_id] = -math.inf
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def padding_without_a_share(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    right = (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()
    closed = torch.arange(logits.shape[-1]) == pad_id
    shares = logits.masked_fill(closed, -math.inf)
    return F.cross_entropy(shares[words], labels[words]), right


def padding_never_best(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    closed = torch.arange(logits.shape[-1]) == pad_id
    best = logits.masked_fill(closed, -math.inf).argmax(dim=-1)
    return loss, (best == labels)[words].to(logits.dtype).mean()


def logits_of_padding_zeroed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy((logits * words[..., None]).mT, labels)
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def labels_of_padding_zeroed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits.mT, labels * words)
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def shares_along_the_text(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.nll_loss(logits.log_softmax(dim=1)[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def shares_along_the_words(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.nll_loss(logits[words].log_softmax(dim=0), labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def shifted_again(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    guess, wanted = logits[:, :-1], labels[:, 1:]
    words = wanted != pad_id
    loss = F.cross_entropy(guess[words], wanted[words])
    return loss, (guess.argmax(-1) == wanted)[words].to(logits.dtype).mean()


def loss_shifted_again(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits[:, :-1].mT, labels[:, 1:], ignore_index=pad_id)
    words = labels != pad_id
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def sum_cut_off(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    total = logits.logsumexp(dim=-1, keepdim=True).detach()
    loss = (total - logits).gather(-1, labels[..., None])[words].mean()
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def label_cut_off(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    wanted = logits.detach().gather(-1, labels[..., None])
    loss = (logits.logsumexp(dim=-1, keepdim=True) - wanted)[words].mean()
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def by_lengths(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    n_words = (labels != pad_id).sum(dim=1, keepdim=True)
    words = torch.arange(labels.shape[1]) < n_words
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


_FLOOR = "Caught red-handed"
_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "padding that is struck from the candidates",
        "A model that guesses padding where a word stands is not told so.",
        "You do treat padding apart. What does the text leave out: places whose label "
        "is padding, or padding among what may be guessed?",
        _PLACES,
        (padding_never_guessed, padding_without_a_share, padding_never_best),
    ),
    Mistake(
        "padding that is zeroed, and counted",
        "A place of padding still has a surprise, and enters the mean.",
        "Your accuracy is right. What is the surprise of a place after you put a 0 "
        "there, and is that place left out?",
        _PLACES,
        (logits_of_padding_zeroed, labels_of_padding_zeroed),
    ),
    Mistake(
        "shares that add up along the places",
        "The ids of one place do not compete; the places do.",
        "Your accuracy is right. Along which axis of (batch, target, vocab) must the "
        "shares of one guess add up to 1?",
        _FLOOR,
        (shares_along_the_text, shares_along_the_words),
    ),
    Mistake(
        "a second shift",
        "The guess of one place is compared with the label of the next.",
        "In the worked example, which label belongs to the logits of place 0? Where "
        "were the labels shifted already?",
        "All at once to learn, one by one to write",
        (shifted_again, loss_shifted_again),
    ),
    Mistake(
        "a gradient that is cut off on one of two ways",
        "The loss is right, and its gradient is not.",
        "A surprise is ln Σ exp(logits) less the label's logit. Which of the two does "
        "your gradient no longer see?",
        _FLOOR,
        (sum_cut_off, label_cut_off),
    ),
    Mistake(
        "padding that is taken to stand at the end",
        "Where it stands in front, it counts and words do not.",
        "Padding at the end is right. Does a count of words say where they stand?",
        _PLACES,
        (by_lengths,),
    ),
)
