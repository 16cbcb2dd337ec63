"""Right ways to shift targets, and to score guesses."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def sliced(targets: Tensor) -> Pair:
    return targets[:, :-1], targets[:, 1:]


def narrowed(targets: Tensor) -> Pair:
    n = targets.shape[1] - 1
    return targets.narrow(1, 0, n), targets.narrow(1, 1, n)


def indexed(targets: Tensor) -> Pair:
    places = torch.arange(targets.size(-1) - 1)
    return targets.index_select(1, places), targets[:, places + 1]


def start_prepended(targets: Tensor) -> Pair:
    start, labels = targets[:, :1], targets[:, 1:]
    return torch.cat([start, labels[:, :-1]], dim=1), labels


def rolled(targets: Tensor) -> Pair:
    following = targets.flatten().roll(-1).view_as(targets)
    return targets[:, :-1].clone(), following[:, :-1]


def unfolded(targets: Tensor) -> Pair:
    pairs = targets.unfold(1, 2, 1)
    decoder_input, labels = pairs.unbind(dim=-1)
    return decoder_input, labels


def in_lists(targets: Tensor) -> Pair:
    rows = targets.tolist()
    read = torch.tensor([row[:-1] for row in rows])
    return read, torch.tensor([row[1:] for row in rows])


def split(targets: Tensor) -> Pair:
    n = targets.shape[1]
    read, _ = targets.split([n - 1, 1], dim=1)
    _, guessed = targets.split([1, n - 1], dim=1)
    return read.contiguous(), guessed.contiguous()


def sealed_shift(targets: Tensor) -> Pair:
    from transformer_lib.training.loss import shift_right

    return shift_right(targets)


SHIFT = (
    Right("W71", "slices", sliced),
    Right("W71", "narrow", narrowed),
    Right("W71", "indices", indexed),
    Right("W71", "the start prepended", start_prepended),
    Right("own", "flattened and rolled, the seams cut off", rolled),
    Right("own", "pairs of neighbours", unfolded),
    Right("own", "lists", in_lists),
    Right("own", "split", split),
    Right(
        *("own", "the course's own", sealed_shift, Verdict.SEALED),
        "shift_right is what this task asks you to write",
    ),
)


def ignored(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    rows, flat = logits.flatten(0, 1), labels.flatten()
    loss = F.cross_entropy(rows, flat, ignore_index=pad_id)
    words = flat != pad_id
    return loss, (rows.argmax(dim=-1) == flat)[words].float().mean()


def multiplied(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = (labels != pad_id).to(logits.dtype)
    losses = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
    right = (logits.argmax(dim=-1) == labels) * words
    return (losses * words).sum() / words.sum(), right.sum() / words.sum()


def selected(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits[words], labels[words])
    right = logits[words].argmax(dim=-1) == labels[words]
    return loss, right.sum() / len(right)


def log_softmax_and_nll(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    log_p = logits.log_softmax(dim=-1).flatten(0, 1)
    loss = F.nll_loss(log_p, labels.flatten(), ignore_index=pad_id)
    words = labels.flatten() != pad_id
    right = log_p.argmax(dim=-1).eq(labels.flatten())
    return loss, (right & words).sum().double() / words.sum()


def log_softmax_twice(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    log_p = F.log_softmax(logits, dim=-1)
    loss = F.cross_entropy(log_p.mT, labels, ignore_index=pad_id)
    words = labels != pad_id
    return loss, (log_p.argmax(-1) == labels)[words].to(log_p.dtype).mean()


def gathered(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    wanted = logits.gather(-1, labels[..., None].clamp(max=logits.shape[-1] - 1))
    losses = logits.logsumexp(dim=-1) - wanted.squeeze(-1)
    right = (logits.max(dim=-1).indices == labels) & words
    n = words.sum()
    return losses.masked_fill(~words, 0.0).sum() / n, right.sum() / n


def one_hot(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    wanted = F.one_hot(labels, logits.shape[-1]).to(logits.dtype)
    losses = -(wanted * logits.log_softmax(dim=-1)).sum(dim=-1)
    right = logits.argmax(dim=-1)[words] == labels[words]
    return losses[words].mean(), right.to(logits.dtype).mean()


def classes_weighted(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    weight = torch.ones(logits.shape[-1], dtype=logits.dtype)
    weight[pad_id] = 0
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), weight=weight)
    words = labels != pad_id
    return loss, ((logits.argmax(dim=-1) == labels) & words).sum() / words.sum()


def place_by_place(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    losses, right = [], []
    for row, wanted in zip(logits, labels, strict=True):
        for place, label in zip(row, wanted, strict=True):
            if label != pad_id:
                losses.append(place.logsumexp(0) - place[label])
                right.append(float(place.argmax() == label))
    return torch.stack(losses).mean(), torch.tensor(right).mean()


def renamed_on_a_copy(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    labels = labels.masked_fill(labels == pad_id, -100)
    loss = F.cross_entropy(logits.mT, labels)
    right = logits.argmax(dim=-1) == labels
    return loss, right.sum() / (labels >= 0).sum()


def rows_weighted(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    total = torch.zeros((), dtype=logits.dtype)
    hits, n = 0, 0
    for row, wanted in zip(logits, labels, strict=True):
        words = wanted != pad_id
        total = total + F.cross_entropy(row[words], wanted[words], reduction="sum")
        hits += int((row[words].argmax(-1) == wanted[words]).sum())
        n += int(words.sum())
    return total / n, torch.tensor(hits / n)


def through_single(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    words = labels != pad_id
    loss = F.cross_entropy(logits.float()[words], labels[words])
    right = (logits.argmax(dim=-1) == labels)[words]
    return loss.to(logits.dtype), right.float().mean()


def sealed_loss(logits: Tensor, labels: Tensor, pad_id: int) -> Pair:
    from transformer_lib.experiment.fitting import token_loss

    words = labels != pad_id
    right = logits.argmax(dim=-1)[words] == labels[words]
    return token_loss(logits[words], labels[words]), right.float().mean()


SCORES = (
    Right("W70", "ignore_index", ignored),
    Right("W70", "times a mask, divided by its sum", multiplied),
    Right("W68", "the classes on axis 1", multiplied),
    Right("W68", "flattened", ignored),
    Right("W66", "log_softmax, nll_loss", log_softmax_and_nll),
    Right("W67", "cross_entropy of logarithms of shares", log_softmax_twice),
    Right("own", "words selected", selected),
    Right("own", "logsumexp less the label's logit", gathered),
    Right("own", "one-hot labels", one_hot),
    Right("own", "padding as a class of weight 0", classes_weighted),
    Right("own", "place by place", place_by_place),
    Right("own", "padding renamed on a copy", renamed_on_a_copy),
    Right("own", "row by row, summed and counted", rows_weighted),
    Right("own", "in float32, and back", through_single),
    Right(
        *("own", "the course's own", sealed_loss, Verdict.SEALED),
        "token_loss is what this task asks you to write",
    ),
)
