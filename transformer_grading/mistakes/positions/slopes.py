"""Scores lowered by slopes that are not those of their heads."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def slopes_from_zero(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(heads) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def halved_from_head_to_head(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 0.5 ** torch.arange(1, heads + 1)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def eight_left_out(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def exponential_of_e(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = torch.exp(-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def in_equal_steps(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2**-8 * torch.arange(1, heads + 1) / heads
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def one_over_the_head(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 1 / torch.arange(1, heads + 1)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def last_head_first(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(heads, 0, -1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None] * distance).to(scores.dtype)


def one_slope_for_all(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (2 ** (-8 / heads) * distance).to(scores.dtype)


def no_slope(scores: Tensor) -> Tensor:
    query, key = scores.shape[-2:]
    places = torch.arange(key - query, key)[:, None]
    return scores - (places - torch.arange(key)).abs().to(scores.dtype)


def slopes_along_the_batch(scores: Tensor) -> Tensor:
    batch, _, query, key = scores.shape
    slopes = 2.0 ** (-8 * torch.arange(1, batch + 1) / batch)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None, None, None] * distance).to(scores.dtype)


def slopes_along_the_queries(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
    places = torch.arange(key - query, key)[:, None]
    distance = (places - torch.arange(key)).abs()
    return scores - (slopes[:, None] * distance).to(scores.dtype)


_FAR = "How far does it carry?"

MISTAKES = (
    Mistake(
        "heads counted from 0",
        "Every head has the slope of the head before it, and the first has 1.",
        "The ratio from head to head is right. Which number has the first head in the "
        "text?",
        _FAR,
        (slopes_from_zero,),
    ),
    Mistake(
        "slopes that do not know the number of heads",
        "With eight heads the slopes are right, and with no other number.",
        "With eight heads you are right. With two heads, what should the first slope "
        "be, and what is yours?",
        _FAR,
        (halved_from_head_to_head,),
        (),
        "The slope is halved from head to head.",
        "That holds for eight heads; the last head always has 1/256.",
    ),
    Mistake(
        "other slopes than 2^(−8h/n)",
        "The distances are right, and each head fades at another rate.",
        "Your distances are right. Take two heads: are your slopes 1/16 and 1/256?",
        _FAR,
        (eight_left_out, exponential_of_e, in_equal_steps, one_over_the_head),
    ),
    Mistake(
        "slopes in the opposite order",
        "The first head looks far, and the last one near.",
        "All your slopes occur in the right answer. Which head has the steepest?",
        _FAR,
        (last_head_first,),
    ),
    Mistake(
        "one slope for all heads",
        "All heads fade alike.",
        "The first head may well be right. In what do the heads differ?",
        _FAR,
        (one_slope_for_all, no_slope),
        (),
        "One penalty for the distance serves all heads.",
        "Each head has a slope of its own: some look near, some far.",
    ),
    Mistake(
        "slopes along another axis than the heads",
        "Sequences or queries get the slopes that belong to the heads.",
        "Line up the shapes from the right. Which axis of scores do your slopes meet?",
        _FAR,
        (slopes_along_the_batch, slopes_along_the_queries),
    ),
)
