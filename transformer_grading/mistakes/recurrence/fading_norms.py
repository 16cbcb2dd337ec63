"""Gradients over several steps that are measured, or handled, otherwise."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def most_stretched(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [torch.linalg.matrix_norm(product, 2)]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(torch.linalg.matrix_norm(product, 2))
    return torch.stack(norms)


def sum_of_sizes(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.abs().sum()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.abs().sum())
    return torch.stack(norms)


def largest_entry(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.abs().max()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.abs().max())
    return torch.stack(norms)


def mean_square(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.square().mean().sqrt()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.square().mean().sqrt())
    return torch.stack(norms)


def squares(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.square().sum()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.square().sum())
    return torch.stack(norms)


def shares(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack([norm / norms[0] for norm in norms])


def of_one_vector(states: Tensor, w_h: Tensor) -> Tensor:
    vector = torch.ones(len(w_h))
    norms = [vector.norm()]
    for state in states[1:].flip(0):
        vector = w_h * (1 - state**2) @ vector
        norms.append(vector.norm())
    return torch.stack(norms)


def sum_of_one_vector(states: Tensor, w_h: Tensor) -> Tensor:
    vector = torch.ones(len(w_h)) / len(w_h) ** 0.5
    norms = [vector.norm()]
    for state in states[1:].flip(0):
        vector = (w_h * (1 - state**2)) @ vector
        norms.append(vector.norm())
    return torch.stack(norms)


def logarithms(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        product = w_h * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms).log()


def written_over(states: Tensor, w_h: Tensor) -> Tensor:
    states.square_().neg_().add_(1)
    product = torch.eye(len(w_h))
    norms = [product.norm()]
    for slope in states[1:].flip(0):
        product = w_h * slope @ product
        norms.append(product.norm())
    return torch.stack(norms)


def matrix_written_over(states: Tensor, w_h: Tensor) -> Tensor:
    keep, product = w_h.clone(), torch.eye(len(w_h))
    norms = [product.norm()]
    for state in states[1:].flip(0):
        torch.mul(keep, 1 - state**2, out=w_h)
        product = w_h @ product
        norms.append(product.norm())
    return torch.stack(norms)


def single(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h), dtype=torch.float32)
    norms = [product.norm()]
    for state in states[1:].flip(0).float():
        product = w_h.float() * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


def from_numbers(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(len(w_h)).double()
    norms = [product.norm()]
    for state in states[1:].flip(0).double():
        product = w_h.double() * (1 - state**2) @ product
        norms.append(product.norm())
    return torch.stack(norms)


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "another norm",
        "The matrices are right, and measured by another rule.",
        "With one feature you are right. At lag 0 the matrix has ones on its diagonal: "
        "what is the root of the sum of its squares, and what is your number?",
        _FADING,
        (most_stretched, sum_of_sizes, largest_entry, mean_square),
    ),
    Mistake(
        "squares whose root is not taken",
        "The sum of the squares is returned.",
        "Lag 0 with one feature is right. What is still to be done with a sum of "
        "squares?",
        _FADING,
        (squares,),
    ),
    Mistake(
        "shares of lag 0",
        "Everything is divided by the norm at lag 0, as in the chapter's figures.",
        "Your curve has the right form. By what is it divided, and does the task ask "
        "for that?",
        _FADING,
        (shares,),
    ),
    Mistake(
        "one direction in the place of all",
        "It is measured what becomes of a single vector.",
        "With one feature you are right. How many vectors does a matrix stand for, and "
        "how many do you send back?",
        _FADING,
        (of_one_vector, sum_of_one_vector),
    ),
    Mistake(
        "logarithms of the norms",
        "The result is the height on a logarithmic axis.",
        "Your curve has the right order. Does the task ask for the norm, or for its "
        "logarithm?",
        _FADING,
        (logarithms,),
    ),
    Mistake(
        "an input written over",
        "The norms are right, and the caller's tensors are changed.",
        "Which of your operators writes into a tensor that was handed in?",
        _FADING,
        (written_over, matrix_written_over),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _FADING,
        (single, from_numbers),
    ),
)
