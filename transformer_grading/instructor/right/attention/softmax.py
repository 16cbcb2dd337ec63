"""Right ways to write a softmax."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def functional(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.nn.functional.softmax(scores, dim=dim)


def of_torch(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(scores, dim=dim)


def method(scores: Tensor, dim: int = -1) -> Tensor:
    return scores.softmax(dim)


def module(scores: Tensor, dim: int = -1) -> Tensor:
    result: Tensor = torch.nn.Softmax(dim=dim)(scores)
    return result


def amax(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True))
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def max_values(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.max(dim=dim, keepdim=True).values)
    return exponentials / torch.sum(exponentials, dim, keepdim=True)


def unsqueezed(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = (scores - scores.max(dim)[0].unsqueeze(dim)).exp()
    return exponentials / exponentials.sum(dim).unsqueeze(dim)


def detached_maximum(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = torch.exp(scores - scores.amax(dim=dim, keepdim=True).detach())
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def exp_of_log(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.log_softmax(scores, dim=dim).exp()


def logsumexp(scores: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(scores - scores.logsumexp(dim=dim, keepdim=True))


def moved_axis(scores: Tensor, dim: int = -1) -> Tensor:
    last = scores.movedim(dim, -1)
    exponentials = torch.exp(last - last.amax(-1, keepdim=True))
    weights = exponentials / exponentials.sum(-1, keepdim=True)
    return weights.movedim(-1, dim)


def in_place_of_its_own(scores: Tensor, dim: int = -1) -> Tensor:
    exponentials = (scores - scores.amax(dim=dim, keepdim=True)).exp_()
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def in_a_loop(scores: Tensor, dim: int = -1) -> Tensor:
    slices = scores.unbind(dim)
    largest = slices[0]
    for part in slices[1:]:
        largest = torch.maximum(largest, part)
    exponentials = [torch.exp(part - largest) for part in slices]
    total = sum(exponentials)
    return torch.stack([part / total for part in exponentials], dim=dim)


_SEALED = (Verdict.SEALED, "softmax is what this task asks you to write")

RIGHT = (
    Right("W01", "F.softmax", functional, *_SEALED),
    Right("W01", "torch.softmax", of_torch, *_SEALED),
    Right("W01", "scores.softmax", method, *_SEALED),
    Right("W01", "nn.Softmax", module, *_SEALED),
    Right("W02", "the maximum by amax", amax),
    Right("W02", "the maximum by max().values", max_values),
    Right("W02", "axes put back by unsqueeze", unsqueezed),
    Right("W03", "the maximum detached", detached_maximum),
    Right("W04", "exp(log_softmax)", exp_of_log, *_SEALED),
    Right("W05", "exp(scores - logsumexp)", logsumexp),
    Right("own", "the axis moved to the end and back", moved_axis),
    Right("own", "in place on a tensor of its own", in_place_of_its_own),
    Right("own", "a loop over slices", in_a_loop),
)
