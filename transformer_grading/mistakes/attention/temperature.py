"""Attention at a temperature that goes wrong."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def multiplied(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores * temperature).softmax(dim=-1) @ v


def no_temperature(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.softmax(dim=-1) @ v


def no_root(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1)
    return (scores / temperature).softmax(dim=-1) @ v


def under_the_root(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1] * temperature)
    return scores.softmax(dim=-1) @ v


def twice(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = (q / temperature) @ (k / temperature).transpose(-2, -1)
    return (scores / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v


def weights_cooled(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores.softmax(dim=-1) / temperature) @ v


def values_cooled(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.softmax(dim=-1) @ (v / temperature)


def over_queries(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores / temperature).softmax(dim=-2) @ v


def bare_exponential(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    exponentials = torch.exp(scores / temperature)
    return exponentials / exponentials.sum(dim=-1, keepdim=True) @ v


def best_key_only(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if temperature < 0.01:
        best = torch.nn.functional.one_hot(scores.argmax(dim=-1), k.shape[-2])
        return best.float() @ v
    return (scores / temperature).softmax(dim=-1) @ v


def bare_logarithm(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores / temperature
    sums = torch.exp(scores).sum(dim=-1, keepdim=True)
    return torch.exp(scores - sums.log()) @ v


def one_maximum_for_all(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    scores = scores / temperature
    exponentials = torch.exp(scores - scores.max())
    return exponentials / exponentials.sum(dim=-1, keepdim=True) @ v


def a_little_warmer(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores / (temperature + 1e-6)).softmax(dim=-1) @ v


def warmer(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores / (temperature + 1e-4)).softmax(dim=-1) @ v


def scaled_in_place(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    q /= temperature
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.softmax(dim=-1) @ v


def without_a_tape(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    with torch.no_grad():
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        return (scores / temperature).softmax(dim=-1) @ v


def single(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    q, k, v = q.float(), k.float(), v.float()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores / temperature).softmax(dim=-1) @ v


def double(q: Tensor, k: Tensor, v: Tensor, temperature: float) -> Tensor:
    q, k, v = q.double(), k.double(), v.double()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return (scores / temperature).softmax(dim=-1) @ v


_SOFT = "A soft look-up"
_WEIGHTS = "Scores, weights, average"

MISTAKES = (
    Mistake(
        "scores multiplied by the temperature",
        "Hot is cold and cold is hot.",
        "At temperature 1 you are right. Should a large temperature move the scores "
        "apart or together?",
        _SOFT,
        (multiplied,),
        (),
        "A high temperature makes attention sharper.",
        "Scores are divided by it: high is flat, low is sharp.",
    ),
    Mistake(
        "a temperature that is not used",
        "The result is ordinary attention at every temperature.",
        "At temperature 1 you are right. Where does the temperature enter your scores?",
        _SOFT,
        (no_temperature,),
    ),
    Mistake(
        "a temperature in the place of √d_k",
        "The scores are divided by the temperature only.",
        "The temperature works the right way. By what were the scores divided before "
        "there was a temperature?",
        _WEIGHTS,
        (no_root,),
        ("A01",),
        "The temperature replaces √d_k.",
        "It comes on top: temperature 1 is ordinary attention.",
    ),
    Mistake(
        "a temperature under the root",
        "The scores are divided by the root of the temperature.",
        "The temperature works the right way, but too weakly. Which of your numbers "
        "stand under the root?",
        _SOFT,
        (under_the_root,),
    ),
    Mistake(
        "a temperature used twice",
        "The scores are divided by the square of the temperature.",
        "The temperature works the right way, but too strongly. How often does it "
        "enter one score?",
        _SOFT,
        (twice,),
        (),
        "Queries and keys are both divided by the temperature.",
        "Their product would be divided by its square.",
    ),
    Mistake(
        "an output divided by the temperature",
        "It shrinks or grows with the temperature; the weights are as sharp as before.",
        "At temperature 1 you are right; elsewhere you scale the output of temperature "
        "1. What should the temperature divide: scores, or what comes after the "
        "softmax?",
        _SOFT,
        (weights_cooled, values_cooled),
        (),
        "The temperature scales the weights.",
        "It scales the scores; the softmax then shares out a whole 1.",
    ),
    Mistake(
        "a softmax over the queries",
        "Columns add up to 1, rows do not: queries compete for a key.",
        "Your scores are right. Who has a whole 1 to share out: a key among queries, "
        "or a query among keys?",
        _WEIGHTS,
        (over_queries,),
        ("A06",),
    ),
    Mistake(
        "the exponential of the bare score",
        "In the cold the exponentials leave float32.",
        "At ordinary temperatures you are right. How large is a score of 1 at "
        "temperature 0.0001, and what is its exponential?",
        _WEIGHTS,
        (bare_exponential, bare_logarithm),
        ("S01",),
    ),
    Mistake(
        "the first of the best keys in the cold",
        "Where two keys are level, one of them gets everything.",
        "With one best key you are right. What does a softmax do with two scores that "
        "are exactly level, however cold it is?",
        _SOFT,
        (best_key_only,),
        (),
        "A cold softmax always picks one key.",
        "Keys that are level share the weight at every temperature.",
    ),
    Mistake(
        "one maximum for the whole tensor",
        "In the cold a row far below the largest score of all becomes 0/0.",
        "One query alone is right, and a query with large scores spoils its "
        "neighbour. Over which entries should the maximum be taken?",
        _WEIGHTS,
        (one_maximum_for_all,),
        ("S02",),
    ),
    Mistake(
        "a small number added to the temperature",
        "The colder it is, the more the small number counts.",
        "At ordinary temperatures you are right. How large is the number you add, "
        "beside a temperature of 0.0001?",
        _SOFT,
        (a_little_warmer, warmer),
        (),
        "Adding 10⁻⁶ to a divisor is always harmless.",
        "It is as long as the divisor is much larger.",
    ),
    Mistake(
        "queries scaled in place",
        "The results are right, and the caller's queries are changed.",
        "Which of your operators writes into the tensor that was handed in?",
        _WEIGHTS,
        (scaled_in_place,),
    ),
    Mistake(
        "a result cut off from q, k and v",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _WEIGHTS,
        (without_a_tape,),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _WEIGHTS,
        (single, double),
    ),
)
