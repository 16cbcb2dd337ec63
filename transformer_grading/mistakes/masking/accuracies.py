"""Accuracies that count something else, and results with a side effect."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def best_place(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits.argmax(dim=1) == labels
    return loss, right[words].to(logits.dtype).mean()


def best_of_the_batch(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits[words].argmax() == labels[words]
    return loss, right.to(logits.dtype).mean()


def mean_share(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    shares = logits.softmax(dim=-1).gather(-1, labels[..., None])[words]
    return loss, shares.mean()


def per_cent(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits[words].argmax(dim=-1) == labels[words]
    return loss, 100 * right.to(logits.dtype).mean()


def counted(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (logits[words].argmax(dim=-1) == labels[words]).sum()


def share_of_errors(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    wrong = logits[words].argmax(dim=-1) != labels[words]
    return loss, wrong.to(logits.dtype).mean()


def more_than_half(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    shares = logits.softmax(dim=-1).gather(-1, labels[..., None])[words]
    return loss, (shares > 0.5).to(logits.dtype).mean()


def rows_all_right(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = (logits.argmax(dim=-1) == labels) | ~words
    return loss, right.all(dim=1).to(logits.dtype).mean()


def cut_off(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits.argmax(dim=-1)[words] == labels[words]
    return loss.detach(), right.to(logits.dtype).mean()


def without_a_tape(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    with torch.no_grad():
        loss = F.cross_entropy(logits[words], labels[words])
        right = logits.argmax(dim=-1)[words] == labels[words]
        return loss, right.to(logits.dtype).mean()


def in_single(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words].float(), labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].float().mean()


def padding_zeroed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    logits[labels == pad_id] = 0
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def labels_renamed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    labels[labels == pad_id] = -100
    words = labels != -100
    loss = F.cross_entropy(logits.mT, labels)
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


_FLOOR = "Caught red-handed"
_AT_ONCE = "All at once to learn, one by one to write"

MISTAKES = (
    Mistake(
        "the best place in the place of the best id",
        "The largest logit is looked for along the wrong axis, or among all.",
        "Your loss is right. Along which axis of (batch, target, vocab) do the "
        "candidates for one place stand?",
        _AT_ONCE,
        (best_place, best_of_the_batch),
    ),
    Mistake(
        "another count of right guesses",
        "The accuracy is no share of right guesses.",
        "Your loss is right. If 1 of 2 words is guessed, which number is the accuracy, "
        "and which one is yours?",
        _AT_ONCE,
        (
            *(per_cent, counted, share_of_errors, mean_share),
            *(more_than_half, rows_all_right),
        ),
    ),
    Mistake(
        "a loss that is cut off from the logits",
        "The number is right, but nothing can be learned from it.",
        "Which of your lines forgets where the loss came from?",
        _FLOOR,
        (cut_off, without_a_tape),
    ),
    Mistake(
        "a dtype that is fixed in the code",
        "The numbers are right, but the loss has another dtype than the logits.",
        "Which of your lines decides on float32 by itself?",
        _FLOOR,
        (in_single,),
    ),
    Mistake(
        "padding that is written over",
        "The results are right, and the caller's logits or labels are changed.",
        "Which of your lines writes into a tensor that was handed in?",
        _FLOOR,
        (padding_zeroed, labels_renamed),
    ),
)
