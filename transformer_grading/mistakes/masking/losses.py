"""Losses with a wrong unit, order or sign."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def summed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words], reduction="sum")
    right = logits[words].argmax(dim=-1) == labels[words]
    return loss, right.to(logits.dtype).mean()


def for_each_row(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    total = F.cross_entropy(logits.mT, labels, ignore_index=pad_id, reduction="sum")
    right = (logits.argmax(dim=-1) == labels)[words]
    return total / len(labels), right.to(logits.dtype).mean()


def softmax_first(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    shares = logits.softmax(dim=-1)
    loss = F.cross_entropy(shares.mT, labels, ignore_index=pad_id)
    words = labels != pad_id
    return loss, (shares.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def softmax_first_gathered(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    log_p = logits.softmax(dim=-1).log_softmax(dim=-1)[words]
    loss = -log_p.gather(1, labels[words][:, None]).mean()
    return loss, (log_p.argmax(dim=-1) == labels[words]).to(logits.dtype).mean()


def logarithm_of_a_softmax(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    log_p = logits.softmax(dim=-1).log()
    loss = F.nll_loss(log_p[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def bare_exponentials(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words, n = labels != pad_id, logits.shape[-1]
    wanted = (F.one_hot(labels, n) * logits).sum(dim=-1)
    losses = logits.exp().sum(dim=-1).log() - wanted
    right = logits.argmax(dim=-1)[words] == labels[words]
    return losses[words].mean(), right.to(logits.dtype).mean()


def guarded_logarithm(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    p = logits.softmax(dim=-1).gather(2, labels[:, :, None])[words]
    right = (logits.argmax(dim=-1) == labels)[words]
    return -(p + 1e-12).log().mean(), right.to(logits.dtype).mean()


def ratio_of_exponentials(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    p = logits.exp() / logits.exp().sum(dim=-1, keepdim=True)
    loss = -p[words].gather(1, labels[words][:, None]).log().mean()
    return loss, (p.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def one_maximum_for_all(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words, less = labels != pad_id, logits - logits.max()
    log_p = less - less.exp().sum(dim=-1, keepdim=True).log()
    loss = -log_p[words].gather(1, labels[words][:, None]).mean()
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def capped(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    p = logits.softmax(dim=-1).clamp(min=1e-9)
    loss = F.nll_loss(p.log()[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def poured_into_shape(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    batch, n, vocab = logits.shape
    loss = F.cross_entropy(logits.reshape(batch, vocab, n), labels, ignore_index=pad_id)
    right = (logits.argmax(dim=-1) == labels)[labels != pad_id]
    return loss, right.to(logits.dtype).mean()


def paired_across(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    rows, flat = logits.transpose(0, 1).flatten(0, 1), labels.flatten()
    loss = F.cross_entropy(rows, flat, ignore_index=pad_id)
    right = (rows.argmax(dim=-1) == flat)[flat != pad_id]
    return loss, right.to(logits.dtype).mean()


def loss_paired_across(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(
        logits.flatten(0, 1), labels.T.flatten(), ignore_index=pad_id
    )
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def perplexity(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words]).exp()
    right = logits.argmax(dim=-1)[words] == labels[words]
    return loss, right.to(logits.dtype).mean()


def bits(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    log_p = logits.log_softmax(dim=-1).gather(-1, labels[..., None])[words]
    right = logits.argmax(dim=-1)[words] == labels[words]
    return -(log_p / torch.tensor(2.0).log()).mean(), right.to(log_p.dtype).mean()


def mean_of_shares(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    right = (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()
    p = logits.softmax(dim=-1).gather(-1, labels[..., None])[words]
    return 1 - p.mean(), right


def smoothed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words], label_smoothing=0.1)
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def sign_forgotten(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = logits.log_softmax(-1)[words].gather(1, labels[words][:, None]).mean()
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


def not_the_logarithm(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.nll_loss(logits[words], labels[words])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


_FLOOR = "Caught red-handed"

MISTAKES = (
    Mistake(
        "a sum in the place of a mean",
        "A larger batch has a larger loss.",
        "Each word's surprise is right. By which number should their sum be divided: "
        "one, the rows, or the words?",
        _FLOOR,
        (summed, for_each_row),
    ),
    Mistake(
        "a softmax before the cross-entropy",
        "The loss stays far above zero, however sure and right the model is.",
        "Your accuracy is right, your loss too flat. Does the cross-entropy you call "
        "take logits or shares?",
        _FLOOR,
        (softmax_first, softmax_first_gathered),
        ("O12",),
    ),
    Mistake(
        "the logarithm of shares that can round to 0",
        "A sure model has a loss that is infinite, capped, or no number.",
        "For small logits you are right. What becomes of exp(−300), or exp(400), in "
        "float32, and of its logarithm?",
        _FLOOR,
        (
            *(logarithm_of_a_softmax, bare_exponentials, guarded_logarithm),
            *(ratio_of_exponentials, one_maximum_for_all, capped),
        ),
    ),
    Mistake(
        "axes of the logits that are poured into a shape",
        "Scores of one place count as scores of another.",
        "A reshape keeps the order in memory. Which function swaps two axes instead?",
        _FLOOR,
        (poured_into_shape,),
    ),
    Mistake(
        "logits and labels that are flattened in different orders",
        "The guess of one place is compared with the label of another.",
        "One text alone is right. After flattening, to which text and place does row "
        "1 of the logits belong, and to which label 1?",
        _FLOOR,
        (paired_across, loss_paired_across),
        ("O15",),
    ),
    Mistake(
        "another measure of surprise",
        "The loss is no mean of −ln p.",
        "Your accuracy is right. For a label with the share 1/4, which number should "
        "the loss be in nats, and which is yours?",
        _FLOOR,
        (perplexity, bits, mean_of_shares, smoothed),
    ),
    Mistake(
        "a sign that was forgotten",
        "The loss is below zero, and falls when guesses get worse.",
        "A logarithm of a share is never above zero. What must a surprise be?",
        _FLOOR,
        (sign_forgotten,),
    ),
    Mistake(
        "logits that are taken for logarithms of shares",
        "Raising all logits of a place lowers the loss.",
        "Which step turns logits into logarithms of shares, and where do you take it?",
        _FLOOR,
        (not_the_logarithm,),
    ),
)
