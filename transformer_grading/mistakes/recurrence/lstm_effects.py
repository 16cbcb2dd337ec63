"""Steps of an LSTM with a wrong sum, and right ones with a wrong effect."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def no_bias(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def two_biases(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + b + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def one_more_to_remember(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = (f + 1).sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def token_alone(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def state_alone(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def exchanged(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_h + h @ w_x + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def memory_for_state(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + c @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def squashed_apart(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    parts = [part.chunk(4, dim=-1) for part in (x @ w_x + b, h @ w_h)]
    i, f, o = (sum(p[k].sigmoid() for p in parts) for k in (0, 1, 3))
    c = f * c + i * (parts[0][2].tanh() + parts[1][2].tanh())
    return o * c.tanh(), c


def bias_after_squashing(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    b_i, b_f, b_g, b_o = b.chunk(4)
    c = (f.sigmoid() + b_f) * c + (i.sigmoid() + b_i) * (g.tanh() + b_g)
    return (o.sigmoid() + b_o) * c.tanh(), c


def without_a_tape(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    with torch.no_grad():
        i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c


def memory_cut_off(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c.detach() + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def state_cut_off(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h.detach() @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def new_memory_cut_off(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c.detach()


def shown_memory_cut_off(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.detach().tanh(), c


def written_over(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c *= f.sigmoid()
    c += i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def state_written_over(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    h[:] = o.sigmoid() * c.tanh()
    return h, c


def single(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).float().chunk(4, dim=-1)
    c = f.sigmoid() * c.float() + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def double(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).double().chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


_FADING, _READING = "Fading", "Reading with a memory"

MISTAKES = (
    Mistake(
        "a bias left out",
        "Every sum lacks b.",
        "With b = 0 you are right. Which term do your sums lack?",
        _READING,
        (no_bias,),
    ),
    Mistake(
        "a bias added twice",
        "Every sum holds 2 · b.",
        "With b = 0 you are right. How often does b enter one sum?",
        _READING,
        (two_biases,),
    ),
    Mistake(
        "a forget bias on top of b",
        "The forget gate stands more open than b says.",
        "All but the forget gate is right. Practice opens it with a bias: where does "
        "that bias stand, in the step or in b?",
        _FADING,
        (one_more_to_remember,),
        (),
        "The step of an LSTM adds 1 to the forget gate.",
        "Some libraries do; here an open gate is a matter of what b holds.",
    ),
    Mistake(
        "a sum that lacks the token or the state",
        "The gates do not see all that they decide on.",
        "Change x alone, then h alone: do your gates move both times?",
        _FADING,
        (token_alone, state_alone),
    ),
    Mistake(
        "vectors and matrices exchanged",
        "A matrix multiplies another vector than its own.",
        "It runs only where the sizes agree. Which of the three vectors is w_h made "
        "for?",
        _READING,
        (exchanged, memory_for_state),
    ),
    Mistake(
        "parts squashed before they are summed",
        "Token, state or bias pass the sigmoid apart.",
        "How large is your largest gate? Which terms should be added before the "
        "sigmoid sees them?",
        _READING,
        (squashed_apart, bias_after_squashing),
        ("R12",),
    ),
    Mistake(
        "results cut off from the inputs",
        "The numbers are right, but nothing can be learned through them.",
        "Which of your lines forgets where the numbers came from?",
        _FADING,
        (without_a_tape,),
    ),
    Mistake(
        "one path cut off",
        "The numbers are right, and one of the ways back is closed.",
        "Some of your gradients are right. A gradient goes back through the state and "
        "through the memory: which of the two does your code close?",
        _FADING,
        (memory_cut_off, state_cut_off, new_memory_cut_off, shown_memory_cut_off),
        ("R05",),
    ),
    Mistake(
        "an old vector written over",
        "The results are right, and the caller's state or memory is changed.",
        "Which of your operators writes into a tensor that was handed in?",
        _READING,
        (written_over, state_written_over),
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
