"""Attention with the right numbers, and the wrong dtype, gradient or effect."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Mask = Tensor | None
Pair = tuple[Tensor, Tensor]


def cut_off(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0).detach()
    return weights @ v, weights


def handed_on_cut_off(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights.detach() @ v, weights


def shown_cut_off(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights.detach()


def without_a_tape(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    with torch.no_grad():
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(dim=-1).nan_to_num(0.0)
        return weights @ v, weights


def scaled_in_place(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    q /= math.sqrt(q.shape[-1])
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def single(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    q, k, v = q.float(), k.float(), v.float()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


def double(q: Tensor, k: Tensor, v: Tensor, mask: Mask = None) -> Pair:
    q, k, v = q.double(), k.double(), v.double()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ v, weights


_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "weights cut off from the queries and keys",
        "The numbers are right, but queries and keys can never learn.",
        "Values get their gradient, queries and keys get none. Where does the path "
        "from the output back to them end?",
        _WEIGHTS,
        (cut_off, handed_on_cut_off),
        (),
        "The weights are constants for the gradient.",
        "Attention learns where to look because the gradient passes the weights.",
    ),
    Mistake(
        "weights returned without their gradient",
        "The output can learn, and a loss on the weights cannot.",
        "From the output gradients flow as they should. What lies between the weights "
        "you return and the queries and keys they came from?",
        _WEIGHTS,
        (shown_cut_off,),
        (),
        "Weights are only for looking at.",
        "They are a result, and a loss may ask something of them too.",
    ),
    Mistake(
        "results cut off from q, k and v",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _WEIGHTS,
        (without_a_tape,),
        beside=("empty row",),
    ),
    Mistake(
        "queries scaled in place",
        "The results are right, and the caller's queries are changed.",
        "Which of your operators writes into the tensor that was handed in?",
        _WEIGHTS,
        (scaled_in_place,),
        (),
        "A function may reuse the tensors it was given.",
        "The caller still holds them, and the gradient may need their old values.",
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _WEIGHTS,
        (single, double),
        beside=("empty row",),
    ),
)
