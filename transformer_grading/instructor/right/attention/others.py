"""Right ways to write the shorter tasks."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.attention import scaled_dot_product_attention

Three = tuple[Tensor, Tensor, Tensor]
Four = tuple[Tensor, Tensor, Tensor, Tensor]


def smallest() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [0.0]])
    return q, k, torch.tensor([[4.0], [0.0]]), torch.tensor([[True, False]])


def random_and_causal() -> Four:
    q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4) + 5
    return q, k, v, torch.ones(3, 3, dtype=torch.bool).tril()


def flat_mask() -> Four:
    q, k = torch.ones(1, 1), torch.ones(2, 1)
    return q, k, torch.ones(2, 1), torch.tensor([True, False])


def with_a_batch() -> Four:
    q, k = torch.ones(2, 3, 4), torch.ones(2, 5, 4)
    mask = torch.arange(5) < torch.tensor([2, 5])[:, None, None]
    return q, k, torch.ones(2, 5, 6), mask.expand(2, 3, 5)


def in_double() -> Four:
    q, k = torch.ones(1, 2).double(), torch.ones(3, 2).double()
    return q, k, k * 7, torch.tensor([[True, False, True]])


def divided_twice(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    divisor = math.sqrt(q.shape[-1]) * temperature
    scores = q @ k.mT / divisor
    return scores.softmax(dim=-1) @ v


def queries_divided(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = (q / temperature) @ k.mT
    return (scores / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v


def shifted(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) / temperature
    exponentials = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    return exponentials @ v / exponentials.sum(dim=-1, keepdim=True)


def logsumexp(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1]) / temperature
    return torch.exp(scores - scores.logsumexp(dim=-1, keepdim=True)) @ v


def logarithms_cooled(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    cooled = scores.log_softmax(dim=-1) / temperature
    return torch.exp(cooled - cooled.logsumexp(dim=-1, keepdim=True)) @ v


def sealed_attention(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    return scaled_dot_product_attention(q / temperature, k, v)[0]


def root_in_the_query(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    q = torch.stack([x, torch.ones_like(x)], dim=-1) * 2**0.5 / width**2
    k = torch.stack([x_known, -0.5 * x_known.square()], dim=-1)
    return q, k, y_known[:, None]


def whole_square(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    scale = 3**0.25 / (width * 2**0.5)
    q = torch.stack([-(x**2), 2 * x, -torch.ones_like(x)], dim=-1)
    k = torch.stack([torch.ones_like(x_known), x_known, x_known**2], dim=-1)
    return q * scale, k * scale, y_known.reshape(-1, 1)


def distances_as_queries(
    x: Tensor, x_known: Tensor, y_known: Tensor, width: float
) -> Three:
    exponents = -((x[:, None] - x_known[None]) ** 2) / (2 * width**2)
    n = len(x_known)
    return exponents * math.sqrt(n), torch.eye(n), y_known[:, None]


def unit_widths(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    near, known = x / width, x_known / width
    q = torch.cat([near[:, None], torch.ones_like(near[:, None])], dim=1) * math.sqrt(2)
    k = torch.cat([known[:, None], -(known[:, None] ** 2) / 2], dim=1)
    return q, k, y_known.unsqueeze(1)


def centred(x: Tensor, x_known: Tensor, y_known: Tensor, width: float) -> Three:
    middle = x_known.mean()
    near, known = (x - middle) / width, (x_known - middle) / width
    one = torch.ones_like(near)
    q = torch.stack([near, one, near**2], dim=-1) * 3**0.5
    k = torch.stack([known, -(known**2) / 2, torch.full_like(known, -0.5)], dim=-1)
    return q, k, y_known[:, None]


COUNTEREXAMPLES = (
    Right("own", "one query, two keys", smallest),
    Right("own", "random and causal", random_and_causal),
    Right("own", "a padded batch", with_a_batch),
    Right("own", "a mask with one axis", flat_mask),
    Right("own", "float64", in_double),
)
TEMPERATURES = (
    Right("W06", "one divisor", divided_twice),
    Right("W06", "the queries divided", queries_divided),
    Right("W02", "a shifted exponential, divided last", shifted),
    Right("W05", "exp of scores less their logsumexp", logsumexp),
    Right(
        "W04", "logarithms of the weights, divided and normalised", logarithms_cooled
    ),
    Right(
        *("W21", "the course's own with q / temperature", sealed_attention),
        Verdict.SEALED,
        "scaled_dot_product_attention is what this task asks you to write",
    ),
)
CURVES = (
    Right("own", "two features, the root in the query", root_in_the_query),
    Right("own", "three features, the whole square", whole_square),
    Right(
        "own", "the exponents as queries, a unit matrix as keys", distances_as_queries
    ),
    Right("own", "widths divided out first", unit_widths),
    Right("own", "measured from the mean of the known points", centred),
)
