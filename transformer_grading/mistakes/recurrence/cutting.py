"""Reading in windows that is cut too often, too seldom, or at the wrong edges."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def at_every_step(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h.detach() @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def after_every_step(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        for x_t in tokens.unbind(dim=1):
            outputs.append(torch.tanh(x_t @ w_x + h @ w_h + b))
            h = outputs[-1].detach()
    return torch.stack(outputs, dim=1), h


def at_every_step_but_the_end(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h.data @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def never(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h


def thrown_away(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        if t % window == 0:
            h.detach()
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def carried_only(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    h, outputs = h.detach(), []
    for x_t in x.unbind(dim=1):
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def first_state_only(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    old = h.detach()
    outputs = []
    for x_t in x.unbind(dim=1):
        old = torch.tanh(x_t @ w_x + old @ w_h + b)
        outputs.append(old)
    return torch.stack(outputs, dim=1), old


def edges_only(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.split(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h


def edges_within_only(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t, x_t in enumerate(x.unbind(dim=1)):
        if t > 0 and t % window == 0:
            h = h.detach()
        h = torch.tanh(x_t @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h


def a_step_late(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
        if t % window == 0:
            h = h.detach()
    return torch.stack(outputs, dim=1), h.detach()


def a_step_early(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        if (t + 1) % window == 0:
            h = h.detach()
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def one_token_more(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for t in range(x.shape[1]):
        if t % (window + 1) == 0:
            h = h.detach()
        h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
        outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def so_many_windows(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    outputs = []
    for tokens in x.chunk(window, dim=1):
        h = h.detach()
        for x_t in tokens.unbind(dim=1):
            h = torch.tanh(x_t @ w_x + h @ w_h + b)
            outputs.append(h)
    return torch.stack(outputs, dim=1), h.detach()


def sliding(
    x: Tensor, h: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor, window: int
) -> Pair:
    states, outputs = [h.detach()], []
    for t in range(x.shape[1]):
        states.append(torch.tanh(x[:, t] @ w_x + states[-1] @ w_h + b).detach())
        begin = max(0, t + 1 - window)
        new = states[begin]
        for x_t in x[:, begin : t + 1].unbind(dim=1):
            new = torch.tanh(x_t @ w_x + new @ w_h + b)
        outputs.append(new)
    return torch.stack(outputs, dim=1), states[-1]


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "a state cut off at every step",
        "An output hears of the token of its own step, and of no other.",
        "The numbers and the edges are right. Within a window, which path should lead "
        "from an output to the token before, and at how many places do you cut it?",
        _FADING,
        (at_every_step, after_every_step, at_every_step_but_the_end),
        ("R05",),
        "Truncated means that the state is detached whenever it is carried on.",
        "It is detached where one window ends and the next begins, not within.",
    ),
    Mistake(
        "a state that is never cut off",
        "Every output hears of the whole text, and its graph grows with the text.",
        "The numbers are right. Output 5 with windows of 3: which tokens should it "
        "hear of, and where is the path to the others cut?",
        _FADING,
        (never, thrown_away, first_state_only),
        ("R04",),
        "h.detach() cuts h off.",
        "It gives a new tensor that is cut off; h itself stays as it is.",
    ),
    Mistake(
        "edges that are not cut",
        "Only the state handed on is cut off; within a call all windows hang together.",
        "Your carried state is right. Output 3 with windows of 3: which tokens should "
        "it hear of?",
        _FADING,
        (carried_only,),
        ("R04",),
    ),
    Mistake(
        "a carried state that drags its past along",
        "The next call hangs on to the graph of this one.",
        "All windows within a call are right. The next text begins with your carried "
        "state: into which graph would its backward go?",
        _FADING,
        (edges_only, edges_within_only),
        ("R04",),
        "A state is only numbers, so it can be handed on as it is.",
        "It remembers how it was made, and a used-up graph can't be used again.",
    ),
    Mistake(
        "edges at the wrong places",
        "Windows begin a token too early or too late.",
        "You cut now and then, not at every step. With windows of 3, at which t does "
        "your first window end, and at which should it?",
        _FADING,
        (a_step_late, a_step_early, one_token_more),
    ),
    Mistake(
        "a number of windows in the place of their length",
        "The text is cut into so many windows, however long they get.",
        "With windows of 3 and 9 tokens you are right. How long are your windows when "
        "the text is long?",
        _FADING,
        (so_many_windows,),
        (),
        "chunk(x, 3) gives pieces of 3.",
        "It gives 3 pieces; split(x, 3) gives pieces of 3.",
    ),
    Mistake(
        "a window that slides along with each output",
        "Every output hears of the last tokens, also across an edge.",
        "The numbers are right. With windows of 3, of which tokens should output 3 "
        "hear, and of which does yours?",
        _FADING,
        (sliding,),
        (),
        "Truncated to 3 means that each output hears of the last 3 tokens.",
        "Here windows stand side by side: the first output of one hears of itself.",
    ),
)
