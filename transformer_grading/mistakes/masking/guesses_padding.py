"""Losses and accuracies that count padding, or words unevenly."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def all_places(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
    right = logits.argmax(dim=-1) == labels
    return loss, right.to(logits.dtype).mean()


def all_places_transposed(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.transpose(1, 2), labels)
    return loss, (logits.argmax(-1) == labels).sum() / labels.numel()


def all_places_gathered(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    log_p = logits.log_softmax(dim=-1)
    loss = -log_p.gather(2, labels[..., None]).mean()
    return loss, logits.max(dim=-1).indices.eq(labels).to(logits.dtype).mean()


def padding_in_the_loss(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
    words = labels != pad_id
    right = (logits.argmax(dim=-1) == labels)[words]
    return loss, right.to(logits.dtype).mean()


def another_id_in_the_loss(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    rows = logits.reshape(-1, logits.shape[-1])
    loss = F.cross_entropy(rows, labels.reshape(-1), ignore_index=-1)
    words = labels != pad_id
    right = (logits.argmax(dim=-1) == labels) & words
    return loss, right.sum() / words.sum()


def padding_in_the_accuracy(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    rows = logits.flatten(0, 1)
    loss = F.cross_entropy(rows, labels.flatten(), ignore_index=pad_id)
    right = rows.argmax(dim=-1) == labels.flatten()
    return loss, right.to(logits.dtype).mean()


def padding_in_the_share(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.mT, labels, ignore_index=pad_id)
    words = labels != pad_id
    right = (logits.argmax(dim=-1) == labels) & words
    return loss, right.sum() / labels.numel()


def padding_always_right(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.mT, labels, ignore_index=pad_id)
    guess = torch.where(labels == pad_id, labels, logits.argmax(dim=-1))
    return loss, (guess == labels).to(logits.dtype).mean()


def padding_above_the_line(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.mT, labels, ignore_index=pad_id)
    right = (logits.argmax(dim=-1) == labels).sum()
    return loss, right / (labels != pad_id).sum()


def shared_among_all(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    losses = F.cross_entropy(logits.mT, labels, reduction="none")
    words = labels != pad_id
    right = logits.argmax(dim=-1) == labels
    return (losses * words).mean(), right[words].to(logits.dtype).mean()


def both_shared_among_all(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    losses = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    right = (logits.argmax(dim=-1) == labels) & words
    return losses.masked_fill(~words, 0).mean(), right.to(logits.dtype).mean()


def zeros_averaged(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    rows, flat = logits.flatten(0, 1), labels.flatten()
    losses = F.cross_entropy(rows, flat, ignore_index=pad_id, reduction="none")
    right = rows.argmax(dim=-1)[flat != pad_id] == flat[flat != pad_id]
    return losses.sum() / len(losses), right.to(logits.dtype).mean()


def mean_of_row_means(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = (labels != pad_id).to(logits.dtype)
    losses = F.cross_entropy(logits.mT, labels, reduction="none") * words
    right = (logits.argmax(dim=-1) == labels) * words
    n = words.sum(dim=1)
    return (losses.sum(dim=1) / n).mean(), (right.sum(dim=1) / n).mean()


def loss_of_row_means(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    losses = F.cross_entropy(logits.mT, labels, ignore_index=pad_id, reduction="none")
    loss = (losses.sum(dim=-1) / words.sum(dim=-1)).mean()
    right = logits.argmax(dim=-1)[words] == labels[words]
    return loss, right.to(logits.dtype).mean()


def rows_in_a_loop(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    losses, shares = [], []
    for row, wanted in zip(logits, labels, strict=True):
        losses.append(F.cross_entropy(row, wanted, ignore_index=pad_id))
        right = (row.argmax(dim=-1) == wanted)[wanted != pad_id]
        shares.append(right.to(logits.dtype).mean())
    return torch.stack(losses).mean(), torch.stack(shares).mean()


def accuracy_of_row_means(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.mT, labels, ignore_index=pad_id)
    words = labels != pad_id
    right = ((logits.argmax(dim=-1) == labels) & words).sum(dim=1)
    return loss, (right / words.sum(dim=1)).mean()


def zero_is_padding(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != 0
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (logits[words].argmax(-1) == labels[words]).to(logits.dtype).mean()


def zero_is_padding_of_the_loss(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    loss = F.cross_entropy(logits.mT, labels, ignore_index=0)
    words = labels.ne(pad_id)
    right = logits.argmax(dim=-1).eq(labels).logical_and(words)
    return loss, right.sum() / words.sum()


def guessed_padding(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    guess = logits.argmax(dim=-1)
    words = guess != pad_id
    loss = F.cross_entropy(logits.mT, labels, ignore_index=pad_id)
    return loss, (guess == labels)[words].to(logits.dtype).mean()


def guessed_padding_in_both(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    guess = logits.argmax(dim=-1)
    words = guess != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    return loss, (guess[words] == labels[words]).to(logits.dtype).mean()


def guessed_padding_in_the_loss(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words, guessed = labels != pad_id, logits.argmax(dim=-1) != pad_id
    loss = F.cross_entropy(logits[guessed], labels[guessed])
    return loss, (logits.argmax(dim=-1) == labels)[words].to(logits.dtype).mean()


_PLACES = "Filled up with nothing"
_AT_ONCE = "All at once to learn, one by one to write"

MISTAKES = (
    Mistake(
        "padding that counts in loss and accuracy",
        "Both depend on how far the batch is filled up.",
        "On a batch without padding you are right. Which of your lines looks at "
        "`pad_id`?",
        _PLACES,
        (all_places, all_places_transposed, all_places_gathered),
        ("O01", "O13"),
    ),
    Mistake(
        "padding that counts in the loss",
        "The model is paid for guessing padding after padding.",
        "Your accuracy is right. Over which places does your loss run, and does each "
        "of them hold a word?",
        _PLACES,
        (padding_in_the_loss, another_id_in_the_loss),
        ("O01", "O14"),
    ),
    Mistake(
        "padding that counts in the accuracy",
        "Accuracy rises or falls with the amount of padding.",
        "Your loss is right. Which places stand above the line of your accuracy, and "
        "which below it?",
        _AT_ONCE,
        (
            *(padding_in_the_accuracy, padding_in_the_share, padding_always_right),
            *(padding_above_the_line,),
        ),
        ("O13",),
    ),
    Mistake(
        "a loss that is shared out among padding too",
        "Padding adds nothing to the sum, and still makes the mean smaller.",
        "Padding adds nothing above the line, as it should be. By how many places do "
        "you divide, and how many of them are words?",
        _PLACES,
        (shared_among_all, both_shared_among_all, zeros_averaged),
    ),
    Mistake(
        "a mean of means",
        "A word of a short text counts more than a word of a long one.",
        "Texts of one length come out right. In a batch of 4 words and 1 word, with "
        "which weight does each word enter your mean?",
        _AT_ONCE,
        (
            *(mean_of_row_means, loss_of_row_means, rows_in_a_loop),
            *(accuracy_of_row_means,),
        ),
        ("O10",),
        "The mean of the means of some groups is the mean of all.",
        "Only if the groups are of one size; else words do not count alike.",
    ),
    Mistake(
        "a padding id that is fixed in the code",
        "Words with id 0 are left out, and padding is counted.",
        "You do leave out one id. Is it the one that was handed in?",
        _PLACES,
        (zero_is_padding, zero_is_padding_of_the_loss),
        ("G05",),
    ),
    Mistake(
        "padding that is looked for among the guesses",
        "A word that was mistaken for padding is left out, not counted as wrong.",
        "Which of the two says where the batch is filled up: what the model guesses, "
        "or the labels?",
        _PLACES,
        (guessed_padding, guessed_padding_in_both, guessed_padding_in_the_loss),
    ),
)
