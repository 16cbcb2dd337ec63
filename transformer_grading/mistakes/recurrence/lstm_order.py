"""Steps of an LSTM whose blocks, biases or results are exchanged."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def ifog(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    i, f, o, g = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def igfo(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    i, g, f, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def figo(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    f, i, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def fiog(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    f, i, o, g = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def iofg(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    i, o, f, g = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def gifo(x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor) -> Pair:
    g, i, f, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def interleaved(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = x @ w_x + h @ w_h + b
    i, f, g, o = z[:, 0::4], z[:, 1::4], z[:, 2::4], z[:, 3::4]
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def four_columns_each(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = (x @ w_x + h @ w_h + b).view(len(x), -1, 4)
    i, f, g, o = z.unbind(dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def one_column(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    z = x @ w_x + h @ w_h + b
    i, f, g, o = z[:, 0:1], z[:, 1:2], z[:, 2:3], z[:, 3:4]
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def memory_first(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return c, o.sigmoid() * c.tanh()


def bias_of_input_for_all(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    hidden = c.shape[-1]
    i, f, g, o = (x @ w_x + h @ w_h + b[:hidden].repeat(4)).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def bias_of_input_for_gates(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    b_i, _, b_g, _ = b.chunk(4)
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    c = (f + b_i).sigmoid() * c + (i + b_i).sigmoid() * (g + b_g).tanh()
    return (o + b_i).sigmoid() * c.tanh(), c


def bias_of_input_for_forget(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    b_i, _, b_g, b_o = b.chunk(4)
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    c = (f + b_i).sigmoid() * c + (i + b_i).sigmoid() * (g + b_g).tanh()
    return (o + b_o).sigmoid() * c.tanh(), c


def bias_of_forget_for_input(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    _, b_f, b_g, b_o = b.chunk(4)
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    c = (f + b_f).sigmoid() * c + (i + b_f).sigmoid() * (g + b_g).tanh()
    return (o + b_o).sigmoid() * c.tanh(), c


def bias_of_forget_for_output(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    b_i, b_f, b_g, _ = b.chunk(4)
    i, f, g, o = (x @ w_x + h @ w_h).chunk(4, dim=-1)
    c = (f + b_f).sigmoid() * c + (i + b_i).sigmoid() * (g + b_g).tanh()
    return (o + b_f).sigmoid() * c.tanh(), c


def bias_of_candidate_for_output(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    b_i, b_f, b_g, _ = b.chunk(4)
    i, f, g, o = torch.chunk(x @ w_x + h @ w_h, 4, dim=-1)
    c = torch.sigmoid(f + b_f) * c + torch.sigmoid(i + b_i) * torch.tanh(g + b_g)
    return torch.sigmoid(o + b_g) * torch.tanh(c), c


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "gates in another order",
        "Each block of columns is used, but for another gate than its own.",
        "Each of your gates does its work. In which order does the task put the four "
        "blocks, and in which order do you unpack them?",
        _FADING,
        (ifog, igfo, figo, fiog, iofg, gifo),
        (),
        "The four gates of an LSTM stand in the same order everywhere.",
        "PyTorch has i, f, g, o; other libraries differ, so it must be stated.",
    ),
    Mistake(
        "gates that take turns column by column",
        "Columns 0, 4, 8 … go to i, and not the first block.",
        "With one feature you are right. With two: which columns does the task give "
        "to i?",
        _FADING,
        (interleaved, four_columns_each),
    ),
    Mistake(
        "one column for a whole gate",
        "All features share one number of each gate.",
        "With one feature you are right. How many numbers does a gate have, and how "
        "many columns do you give it?",
        _FADING,
        (one_column,),
        (),
        "A gate is one number that lets everything through, or nothing.",
        "Every feature of the memory has its own.",
    ),
    Mistake(
        "state and memory exchanged in the result",
        "The memory comes first and the state second.",
        "Your numbers are right. In which order does the task name the two results?",
        _FADING,
        (memory_first,),
    ),
    Mistake(
        "one gate's bias used for another gate",
        "A bias is used twice, and another one never.",
        "With b = 0 you are right. Change one block of b at a time: which blocks move "
        "nothing?",
        _FADING,
        (
            *(bias_of_input_for_all, bias_of_input_for_gates),
            *(bias_of_input_for_forget, bias_of_forget_for_input),
            *(bias_of_forget_for_output, bias_of_candidate_for_output),
        ),
        ("R08",),
    ),
)
