"""Examples that do not show that the number of heads stands under the root."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def as_many_heads_as_features() -> Pair:
    q = torch.tensor([[[[2.0, 0.0]], [[0.0, 1.0]]]])
    k = torch.tensor([[[[1.0, 0.0], [0.0, 1.0]], [[3.0, 1.0], [0.0, 2.0]]]])
    return q, k


def her_own_test() -> Pair:
    generator = torch.Generator().manual_seed(0)
    q = torch.randn(2, 4, 3, 4, generator=generator)
    k = torch.randn(2, 4, 5, 4, generator=generator)
    return q, k


def one_key() -> Pair:
    q = torch.tensor([[[[2.0, 0.0, 0.0, 0.0]]]])
    k = torch.tensor([[[[1.0, 0.0, 0.0, 0.0]]]])
    return q, k


def keys_alike() -> Pair:
    return torch.ones(1, 2, 1, 4), torch.ones(1, 2, 3, 4)


def query_of_zeros() -> Pair:
    q = torch.zeros(1, 1, 1, 4)
    return q, torch.arange(12.0).reshape(1, 1, 3, 4)


def settled() -> Pair:
    q = torch.tensor([[[[100.0, 0.0, 0.0, 0.0]]]])
    k = torch.tensor([[[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]])
    return q, k


def small_scores() -> Pair:
    q = torch.tensor([[[[0.05, 0.0, 0.0, 0.0]]]])
    k = torch.tensor([[[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]])
    return q, k


def nearly_as_many_heads() -> Pair:
    q = torch.zeros(1, 63, 1, 64)
    k = torch.zeros(1, 63, 2, 64)
    q[..., 0], k[..., 0, 0] = 4.0, 4.0
    return q, k


_SIZE = "How large is a dot product?"
_LARGE = "What large scores do"

MISTAKES = (
    Mistake(
        "an example with as many heads as features",
        "Her root and the right one are the same there, as in her own test.",
        "Your tensors fit. Under her root stands the number of heads: which number "
        "should stand there, and what are both in your example?",
        _SIZE,
        (as_many_heads_as_features, her_own_test),
        ("A05",),
    ),
    Mistake(
        "an example with a single key",
        "A single key has all the weight, whatever its score is divided by.",
        "Your sizes differ. What is the softmax of one score, and of that score "
        "divided by anything?",
        _LARGE,
        (one_key,),
    ),
    Mistake(
        "keys that score alike",
        "Equal scores have equal weights, whatever they are divided by.",
        "Your sizes differ, and there are several keys. What do weights depend on: "
        "scores or differences between scores?",
        _LARGE,
        (keys_alike, query_of_zeros),
    ),
    Mistake(
        "scores so far apart that both scales agree",
        "One key has it all, divided by her root or by the right one.",
        "Your scores differ, and by a great deal. How far may they be apart if a "
        "division by 2 is to be seen?",
        _LARGE,
        (settled,),
    ),
    Mistake(
        "a difference that is too small to be seen",
        "Her weights and the right ones differ by less than 0.01.",
        "You have the right idea. Which of your numbers could be larger, so that the "
        "two roots give weights further apart?",
        _LARGE,
        (small_scores, nearly_as_many_heads),
    ),
)
