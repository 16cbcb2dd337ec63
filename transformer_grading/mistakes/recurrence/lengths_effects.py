"""Right last states with a wrong form, dtype, gradient or effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake


def cut_off(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1).detach()
    return states[torch.arange(len(h)), lengths]


def as_numbers(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    both = zip(outputs, lengths.tolist(), strict=True)
    found = [own[n - 1] if n else h[row] for row, (own, n) in enumerate(both)]
    return torch.tensor([state.tolist() for state in found])


def first_states_cut_off(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None].detach(), outputs], dim=1)
    return states[torch.arange(len(h)), lengths]


def lengths_lowered(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    lengths -= 1
    found = outputs[torch.arange(len(outputs)), lengths]
    return torch.where(lengths[:, None] < 0, h, found)


def lengths_clamped(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    empty = (lengths == 0)[:, None]
    found = outputs[torch.arange(len(outputs)), lengths.clamp_(min=1) - 1]
    return torch.where(empty, h, found)


def padding_zeroed(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    outputs[torch.arange(outputs.shape[1]) >= lengths[:, None]] = 0.0
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[torch.arange(len(h)), lengths]


def step_kept(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    return states.gather(1, lengths[:, None, None].expand(-1, 1, h.shape[-1]))


def layer_added(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1)
    return states[torch.arange(len(h)), lengths][None]


def single(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1).float()
    return states[torch.arange(len(h)), lengths]


def double(outputs: Tensor, h: Tensor, lengths: Tensor) -> Tensor:
    states = torch.cat([h[:, None], outputs], dim=1).double()
    return states[torch.arange(len(h)), lengths]


_READING, _FADING = "Reading with a memory", "Fading"

MISTAKES = (
    Mistake(
        "states cut off from the outputs",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _FADING,
        (cut_off, as_numbers),
    ),
    Mistake(
        "first states cut off",
        "Outputs get their gradient, and the state of an empty text gets none.",
        "Every text with a token is right. Where does the path back to h end?",
        _FADING,
        (first_states_cut_off,),
    ),
    Mistake(
        "an input written over",
        "The states are right, and the caller's tensors are changed.",
        "Which of your operators writes into a tensor that was handed in?",
        _READING,
        (lengths_lowered, lengths_clamped, padding_zeroed),
    ),
    Mistake(
        "one axis too many",
        "The numbers are right, but the result is no longer (batch, hidden).",
        "Your numbers are right. Which axis of length 1 is left over?",
        _READING,
        (step_kept, layer_added),
    ),
    Mistake(
        "a dtype fixed in the code",
        "The numbers are right, but their dtype is not that of the inputs.",
        "Which of your lines decides on float32 or float64 by itself, and whose dtype "
        "should it take over?",
        _READING,
        (single, double),
    ),
)
