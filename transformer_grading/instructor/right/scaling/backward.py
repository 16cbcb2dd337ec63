"""Right ways back through scaled scores."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def short(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    mean = (weights * upstream).sum(dim=-1, keepdim=True)
    at_scores = weights * (upstream - mean) / math.sqrt(q.shape[-1])
    return at_scores @ k, at_scores.mT @ q


def with_the_table(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    table = torch.diag_embed(weights) - weights[..., :, None] * weights[..., None, :]
    at_scores = (upstream.unsqueeze(-2) @ table).squeeze(-2) / root
    return at_scores @ k, at_scores.transpose(-2, -1) @ q


def table_of_the_course(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    from transformer_lib.scaling import softmax_jacobian

    root = math.sqrt(q.shape[-1])
    table = softmax_jacobian((q @ k.mT / root).softmax(dim=-1))
    at_scores = (table * upstream[..., None, :]).sum(dim=-1) / root
    return at_scores @ k, at_scores.mT @ q


def queries_scaled_first(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    factor = q.shape[-1] ** -0.5
    weights = torch.softmax((factor * q) @ k.mT, dim=-1)
    mixed = weights * upstream
    at_scores = mixed - weights * mixed.sum(dim=-1, keepdim=True)
    return factor * (at_scores @ k), at_scores.mT @ (factor * q)


def both_by_a_fourth_root(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = q.shape[-1] ** 0.25
    small_q, small_k = q / root, k / root
    weights = (small_q @ small_k.mT).softmax(dim=-1)
    back = weights * (upstream - (weights * upstream).sum(-1, keepdim=True))
    return back @ small_k / root, back.mT @ small_q / root


def einsum(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    factor = torch.rsqrt(torch.tensor(q.shape[-1], dtype=q.dtype))
    weights = (factor * torch.einsum("...qd,...kd->...qk", q, k)).softmax(dim=-1)
    mean = torch.einsum("...qk,...qk->...q", weights, upstream)
    back = factor * weights * (upstream - mean.unsqueeze(-1))
    to_q = torch.einsum("...qk,...kd->...qd", back, k)
    return to_q, torch.einsum("...qk,...qd->...kd", back, q)


def query_by_query(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root, to_k, rows = math.sqrt(q.shape[-1]), torch.zeros_like(k), []
    for i in range(q.shape[-2]):
        weights = ((k * q[..., i, None, :]).sum(dim=-1) / root).softmax(dim=-1)
        arrives = upstream[..., i, :]
        arrives = arrives - (weights * arrives).sum(dim=-1, keepdim=True)
        slopes = (weights * arrives / root)[..., None]
        rows.append((slopes * k).sum(dim=-2))
        to_k += slopes * q[..., i, None, :]
    return torch.stack(rows, dim=-2), to_k


def pair_by_pair(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    # What key j sends back, less what it would send if all keys sent the same.
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    leads = upstream[..., :, None] - upstream[..., None, :]
    pairs = weights[..., :, None] * weights[..., None, :]
    back = (pairs * leads).sum(dim=-1) / root
    return back @ k, back.mT @ q


def averages(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    weights = (q @ k.mT / root).softmax(dim=-1)
    mixed = weights * upstream
    mean = mixed.sum(dim=-1, keepdim=True)
    to_q = (mixed @ k - mean * (weights @ k)) / root
    return to_q, (mixed.mT @ q - weights.mT @ (mean * q)) / root


def without_a_tape(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    with torch.no_grad():
        scores = torch.matmul(q, k.transpose(-1, -2)).div_(math.sqrt(q.shape[-1]))
        weights = scores.softmax(-1)
        back = upstream.sub((weights * upstream).sum(-1, True)).mul_(weights)
        back.div_(math.sqrt(q.shape[-1]))
        return torch.matmul(back, k), torch.matmul(back.transpose(-1, -2), q)


def through_numpy(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    import numpy as np

    a, b, g = (x.detach().numpy() for x in (q, k, upstream))
    root = a.shape[-1] ** 0.5
    scores = a @ np.swapaxes(b, -1, -2) / root
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    back = weights * (g - (weights * g).sum(axis=-1, keepdims=True)) / root
    to_q, to_k = back @ b, np.swapaxes(back, -1, -2) @ a
    return torch.from_numpy(to_q).to(q.dtype), torch.from_numpy(to_k).to(q.dtype)


def autograd(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    q, k = (x.detach().clone().requires_grad_() for x in (q, k))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    to_q, to_k = torch.autograd.grad(weights, (q, k), upstream)
    return to_q, to_k


def backward(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    q, k = (x.detach().clone().requires_grad_() for x in (q, k))
    weights = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(dim=-1)
    weights.backward(upstream)
    assert q.grad is not None and k.grad is not None
    return q.grad, k.grad


def vjp(q: Tensor, k: Tensor, upstream: Tensor) -> Pair:
    root = math.sqrt(q.shape[-1])
    back = torch.func.vjp(lambda a, b: (a @ b.mT / root).softmax(dim=-1), q, k)[1]
    to_q, to_k = back(upstream)
    return to_q, to_k


RIGHT = (
    Right("own", "the weighted mean taken off", short),
    Right("own", "the table of slopes", with_the_table),
    Right("own", "the course's table of slopes", table_of_the_course),
    Right("W06", "the queries scaled first", queries_scaled_first),
    Right("W07", "both by a fourth root", both_by_a_fourth_root),
    Right("W17", "einsum and rsqrt", einsum),
    Right("own", "query by query", query_by_query),
    Right("own", "leads of keys over keys", pair_by_pair),
    Right("own", "two averages of the keys", averages),
    Right("own", "in place on its own, without a tape", without_a_tape),
    Right("own", "through numpy", through_numpy),
    Right(
        *("own", "autograd.grad", autograd, Verdict.SEALED),
        "grad is what this task asks you to write",
    ),
    Right(
        *("own", "backward", backward, Verdict.SEALED),
        "backward is what this task asks you to write",
    ),
    Right(
        *("own", "func.vjp", vjp, Verdict.SEALED),
        "vjp is what this task asks you to write",
    ),
)
