"""First tables whose numbers have the wrong size."""

import math

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_grading.mistakes.scaling.craft import fixed_dtype, overwritten


def as_drawn(noise: Tensor) -> Tensor:
    return noise.clone()


def by_d_model(noise: Tensor) -> Tensor:
    return noise / noise.shape[-1]


def times_root(noise: Tensor) -> Tensor:
    return noise * math.sqrt(noise.shape[-1])


def by_vocab(noise: Tensor) -> Tensor:
    return noise / math.sqrt(noise.shape[0])


def by_all_numbers(noise: Tensor) -> Tensor:
    return noise / math.sqrt(noise.numel())


def glorot(noise: Tensor) -> Tensor:
    return noise * math.sqrt(2 / sum(noise.shape))


def as_a_layer_starts(noise: Tensor) -> Tensor:
    return noise / math.sqrt(3 * noise.shape[-1])


def rows_of_length_one(noise: Tensor) -> Tensor:
    found: Tensor = noise / noise.norm(dim=-1, keepdim=True)
    return found


def measured(noise: Tensor) -> Tensor:
    return noise / noise.std() / math.sqrt(noise.shape[-1])


def small_numbers(noise: Tensor) -> Tensor:
    return 0.02 * noise


def fourth_root(noise: Tensor) -> Tensor:
    found: Tensor = noise / noise.shape[-1] ** 0.25
    return found


def cut_off_at_two(noise: Tensor) -> Tensor:
    return (noise / math.sqrt(noise.shape[-1])).clamp(-2, 2)


def cut_off_at_one(noise: Tensor) -> Tensor:
    return torch.clip(noise / math.sqrt(noise.shape[-1]), -1, 1)


def transposed(noise: Tensor) -> Tensor:
    return (noise / math.sqrt(noise.shape[-1])).T


def drawn_anew(noise: Tensor) -> Tensor:
    return torch.randn(noise.shape, dtype=noise.dtype) / math.sqrt(noise.shape[-1])


def in_place(noise: Tensor) -> Tensor:
    noise /= math.sqrt(noise.shape[-1])
    return noise


def single(noise: Tensor) -> Tensor:
    return noise.float() / math.sqrt(noise.shape[-1])


def double(noise: Tensor) -> Tensor:
    return noise.double() / math.sqrt(noise.shape[-1])


_ROOT = "The same idea, and another root"

MISTAKES = (
    Mistake(
        "a table that is left as it was drawn",
        "Its logits have the size √d_model, and the softmax starts saturated.",
        "Your table has variance 1. How many products does one logit add up, and how "
        "large is it then?",
        _ROOT,
        (as_drawn,),
        ("T05",),
        "A table of words starts with variance 1, as nn.Embedding does.",
        "One that scores words as well starts with variance 1/d_model.",
    ),
    Mistake(
        "a division by d_model, not by its root",
        "The table starts too small.",
        "You divide by too much. A logit adds up d_model products: how large is it "
        "typically, d_model or its root?",
        _ROOT,
        (by_d_model,),
    ),
    Mistake(
        "a multiplication by √d_model",
        "This is the factor of the other end.",
        "That root belongs to the input. Should logits become smaller or larger "
        "through your table?",
        _ROOT,
        (times_root,),
    ),
    Mistake(
        "the root of the number of words",
        "Rows are counted, where the length of a row is asked for.",
        "With as many words as features you are right. Over which of the two numbers "
        "does the sum of a logit run?",
        _ROOT,
        (by_vocab,),
    ),
    Mistake(
        "the root of the number of all entries",
        "Rows are counted as well as the numbers in one of them.",
        "With a single word you are right. Does one logit grow when the table gets "
        "more words?",
        _ROOT,
        (by_all_numbers,),
    ),
    Mistake(
        "a start for both directions",
        "The number of words has a say, as in Xavier's rule.",
        "With as many words as features you are right. What was asked for: logits of "
        "variance 1, or a middle way for the gradients as well?",
        _ROOT,
        (glorot,),
        (),
        "Xavier's start keeps the size of the numbers on the way forward.",
        "It keeps the middle of both ways; 1/fan-in keeps the way forward.",
    ),
    Mistake(
        "the start of nn.Linear",
        "The variance is a third of what is asked for.",
        "You start as PyTorch's linear layer does. Which variance have its outputs, "
        "if its inputs have variance 1?",
        _ROOT,
        (as_a_layer_starts,),
    ),
    Mistake(
        "a table that is brought to a measured size",
        "Every table comes out with the same length or spread.",
        "On average you are right. Is the noise divided by one fixed number, or by "
        "something that depends on what was drawn?",
        _ROOT,
        (rows_of_length_one, measured),
    ),
    Mistake(
        "a factor of another size",
        "It is a habit, or another power of d_model.",
        "You made the table smaller. Which number gives logits of variance 1 with "
        "d_model = 4?",
        _ROOT,
        (small_numbers, fourth_root),
    ),
    Mistake(
        "entries that are cut off at a fixed height",
        "Those far from 0 are moved, and the rest are right.",
        "Small entries are right. Is every entry of your table the noise times one "
        "and the same number?",
        _ROOT,
        (cut_off_at_two, cut_off_at_one),
    ),
    Mistake(
        "a table on its side",
        "Words are columns, and not rows.",
        "The numbers are right. What shape has the noise, and what shape has your "
        "table?",
        _ROOT,
        (transposed,),
    ),
    Mistake(
        "a table that is drawn anew",
        "The noise that was handed in is not used.",
        "The size of your numbers is right. Where in your table is the noise that was "
        "handed in?",
        _ROOT,
        (drawn_anew,),
    ),
    overwritten("the noise", _ROOT, in_place),
    fixed_dtype(_ROOT, single, double),
)
