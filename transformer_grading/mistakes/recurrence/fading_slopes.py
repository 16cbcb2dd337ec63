"""Gradients over several steps with the wrong slopes."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def no_slopes(states: Tensor, w_h: Tensor) -> Tensor:
    product, norms = torch.eye(len(w_h)), []
    for _ in states:
        norms.append(product.norm())
        product = w_h @ product
    return torch.stack(norms)


def slopes_of_the_step_before(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[:-1].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def not_squared(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def size_not_squared(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state.abs()) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def squashed_again(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state.tanh() ** 2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def of_a_sigmoid(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (state * (1 - state)) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def states_themselves(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * state @ product
        norms.append(product.norm())
    return torch.stack(norms)


def on_the_other_side(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = (1 - state**2)[:, None] * w_h @ product
        norms.append(product.norm())
    return torch.stack(norms)


def diagonal_on_the_left(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = torch.diag(1 - state**2) @ w_h @ product
        norms.append(product.norm())
    return torch.stack(norms)


def last_slope_for_all(states: Tensor, w_h: Tensor) -> Tensor:
    hop = w_h * (1 - states[-1] ** 2)
    powers = [torch.linalg.matrix_power(hop, k) for k in range(len(states))]
    return torch.stack([power.norm() for power in powers])


def mean_slope_for_all(states: Tensor, w_h: Tensor) -> Tensor:
    hop = w_h * (1 - states**2).mean(dim=0)
    powers = [torch.linalg.matrix_power(hop, k) for k in range(len(states))]
    return torch.stack([power.norm() for power in powers])


def one_slope_for_all_features(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2).mean() @ product
        norms.append(product.norm())
    return torch.stack(norms)


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "slopes left out",
        "Every step multiplies by the matrix alone, as if there was no tanh.",
        "A silent text is right. By what does a tanh multiply a gradient that goes "
        "back through it?",
        _FADING,
        (no_slopes,),
    ),
    Mistake(
        "slopes of the step before",
        "The step into a state is multiplied by the slope at the state it came from.",
        "A silent text is right. Going back from h_n to the state before it, which "
        "tanh do you pass, and at which state do you know its slope?",
        _FADING,
        (slopes_of_the_step_before,),
    ),
    Mistake(
        "a slope that is not 1 − h²",
        "The slope of tanh is taken from another formula.",
        "Take one feature and a state of 0.6, and look at the slope that you use: is "
        "it 0.64? Of what is the square in the chapter's formula?",
        _FADING,
        (
            *(not_squared, size_not_squared, squashed_again),
            *(of_a_sigmoid, states_themselves),
        ),
        (),
        "The slope at a state h is 1 − tanh²(h).",
        "The state is the result of tanh already: its slope is 1 − h².",
    ),
    Mistake(
        "slopes on the other side of the matrix",
        "The slopes multiply the features before a step in the place of those after.",
        "With one feature you are right. A slope belongs to a feature of the new "
        "state: is that a row of w_h, or a column?",
        _FADING,
        (on_the_other_side, diagonal_on_the_left),
    ),
    Mistake(
        "the same slopes at every step",
        "All steps are treated as if they were alike.",
        "One step back you may be right. At how many different states does your text "
        "stand on the way?",
        _FADING,
        (last_slope_for_all, mean_slope_for_all),
    ),
    Mistake(
        "one slope for all features",
        "The slopes of a step are averaged.",
        "With one feature you are right. How many slopes does one step have?",
        _FADING,
        (one_slope_for_all_features,),
    ),
)
