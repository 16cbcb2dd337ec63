"""Steps of an LSTM that keep, write or show something else."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def shown_bare(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c, c


def forget_gate_for_both(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    _, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + f.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def input_gate_for_both(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, _, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = i.sigmoid() * (c + g.tanh())
    return o.sigmoid() * c.tanh(), c


def never_erased(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, _, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def never_kept(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, _, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def written_in_full(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    _, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + g.tanh()
    return o.sigmoid() * c.tanh(), c


def new_erased_too(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * (c + i.sigmoid() * g.tanh())
    return o.sigmoid() * c.tanh(), c


def old_memory_shown(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    new = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), new


def squashed_and_handed_on(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = torch.tanh(f.sigmoid() * c + i.sigmoid() * g.tanh())
    return o.sigmoid() * c, c


def squashed_twice(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = torch.tanh(f.sigmoid() * c + i.sigmoid() * g.tanh())
    return o.sigmoid() * c.tanh(), c


def always_shown(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, _ = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return c.tanh(), c


def state_kept(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * h + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


def old_memory_returned(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    new = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * new.tanh(), c


def old_state_returned(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, _ = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    new = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return h, new


def state_added(
    x: Tensor, h: Tensor, c: Tensor, w_x: Tensor, w_h: Tensor, b: Tensor
) -> Pair:
    i, f, g, o = (x @ w_x + h @ w_h + b).chunk(4, dim=-1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return h + o.sigmoid() * c.tanh(), c


_FADING = "Fading"

MISTAKES = (
    Mistake(
        "a memory that is shown without a tanh",
        "The state is o · c, and can be as large as the memory.",
        "Your memory is right. How large can a state be that others see, and how "
        "large can a memory grow?",
        _FADING,
        (shown_bare,),
        ("R06",),
    ),
    Mistake(
        "one gate for the old memory and the new",
        "What is kept and what is written are decided by the same gate.",
        "Shut the input gate and open the forget gate: what should be written? Which "
        "of the two gates stands before your candidate, and which before your old "
        "memory?",
        _FADING,
        (forget_gate_for_both, input_gate_for_both),
        ("R10",),
    ),
    Mistake(
        "a memory that is never erased",
        "The forget gate has no effect.",
        "Shut the forget gate: what is left of your old memory?",
        _FADING,
        (never_erased,),
        (),
        "The memory only ever adds up; that is why gradients survive in it.",
        "Each step first multiplies it by the forget gate.",
    ),
    Mistake(
        "a memory that is never kept",
        "Each step begins with an empty memory.",
        "Open the forget gate wide: what is left of your old memory?",
        _FADING,
        (never_kept,),
    ),
    Mistake(
        "a candidate without its gate",
        "Everything new is written, whatever the input gate says.",
        "Shut the input gate: what does your memory take in?",
        _FADING,
        (written_in_full,),
    ),
    Mistake(
        "a forget gate that erases the new as well",
        "The candidate passes two gates.",
        "Forget gate shut, input gate open: what should the memory be, and what is "
        "yours? What does the bracket after your forget gate hold?",
        _FADING,
        (new_erased_too,),
    ),
    Mistake(
        "a state made from the old memory",
        "What this step wrote is not shown before the next one.",
        "Your new memory is right. Which memory does your state show: the one before "
        "this step, or the one after it?",
        _FADING,
        (old_memory_shown,),
    ),
    Mistake(
        "a memory that is squashed and handed on",
        "The memory is limited to −1 to 1, and fades a little at each step.",
        "Forget gate open, input gate shut: is your memory as it was? For whom is the "
        "tanh of the memory meant, and who gets the memory itself?",
        _FADING,
        (squashed_and_handed_on, squashed_twice),
        (),
        "State and memory are both squashed by tanh.",
        "Only what is shown is squashed; the memory itself is handed on as it is.",
    ),
    Mistake(
        "a memory that is always shown",
        "The output gate has no effect.",
        "Your memory is right. Shut the output gate: what is left of your state?",
        _FADING,
        (always_shown,),
    ),
    Mistake(
        "the old state in the place of the old memory",
        "The forget gate multiplies h, and the memory is lost.",
        "Your gates are right. Which of the two vectors that were handed in is the "
        "memory?",
        _FADING,
        (state_kept,),
    ),
    Mistake(
        "an old vector handed back",
        "One of the two results is what was handed in.",
        "One of your results is right. Which name still holds what was handed in when "
        "you return it?",
        _FADING,
        (old_memory_returned, old_state_returned),
    ),
    Mistake(
        "a new state added to the old one",
        "The old state stays in the new one.",
        "Your memory is right. Shut the output gate: what is left of your state, and "
        "where does that come from?",
        _FADING,
        (state_added,),
    ),
)
