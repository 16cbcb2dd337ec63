"""Examples that do not show the colleague's mistake."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Four = tuple[Tensor, Tensor, Tensor, Tensor]


def hides_nothing() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [0.0]])
    return q, k, torch.tensor([[4.0], [0.0]]), torch.tensor([[True, True]])


def hides_all() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [0.0]])
    return q, k, torch.tensor([[4.0], [0.0]]), torch.tensor([[False, False]])


def hides_the_weightless() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [-50.0]])
    return q, k, torch.tensor([[4.0], [1.0]]), torch.tensor([[True, False]])


def averages_zeros() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [0.0]])
    return q, k, torch.tensor([[0.0], [4.0]]), torch.tensor([[True, False]])


def cancels() -> Four:
    q, k = torch.tensor([[1.0]]), torch.tensor([[0.0], [0.0], [0.0]])
    v = torch.tensor([[4.0], [-4.0], [1.0]])
    return q, k, v, torch.tensor([[True, True, False]])


_LOOK = "Who may look"

MISTAKES = (
    Mistake(
        "an example that hides nothing",
        "Her function and the right one do the same without a hidden key.",
        "Your tensors fit. For which masks does her line with the mask change nothing?",
        _LOOK,
        (hides_nothing,),
    ),
    Mistake(
        "an example with an empty row",
        "Her zeros are right for a query that may look at nothing.",
        "Your mask hides something. In a row where everything is hidden, what should "
        "the weights be, and what are hers?",
        _LOOK,
        (hides_all,),
    ),
    Mistake(
        "a hidden key that had next to no weight",
        "What she takes away is too little to be missed.",
        "You hide a key while another stays visible. How much weight did the hidden "
        "key have before her mask took it?",
        _LOOK,
        (hides_the_weightless,),
    ),
    Mistake(
        "visible values that average to next to nothing",
        "The missing weight would have multiplied next to nothing.",
        "Her rows add up to less than 1 on your example. What is the average of the "
        "values that may be seen, and would you notice if it were halved?",
        _LOOK,
        (averages_zeros, cancels),
    ),
)
