"""Layers whose scores are scaled or normalised wrongly."""

import math

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None


def root_of_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(w_q.shape[0])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def root_of_d_model(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(x.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def root_of_all_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(w_q.shape[0] * w_q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def unscaled(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def over_heads(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=1).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def over_queries(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-2).nan_to_num(0.0)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def over_queries_mean(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-2)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


def over_queries_nan(
    x: Tensor,
    context: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    w_o: Tensor,
    mask: Mask = None,
) -> Tensor:
    q = x.unsqueeze(1) @ w_q
    k = context.unsqueeze(1) @ w_k
    v = context.unsqueeze(1) @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-2)
    found = weights @ v
    return found.transpose(1, 2).flatten(start_dim=2) @ w_o


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "scores divided by the root of the number of heads",
        "The scale forgets how long a key is.",
        "Your scores are scaled, but not by what makes them large. How many terms "
        "does one dot product of a query with a key add up?",
        _WEIGHTS,
        (root_of_heads,),
        ("A05",),
        "The scale balances the number of heads.",
        "It balances the d_k terms of one dot product.",
        ("empty row",),
    ),
    Mistake(
        "scores divided by √d_model",
        "The weights of each head are too flat.",
        "Your scores are scaled, but too much. How many terms does one dot product "
        "inside one head add up?",
        _WEIGHTS,
        (
            root_of_d_model,
            root_of_all_heads,
        ),
        (),
        "The scale is the root of the model width.",
        "It is the root of d_k, the width of one head.",
        ("empty row",),
    ),
    Mistake(
        "scores that are not scaled",
        "Weights are sharper than they should be, and more so as d_k grows.",
        "Your weights are a softmax of something. How large is a typical dot product "
        "of d_k terms, and what brings it back to the size of one term?",
        _WEIGHTS,
        (unscaled,),
        ("A01",),
        beside=("empty row",),
    ),
    Mistake(
        "a softmax over the heads",
        "For each query and key the heads add up to 1.",
        "Your scores are right. Who has a whole 1 to share out: a query among keys, "
        "or the heads among themselves?",
        _WEIGHTS,
        (over_heads,),
        (),
        "The heads share one set of weights among them.",
        "Each head has its own, and each row of them adds up to 1.",
        ("empty row",),
    ),
    Mistake(
        "a softmax over the queries",
        "Columns add up to 1, rows do not: queries compete for a key.",
        "Your scores are right. Who has a whole 1 to share out: a key among queries, "
        "or a query among keys?",
        _WEIGHTS,
        (over_queries, over_queries_mean, over_queries_nan),
        ("A06",),
        beside=("empty row",),
    ),
)
