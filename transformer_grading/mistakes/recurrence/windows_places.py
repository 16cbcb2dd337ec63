"""Reading in windows that loses a state, a part of the text, or the windows."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def zeros_in_each(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs: list[Tensor] = []
    for tokens in x.split(window, dim=1):
        if outputs:
            h = torch.zeros_like(h)
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def zeros_in_all(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        if t % window == 0:
            h = torch.zeros_like(h)
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def first_state_in_each(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        state = h.detach()
        for x_t in tokens.unbind(dim=1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            outputs.append(state)
    return torch.stack(outputs, dim=1), state.detach()


def first_state_ignored(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    h, outputs = torch.zeros_like(h), []
    for tokens in x.split(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def rest_left_out(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1] // window * window):
        old = h.detach() if t % window == 0 else h
        h = torch.tanh(x[:, t] @ w_x + old @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def first_window_alone(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for x_t in x[:, :window].unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def last_window_alone(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    for tokens in x.split(window, dim=1):
        h, outputs = h.detach(), []
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def texts_split(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    windows = []
    for texts in x.split(window):
        h, outputs = h.detach(), []
        for x_t in texts.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
        windows.append(torch.stack(outputs, dim=1))
    return torch.cat(windows), h.detach()


def carried_from_the_first(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    state, outputs = h, []
    for tokens in x.split(window, dim=1):
        state = state.detach()
        for x_t in tokens.unbind(dim=1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            outputs.append(state)
    return torch.stack(outputs, dim=1), h.detach().clone()


def carried_into_the_last(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs, state = [], h
    for tokens in x.split(window, dim=1):
        h = state = state.detach()
        for x_t in tokens.unbind(dim=1):
            state = torch.tanh(x_t @ w_x + state @ w_h + b)
            outputs.append(state)
    return torch.stack(outputs, dim=1), h.clone()


_READING, _FADING = "Reading with a memory", "Fading"

MISTAKES = (
    Mistake(
        "a memory that begins anew in each window",
        "The numbers of the earlier windows are lost, and not only their gradients.",
        "The first window is right. What should the second one know of the first: its "
        "numbers, its gradients, or neither?",
        _FADING,
        (zeros_in_each, first_state_in_each),
        (),
        "Truncating means that a window knows nothing of the one before.",
        "The state goes on; only the gradient stops.",
    ),
    Mistake(
        "a memory that is set to zero before each window",
        "Even the first state that was handed in is lost.",
        "With a single window and h = 0 you are right. What becomes of the state that "
        "comes into a window?",
        _FADING,
        (zeros_in_all,),
    ),
    Mistake(
        "a first state that is ignored",
        "Reading begins with zeros, whatever h was handed in.",
        "Hand in h = 0 and you are right. From where does the old state of your first "
        "step come?",
        _READING,
        (first_state_ignored,),
        ("R01",),
    ),
    Mistake(
        "the rest of the text left out",
        "What does not fill a whole window is not read.",
        "A text of two whole windows is right. Which of your windows reads the last "
        "token of one that is a little longer?",
        _READING,
        (rest_left_out,),
    ),
    Mistake(
        "one window in the place of all",
        "The outputs of the other windows are missing.",
        "A text of one window is right. Where do the outputs of your other windows go?",
        _READING,
        (first_window_alone, last_window_alone),
    ),
    Mistake(
        "texts put into windows in the place of tokens",
        "The batch is split, and each text is read in one go.",
        "Along which axis do you split x, and what does the first axis count?",
        _READING,
        (texts_split,),
        ("R15",),
    ),
    Mistake(
        "a carried state from too early",
        "The next text would begin with a state that has not read this one.",
        "Your outputs are right. Which of your states has read the last token?",
        _READING,
        (carried_from_the_first, carried_into_the_last),
    ),
)
