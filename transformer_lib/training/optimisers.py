r"""What turns gradients into steps: the paper's Adam, or Muon for the matrices.

Adam gives every number its own step. Muon looks at the gradient of a matrix as a whole,
$G = U \Sigma V^\top$, and steps along $U V^\top$: every direction in which the matrix
is to move counts alike, however weak its gradient is. Tables of words, gains and biases
are no maps from vectors to vectors; they stay with Adam.

Source: kingma2015, algorithm 1; vaswani2017, section 5.3; jordan2024; liu2025.
"""

from collections.abc import Iterator
from enum import Enum

from torch import Tensor, nn
from torch.optim import Adam, Muon, Optimizer


class Method(Enum):
    """What turns the gradients of the matrices into steps."""

    ADAM = "adam"
    MUON = "muon"
    """Fewer updates to the same loss, each of which takes more arithmetic."""


def make_optimisers(model: nn.Module, method: Method) -> tuple[Optimizer, ...]:
    """Share the weights of a model out among optimisers.

    All have the rate 1, which `warmup_schedule` multiplies. Muon's steps are scaled to
    the length of Adam's, so that one rate suits both.

    Args:
        model: The model.
        method: What moves the matrices of its `nn.Linear` layers; Adam moves all else,
            with them a table of words that a layer shares.

    Returns:
        The optimisers; together they move every weight once.
    """
    matrices = list(_matrices(model)) if method is Method.MUON else []
    taken = set(map(id, matrices))
    rest = [weight for weight in model.parameters() if id(weight) not in taken]
    optimisers: list[Optimizer] = []
    if rest:
        optimisers.append(Adam(rest, lr=1.0, betas=(0.9, 0.98), eps=1e-9, fused=True))
    if matrices:
        like_adam = "match_rms_adamw"
        muon = Muon(matrices, lr=1.0, weight_decay=0.0, adjust_lr_fn=like_adam)
        optimisers.append(muon)
    return tuple(optimisers)


def _matrices(model: nn.Module) -> Iterator[Tensor]:
    """Find the weights of linear layers, but for tables that score words as well."""
    linear = [part for part in model.modules() if isinstance(part, nn.Linear)]
    tables = {
        id(weight)
        for part in model.modules()
        if not isinstance(part, nn.Linear)
        for weight in part.parameters(recurse=False)
    }
    for part in linear:
        if id(part.weight) not in tables:
            yield part.weight
