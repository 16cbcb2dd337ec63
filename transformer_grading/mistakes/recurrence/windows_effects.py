"""Reading in windows where more is cut off than the edges."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def without_a_tape(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    with torch.no_grad():
        for x_t in x.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h


def windows_cut_off(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        h, read = h.detach(), []
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            read.append(h)
        outputs.append(torch.stack(read, dim=1).detach())
    return torch.cat(outputs, dim=1), h.detach()


def cut_in_place(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
        if (t + 1) % window == 0:
            h.detach_()
    return torch.stack(outputs, dim=1), h.detach()


def cut_before_keeping(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        if t % window == window - 1:
            h = h.detach()
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def cut_in_place_to_the_end(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
        h.detach_()
    return torch.stack(outputs, dim=1), h


def matrix_cut_off(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h.detach() + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def product_cut_off(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        old = h @ w_h
        if t % window == 0:
            old = old.detach()
        h = torch.tanh(x[:, t] @ w_x + old + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def tokens_cut_off(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.detach().split(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def single(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs, h = [], h.float()
    for t in range(x.shape[1]):
        old = (h.detach() if t % window == 0 else h) @ w_h.float()
        h = torch.tanh(x[:, t].float() @ w_x.float() + old + b.float())
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def double(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs, h = [], h.double()
    for t in range(x.shape[1]):
        old = (h.detach() if t % window == 0 else h) @ w_h.double()
        h = torch.tanh(x[:, t].double() @ w_x.double() + old + b.double())
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def cut_after_full_windows(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
        if (t + 1) % window == 0:
            h = h.detach()
    return torch.stack(outputs, dim=1), h


def whole_text_in_one_go(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs, seq = [], x.shape[1]
    for t in range(seq):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
        if window < seq and (t % window == window - 1 or t == seq - 1):
            h = h.detach()
    return torch.stack(outputs, dim=1), h


def written_over(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    state, outputs = h, []
    for tokens in x.split(window, dim=1):
        state = state.detach().clone()
        for x_t in tokens.unbind(dim=1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            outputs.append(state)
    h.data.copy_(state.detach())
    return torch.stack(outputs, dim=1), state.detach()


def written_over_openly(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    state, outputs = h, []
    for t, x_t in enumerate(x.unbind(dim=1)):
        if t % window == 0:
            state = state.detach()
        state = torch.tanh(x_t @ w_x + state @ w_h + b)
        outputs.append(state)
    with torch.no_grad():
        h.copy_(state)
    return torch.stack(outputs, dim=1), state.detach()


_FADING, _READING = "Fading", "Reading with a memory"

MISTAKES = (
    Mistake(
        "results cut off altogether",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the outputs came from?",
        _FADING,
        (without_a_tape, windows_cut_off),
    ),
    Mistake(
        "the last output of each window cut off",
        "The state that is handed on is cut off before it is kept, or in place.",
        "All outputs but the last of each window have their gradients. How many "
        "tensors are there: one that is kept and one that is carried on, or one for "
        "both?",
        _FADING,
        (cut_in_place, cut_before_keeping, cut_in_place_to_the_end),
        (),
        "detach_() and detach() do the same.",
        "detach_() changes the tensor itself, also where it was kept.",
    ),
    Mistake(
        "a matrix cut off with the state",
        "w_h learns nothing, or nothing from the first step of a window.",
        "The gradients of the tokens are nearly right. Does w_h get its share from "
        "every step?",
        _FADING,
        (matrix_cut_off, product_cut_off),
    ),
    Mistake(
        "tokens cut off",
        "The parameters get their gradient, the tokens get none.",
        "Edges are cut and carried is right. What comes before the tokens in a real "
        "network, and how would it learn?",
        _FADING,
        (tokens_cut_off,),
    ),
    Mistake(
        "a carried state that is cut off after some texts only",
        "Where the last window ends decides whether carried keeps its past.",
        "The edges within a text are right. What becomes of carried if the text ends "
        "in the middle of a window, or fills no more than one?",
        _FADING,
        (cut_after_full_windows, whole_text_in_one_go),
    ),
    Mistake(
        "the first state written over",
        "The results are right, and the caller's h is changed.",
        "Which of your lines writes into the tensor that was handed in?",
        _READING,
        (written_over, written_over_openly),
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
