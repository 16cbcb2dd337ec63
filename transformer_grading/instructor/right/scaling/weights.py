"""Right ways to weights: examples, repairs, and weights of own keys."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Pair = tuple[Tensor, Tensor]


def smallest() -> Pair:
    return torch.tensor([[[[3.0, 0.0]]]]), torch.tensor([[[[1.0, 0.0], [0.0, 0.0]]]])


def random_heads() -> Pair:
    return torch.randn(2, 8, 10, 64), torch.randn(2, 8, 10, 64)


def more_heads_than_features() -> Pair:
    q = torch.ones(1, 9, 1, 1)
    return q, torch.tensor([0.0, 2.0, 1.0]).reshape(1, 1, 3, 1).expand(1, 9, 3, 1)


def in_double() -> Pair:
    q = torch.full((1, 2, 1, 5), 0.7).double()
    return q, torch.diag(torch.arange(5.0)).double().expand(1, 2, 5, 5)


def one_undecided_query() -> Pair:
    q = torch.zeros(1, 1, 2, 4)
    q[..., 0, 0], q[..., 1, 0] = 300.0, 1.5
    return q, torch.tensor([[[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]])


def divided(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)


def queries_first(q: Tensor, k: Tensor) -> Tensor:
    return ((q / math.sqrt(k.size(-1))) @ k.mT).softmax(-1)


def fourth_roots(q: Tensor, k: Tensor) -> Tensor:
    root = q.shape[-1] ** 0.25
    return torch.softmax((q / root) @ (k / root).mT, dim=-1)


def power(q: Tensor, k: Tensor) -> Tensor:
    return torch.nn.functional.softmax(q @ k.mT * q.shape[-1] ** -0.5, dim=-1)


def root_of_a_tensor(q: Tensor, k: Tensor) -> Tensor:
    d_k = torch.tensor(q.shape[-1], dtype=q.dtype)
    return (q.matmul(k.permute(0, 1, 3, 2)) / torch.sqrt(d_k)).softmax(dim=3)


def einsum(q: Tensor, k: Tensor) -> Tensor:
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k)
    return (scores * torch.rsqrt(torch.tensor(float(q.shape[-1])))).softmax(-1)


def bmm(q: Tensor, k: Tensor) -> Tensor:
    scores = torch.bmm(q.flatten(0, 1), k.flatten(0, 1).transpose(1, 2))
    scores = scores / math.sqrt(q.shape[-1])
    found: Tensor = scores.softmax(dim=-1).unflatten(0, q.shape[:2])
    return found


def baddbmm(q: Tensor, k: Tensor) -> Tensor:
    nothing, alpha = torch.zeros(1, dtype=q.dtype), q.shape[-1] ** -0.5
    flat = q.flatten(0, 1), k.flatten(0, 1).mT
    scores = torch.baddbmm(nothing, *flat, beta=0, alpha=alpha)
    return scores.softmax(dim=-1).reshape(*q.shape[:3], k.shape[2])


def head_by_head(q: Tensor, k: Tensor) -> Tensor:
    heads = []
    for i in range(q.shape[1]):
        exponents = q[:, i] @ k[:, i].mT / math.sqrt(q.shape[-1])
        exponents = exponents - exponents.amax(dim=-1, keepdim=True)
        heads.append(exponents.exp() / exponents.exp().sum(dim=-1, keepdim=True))
    return torch.stack(heads, dim=1)


def into_a_buffer(q: Tensor, k: Tensor) -> Tensor:
    weights = torch.zeros(*q.shape[:3], k.shape[2])
    for b in range(q.shape[0]):
        for h in range(q.shape[1]):
            scores = q[b, h] @ k[b, h].T / q.shape[-1] ** 0.5
            weights[b, h] = torch.exp(scores.log_softmax(dim=-1))
    return weights


def by_temperature(q: Tensor, k: Tensor) -> Tensor:
    scores = (q.unsqueeze(3) * k.unsqueeze(2)).sum(dim=-1)
    scores = scores / math.exp(0.5 * math.log(q.shape[-1]))
    return torch.exp(scores - scores.logsumexp(dim=-1, keepdim=True))


def squared_distances(q: Tensor, k: Tensor) -> Tensor:
    apart = (q.unsqueeze(3) - k.unsqueeze(2)).square().sum(dim=-1)
    squares = q.square().sum(dim=-1)[..., None] + k.square().sum(dim=-1)[..., None, :]
    return ((squares - apart) / (2 * math.sqrt(q.shape[-1]))).softmax(dim=-1)


def of_the_course(q: Tensor, k: Tensor) -> Tensor:
    from transformer_lib.attention import scaled_dot_product_attention

    return scaled_dot_product_attention(q, k, k)[1]


def fused(q: Tensor, k: Tensor) -> Tensor:
    one = torch.eye(k.shape[-2])
    return torch.nn.functional.scaled_dot_product_attention(q, k, one)


def diagonal(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.transpose(-2, -1) / divisor).softmax(dim=-1)
    return weights.diagonal(dim1=-2, dim2=-1)


def indexed(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = torch.softmax(q @ (k / divisor).mT, dim=-1)
    own = torch.arange(q.shape[-2])
    return weights[..., own, own]


def gathered(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = ((q / divisor) @ k.mT).softmax(dim=-1)
    places = torch.arange(q.shape[-2])[:, None].expand(*q.shape[:-1], 1)
    return weights.gather(-1, places)[..., 0]


def unit_matrix(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = (q @ k.mT / divisor).softmax(dim=-1)
    return (weights * torch.eye(q.shape[-2], k.shape[-2])).sum(dim=-1)


def own_less_total(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    own = (q * k[..., : q.shape[-2], :]).sum(dim=-1) / divisor
    return torch.exp(own - scores.logsumexp(dim=-1))


def one_over_leads(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    scores = q @ k.mT / divisor
    own = torch.diagonal(scores, dim1=-2, dim2=-1)
    return torch.exp(-torch.logsumexp(scores - own[..., None], dim=-1))


def query_by_query(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    rows = []
    for i in range(q.shape[-2]):
        scores = (k * q[..., i, None, :]).sum(dim=-1) / divisor
        rows.append(scores.softmax(dim=-1)[..., i])
    return torch.stack(rows, dim=-1)


def einsum_and_diagonal(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    weights = torch.einsum("...qd,...kd->...qk", q, k).div(divisor).softmax(-1)
    return torch.einsum("...ii->...i", weights[..., : q.shape[-2]])


def by_attention(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    from transformer_lib.attention import scaled_dot_product_attention

    factor = math.sqrt(q.shape[-1]) / divisor
    weights = scaled_dot_product_attention(factor * q, k, k)[1]
    return weights.diagonal(dim1=-2, dim2=-1)


def by_logarithms(q: Tensor, k: Tensor, divisor: float) -> Tensor:
    logs = (q @ k.mT / divisor).log_softmax(dim=-1)
    return logs.diagonal(dim1=-2, dim2=-1).exp()


_SEALED = "scaled_dot_product_attention is what this task asks you to write"

COUNTEREXAMPLES = (
    Right("own", "one head, two features", smallest),
    Right("own", "random, 8 heads of 64", random_heads),
    Right("own", "more heads than features", more_heads_than_features),
    Right("own", "float64", in_double),
    Right("own", "one query that is undecided", one_undecided_query),
)
REPAIRED = (
    Right("W08", "math.sqrt", divided),
    Right("W06", "the queries first", queries_first),
    Right("W07", "both by a fourth root", fourth_roots),
    Right("W08", "times d_k ** -0.5", power),
    Right("W08", "torch.sqrt of a tensor", root_of_a_tensor),
    Right("W17", "einsum and rsqrt", einsum),
    Right("W18", "bmm on flattened axes", bmm),
    Right("W19", "baddbmm with alpha", baddbmm),
    Right("W30", "head by head", head_by_head),
    Right("W31", "into a buffer", into_a_buffer),
    Right("W05", "exp(scores - logsumexp)", by_temperature),
    Right(
        *("own", "by squared distances", squared_distances, Verdict.CONVENTION),
        "Scores may lie tens of thousands above or below zero",
    ),
    Right("W21", "the course's own", of_the_course, Verdict.SEALED, _SEALED),
    Right("W21", "F.scaled_dot_product_attention", fused, Verdict.SEALED, _SEALED),
)
MATCHES = (
    Right("own", "the diagonal", diagonal),
    Right("own", "indexed twice", indexed),
    Right("W06", "the queries first, gathered", gathered),
    Right("own", "a unit matrix", unit_matrix),
    Right("W05", "own scores less the logsumexp", own_less_total),
    Right("own", "leads over the own score", one_over_leads),
    Right("own", "query by query", query_by_query),
    Right("W17", "einsum for scores and diagonal", einsum_and_diagonal),
    Right("W21", "the course's attention, its root undone", by_attention),
    Right("W04", "exp(log_softmax)", by_logarithms),
)
