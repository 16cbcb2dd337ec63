"""Gradients over several steps with the wrong product or the wrong lags."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def transposed(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h.T * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def other_order(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = product @ (w_h * (1 - state**2))
        norms.append(product.norm())
    return torch.stack(norms)


def entry_by_entry(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    product = torch.ones_like(w_h)
    for state in states[1:].flip(0):
        product = product * (w_h * (1 - state**2))
        norms.append(product.norm())
    return torch.stack(norms)


def matrix_once(states: Tensor, w_h: Tensor) -> Tensor:
    slopes = torch.ones_like(states[0])
    norms = [torch.eye(len(w_h)).norm()]
    for state in states[1:].flip(0):
        slopes = slopes * (1 - state**2)
        norms.append((w_h * slopes).norm())
    return torch.stack(norms)


def norms_multiplied(states: Tensor, w_h: Tensor) -> Tensor:
    norms = [torch.eye(len(w_h)).norm()]
    for state in states[1:].flip(0):
        norms.append(norms[-1] * (w_h * (1 - state**2)).norm())
    return torch.stack(norms)


def norms_multiplied_from_one(states: Tensor, w_h: Tensor) -> Tensor:
    norms = [torch.ones(())]
    for state in states[1:].flip(0):
        norms.append(norms[-1] * (w_h * (1 - state**2)).norm())
    return torch.stack(norms)


def stretches_multiplied(states: Tensor, w_h: Tensor) -> Tensor:
    norms = [torch.eye(len(w_h)).norm()]
    for state in states[1:].flip(0):
        stretch = torch.linalg.matrix_norm(w_h * (1 - state**2), 2)
        norms.append(norms[-1] * stretch)
    return torch.stack(norms)


def radius_to_the_lag(states: Tensor, w_h: Tensor) -> Tensor:
    radius = torch.linalg.eigvals(w_h).abs().max()
    left: Tensor = torch.eye(len(w_h)).norm() * radius ** torch.arange(len(states))
    return left


def radius_to_the_lag_from_one(states: Tensor, w_h: Tensor) -> Tensor:
    radius = torch.linalg.eigvals(w_h).abs().max()
    return torch.stack([radius**k for k in range(len(states))])


def radii_multiplied(states: Tensor, w_h: Tensor) -> Tensor:
    norms = [torch.eye(len(w_h)).norm()]
    for state in states[1:].flip(0):
        radius = torch.linalg.eigvals(w_h * (1 - state**2)).abs().max()
        norms.append(norms[-1] * radius)
    return torch.stack(norms)


def a_hop_too_many(states: Tensor, w_h: Tensor) -> Tensor:
    product, norms = torch.eye(len(w_h)), []
    for state in states.flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def lag_zero_left_out(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)[1:]


def oldest_first(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms[::-1])


def from_the_first(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:]:
        product = product @ (w_h * (1 - state**2))
        norms.append(product.norm())
    return torch.stack(norms)


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "w_h turned round",
        "Features that are heard of change places with those that hear.",
        "With one feature you are right. In h @ w_h, does row 0 say where feature 0 "
        "goes, or where it comes from?",
        _FADING,
        (transposed,),
    ),
    Mistake(
        "steps multiplied in the wrong order",
        "The step that is farthest back stands where the last one should.",
        "One step back is right, and so is a silent text. A gradient goes back from "
        "the last state: which step's matrix does it meet first?",
        _FADING,
        (other_order,),
        (),
        "In a product of square matrices the order does not matter.",
        "It does, unless all of them are the same.",
    ),
    Mistake(
        "matrices multiplied entry by entry",
        "No path goes through another feature.",
        "One step back is right. In two steps, by how many paths can feature 0 reach "
        "feature 1?",
        _FADING,
        (entry_by_entry,),
    ),
    Mistake(
        "one matrix for the whole way",
        "The slopes of all steps are there, and w_h only once.",
        "One step back is right. How often does a gradient meet w_h on three steps?",
        _FADING,
        (matrix_once,),
    ),
    Mistake(
        "norms multiplied in the place of matrices",
        "Each step counts with the most that it could do.",
        "With one feature you are right; with more you are never too small. Can a "
        "vector be stretched most by every step of the way?",
        _FADING,
        (norms_multiplied, norms_multiplied_from_one, stretches_multiplied),
        (),
        "The norm of a product is the product of the norms.",
        "It is at most that.",
    ),
    Mistake(
        "the spectral radius in the place of the matrix",
        "Only the largest eigenvalue counts, from the first step on.",
        "Far back your numbers fall as fast as they should. What does the chapter say "
        "the largest eigenvalue decides: every step, or the end?",
        _FADING,
        (radius_to_the_lag, radius_to_the_lag_from_one, radii_multiplied),
        (),
        "A matrix with spectral radius 0.9 shortens everything by 0.9 at each step.",
        "It does so in the end; for some steps it may stretch.",
    ),
    Mistake(
        "a step too many at every lag",
        "Lag 0 has one factor already.",
        "Your numbers are right, one place too early. How many steps lie between the "
        "last state and itself?",
        _FADING,
        (a_hop_too_many,),
    ),
    Mistake(
        "lag 0 left out",
        "The list begins one step back.",
        "Your numbers are right, and there is one too few. How far is the last state "
        "from itself?",
        _FADING,
        (lag_zero_left_out,),
    ),
    Mistake(
        "lags from the oldest to the newest",
        "The list begins with the largest lag.",
        "Your numbers are right. With which lag should the list begin?",
        _FADING,
        (oldest_first,),
    ),
    Mistake(
        "slopes of later states with respect to the first",
        "It is counted from the beginning of the text, and not from its end.",
        "The largest lag is right. Which state stays fixed while the lag grows: the "
        "first, or the last?",
        _FADING,
        (from_the_first,),
    ),
)
