"""Weights whose scores are divided by the wrong number."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def by_heads(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.transpose(-2, -1) / math.sqrt(q.shape[1])).softmax(dim=-1)


def by_heads_of_the_keys(q: Tensor, k: Tensor) -> Tensor:
    _, heads, _, _ = k.shape
    return torch.softmax(q @ k.mT * heads**-0.5, dim=-1)


def by_d_model(q: Tensor, k: Tensor) -> Tensor:
    _, heads, _, d_k = q.shape
    return (q @ k.mT / math.sqrt(heads * d_k)).softmax(dim=-1)


def by_features_of_a_head_again(q: Tensor, k: Tensor) -> Tensor:
    _, heads, _, d_k = q.shape
    return (q @ k.mT / math.sqrt(d_k / heads)).softmax(dim=-1)


def by_nothing(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT).softmax(dim=-1)


def by_d_k(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / q.shape[-1]).softmax(dim=-1)


def both_divided(q: Tensor, k: Tensor) -> Tensor:
    root = math.sqrt(q.shape[-1])
    return ((q / root) @ (k / root).mT).softmax(dim=-1)


def divided_early_and_late(q: Tensor, k: Tensor) -> Tensor:
    scores = (q / math.sqrt(q.shape[-1])) @ k.mT
    return (scores / math.sqrt(k.shape[-1])).softmax(dim=-1)


def fourth_root(q: Tensor, k: Tensor) -> Tensor:
    found: Tensor = (q @ k.mT / q.shape[-1] ** 0.25).softmax(dim=-1)
    return found


def fourth_root_of_the_queries(q: Tensor, k: Tensor) -> Tensor:
    q = q / math.sqrt(math.sqrt(q.shape[-1]))
    return torch.softmax(q @ k.mT, dim=-1)


def multiplied(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT * math.sqrt(q.shape[-1])).softmax(dim=-1)


def divided_by_a_reciprocal(q: Tensor, k: Tensor) -> Tensor:
    factor = torch.rsqrt(torch.tensor(float(q.shape[-1]), dtype=q.dtype))
    return (q @ k.mT / factor).softmax(dim=-1)


def by_keys(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(k.shape[-2])).softmax(dim=-1)


def by_queries(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[-2])).softmax(dim=-1)


def by_examples(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(q.shape[0])).softmax(dim=-1)


def by_four_features(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / 2).softmax(dim=-1)


def by_sixty_four_features(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(64)).softmax(dim=-1)


def whole_root(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.isqrt(q.shape[-1])).softmax(dim=-1)


def root_rounded(q: Tensor, k: Tensor) -> Tensor:
    found: Tensor = (q @ k.mT / round(q.shape[-1] ** 0.5)).softmax(dim=-1)
    return found


def root_of_twice(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(2 * q.shape[-1])).softmax(dim=-1)


def one_less(q: Tensor, k: Tensor) -> Tensor:
    d_k = max(q.shape[-1] - 1, 1)
    return (q @ k.mT / math.sqrt(d_k)).softmax(dim=-1)


def logarithm(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.log2(1 + q.shape[-1])).softmax(dim=-1)


def largest_of_two(q: Tensor, k: Tensor) -> Tensor:
    return (q @ k.mT / math.sqrt(max(q.shape[1], q.shape[-1]))).softmax(dim=-1)


_SIZE = "How large is a dot product?"

MISTAKES = (
    Mistake(
        "the root of the number of heads",
        "The scale is right only with as many heads as features, as in her test.",
        "The mistake is still there. How many products does one score add up, and on "
        "which axis do they stand?",
        _SIZE,
        (by_heads, by_heads_of_the_keys),
        ("A05",),
        "The second axis of q is its width.",
        "In (batch, heads, query, d_k) the second axis counts heads.",
    ),
    Mistake(
        "the root of d_model",
        "All heads together are counted, and one score knows only one of them.",
        "With one head you are right. The variance argument speaks of the products in "
        "one score: how many are there?",
        _SIZE,
        (by_d_model,),
        (),
        "The scale is the root of the model's width.",
        "It is that of one head's queries, since a score adds up d_k products.",
    ),
    Mistake(
        "a d_k that is divided by the number of heads once more",
        "The last axis is taken for the width of all heads together.",
        "With one head you are right. Has the last axis of q been split into heads "
        "already, or not yet?",
        _SIZE,
        (by_features_of_a_head_again,),
    ),
    Mistake(
        "no division at all",
        "Her wrong number is gone, and the right one is not there.",
        "With one feature you are right. How large is a dot product of d_k products, "
        "typically?",
        _SIZE,
        (by_nothing,),
        ("A01",),
    ),
    Mistake(
        "a division by d_k",
        "It is the root, used twice.",
        "With one feature you are right, elsewhere your weights are too flat. How "
        "often does the root enter one score?",
        _SIZE,
        (by_d_k, both_divided, divided_early_and_late),
        (),
        "For symmetry, queries and keys are both divided by √d_k.",
        "Then their product is divided by d_k; one of them is enough.",
    ),
    Mistake(
        "half a division",
        "Only one of the two factors gets a fourth root, or the score does.",
        "With one feature you are right, elsewhere your weights are too sharp. Which "
        "power of d_k does your score end up divided by?",
        _SIZE,
        (fourth_root, fourth_root_of_the_queries),
    ),
    Mistake(
        "a multiplication by √d_k",
        "Large scores become larger.",
        "With one feature you are right. With d_k = 4, should your scores become "
        "smaller or larger?",
        _SIZE,
        (multiplied, divided_by_a_reciprocal),
        (),
        "rsqrt is the root, and one divides by it.",
        "It is one over the root: one multiplies by it.",
    ),
    Mistake(
        "the root of the number of keys, of queries or of examples",
        "The scale depends on how many there are, and not on how long they are.",
        "You took another axis than she did. Add a key to your example: should the "
        "score of the others change?",
        _SIZE,
        (by_keys, by_queries, by_examples),
    ),
    Mistake(
        "a width that is fixed in the code",
        "The scale is right for one d_k only.",
        "For one width you are right. Where does your code look at how long a query "
        "is?",
        _SIZE,
        (by_four_features, by_sixty_four_features),
    ),
    Mistake(
        "a root that is rounded to a whole number",
        "It is right for 1, 4, 9 and 16 features only.",
        "With four features you are right. What is the root of 5, and what does your "
        "code divide by then?",
        _SIZE,
        (whole_root, root_rounded),
    ),
    Mistake(
        "a number near d_k under the root",
        "The divisor grows with d_k, but it is not its root.",
        "Your scale goes the right way. Count the products in one score with d_k = 4: "
        "which number stands under your root?",
        _SIZE,
        (root_of_twice, one_less, logarithm),
    ),
    Mistake(
        "the larger of two sizes under the root",
        "The number of heads still has a say where it is larger.",
        "As long as there are fewer heads than features you are right. What has the "
        "number of heads to do with one score?",
        _SIZE,
        (largest_of_two,),
    ),
)
