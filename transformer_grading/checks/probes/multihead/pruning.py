"""What a layer has to be like from which heads were taken away."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, mask, numbers, tensor
from transformer_grading.checks.observations import copies, gradient, untouched, value
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)
from transformer_lib.attention import scaled_dot_product_attention

_MATRICES = ("w_q", "w_k", "w_v", "w_o")


def attend(x: Tensor, matrices: dict[str, Tensor], n_heads: int) -> Tensor:
    """Let tokens look at each other through the matrices of a layer.

    Args:
        x: The tokens, (batch, seq, d_model).
        matrices: The four matrices, by name.
        n_heads: Heads.
    """
    made = (x @ matrices[name] for name in _MATRICES[:3])
    q, k, v = (torch.stack(y.chunk(n_heads, dim=-1), dim=1) for y in made)
    found, _ = scaled_dot_product_attention(q, k, v)
    return torch.cat(found.unbind(dim=1), dim=-1) @ matrices["w_o"]


def _refuse_misfits(given: dict[str, Any], matrices: dict[str, Tensor]) -> None:
    kept, n_heads = int(given["keep"].sum()), given["n_heads"]
    misfits = {}
    for name, new in matrices.items():
        old: Tensor = given[name]
        axis = 0 if name == "w_o" else 1
        wanted = list(old.shape)
        wanted[axis] = wanted[axis] // n_heads * kept
        if list(new.shape) != wanted:
            misfits[f"{name} of shape {tuple(new.shape)}"] = (
                f"{name} had shape {tuple(old.shape)} and now has {tuple(new.shape)}"
            )
        if new.dtype != old.dtype:
            dtypes = [str(t.dtype).removeprefix("torch.") for t in (new, old)]
            says = f"{name} has dtype {dtypes[0]}, expected {dtypes[1]}."
            raise UnusableError(f"{name} of dtype {dtypes[0]}", says)
    if misfits:
        says = ", ".join(misfits.values())
        kind = "that is no matrix" if len(misfits) == 1 else "those are no matrices"
        says += f": {kind} for {kept} of {n_heads} heads."
        raise UnusableError(", ".join(misfits), says)


def what_is_left(observe: Observe) -> Observe:
    """Observe the output of the smaller layer on some tokens.

    Args:
        observe: What to look at in it.
    """

    def observe_layer(call: Call, inputs: dict[str, Any]) -> Observation:
        given = dict(zip(inputs, copies(inputs), strict=True))
        x = numbers(7, 2, 3, given["w_q"].shape[0]).to(given["w_q"].dtype)

        def smaller(*args: Any) -> dict[str, Tensor]:
            matrices = call(*args)
            _refuse_misfits(given, matrices)
            kept = int(given["keep"].sum())
            return {"the output of what is left": attend(x, matrices, kept)}

        return observe(smaller, inputs)

    return observe_layer


def layer(
    seed: int, d_model: int, d_k: int, d_v: int, *keep: int
) -> dict[str, Tensor | int]:
    """Draw the arguments of a pruning.

    Args:
        seed: The seed.
        d_model: Features of a token.
        d_k: Features of a query and of a key in one head.
        d_v: Features of a value in one head.
        *keep: 1 for each head that stays, 0 for each that goes.
    """
    heads = len(keep)
    return {
        "w_q": numbers(seed, d_model, heads * d_k) / 2,
        "w_k": numbers(seed + 1, d_model, heads * d_k) / 2,
        "w_v": numbers(seed + 2, d_model, heads * d_v) / 2,
        "w_o": numbers(seed + 3, heads * d_v, d_model) / 2,
        "n_heads": heads,
        "keep": mask(*map(bool, keep)),
    }


def moved_without(
    prune: Callable[..., Any], matrices: dict[str, Tensor], n_heads: int
) -> Tensor:
    """Prune each head by itself: 1 where the output moves, 0 where it does not.

    Args:
        prune: The learner's function.
        matrices: The four matrices of a layer, by name.
        n_heads: Heads.
    """
    x = numbers(5, 2, 3, matrices["w_q"].shape[0])
    before, moved = attend(x, matrices, n_heads), torch.zeros(n_heads)
    for head in range(n_heads):
        keep = torch.arange(n_heads) != head
        pruned = prune(*matrices.values(), n_heads, keep)
        left = dict(zip(_MATRICES, pruned, strict=True))
        after = attend(x, left, n_heads - 1)
        moved[head] = (after - before).abs().amax() > 1e-5
    return moved


BY_HAND: dict[str, Any] = {
    "w_q": tensor([1, 2], [3, 4]),
    "w_k": tensor([5, 6], [7, 8]),
    "w_v": tensor([1, 0], [0, 1]),
    "w_o": tensor([1, 2], [3, 4]),
    "n_heads": 2,
    "keep": mask(False, True),
}
_output = what_is_left(value)

PROBES = (
    Probe(
        "value",
        "What is left does what the layer did with the other head silenced.",
        BY_HAND,
        _output,
    ),
    Probe(
        "value",
        "A head of several features goes whole.",
        layer(410, 6, 2, 2, 1, 0, 1),
        _output,
    ),
    Probe(
        "value",
        "The first of four heads goes.",
        layer(420, 8, 2, 2, 0, 1, 1, 1),
        _output,
    ),
    Probe(
        "value",
        "Every head may stay.",
        layer(430, 6, 3, 3, 1, 1),
        _output,
    ),
    Probe(
        "widths",
        "Values may be wider than keys.",
        layer(440, 5, 2, 3, 0, 1, 0, 1),
        _output,
    ),
    Probe(
        "widths",
        "Heads need not be d_model / n_heads wide.",
        layer(445, 5, 2, 2, 1, 0, 1),
        _output,
    ),
    Probe(
        "widths",
        "Heads may be wide, more so than d_model / n_heads.",
        layer(450, 4, 5, 4, 1, 0, 0),
        _output,
    ),
    Probe(
        "value",
        "From float64 comes float64.",
        in_double(BY_HAND),
        _output,
    ),
    Probe(
        "input untouched",
        "The four matrices and keep stay as they were.",
        layer(460, 6, 2, 3, 1, 0, 1),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the matrices, and none to a head that is gone.",
        layer(470, 6, 2, 3, 1, 0, 1),
        what_is_left(gradient),
    ),
)
