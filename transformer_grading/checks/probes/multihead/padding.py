"""What exposes a padding mask without an axis for heads, and what its repair does."""

from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import first, in_double, mask, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.observing import (
    Call,
    Observation,
    Observe,
    UnusableError,
)
from transformer_lib.attention import scaled_dot_product_attention

_HEADS = 2
_OFF = 0.01


def _hers(x: Tensor, real: Tensor) -> Tensor:
    heads = x.reshape(*x.shape[:2], _HEADS, -1).transpose(1, 2)
    found, _ = scaled_dot_product_attention(heads, heads, heads, real[:, None])
    return found.transpose(1, 2).flatten(2)


def _refuse_misfits(x: Tensor, edited: Tensor, real: Tensor) -> None:
    shapes = f"{tuple(x.shape)}, {tuple(edited.shape)} and {tuple(real.shape)}"
    says = ""
    if x.dim() != 3 or edited.shape != x.shape or real.shape != x.shape[:2]:
        says = (
            f"x, edited and real came back with the shapes {shapes}; they are (batch, "
            "seq, d_model) twice, and (batch, seq)."
        )
    elif (
        not x.is_floating_point() or edited.dtype != x.dtype or real.dtype != torch.bool
    ):
        says = "x and edited are tensors of one floating dtype, real is boolean."
    elif not x.numel() or x.shape[2] % _HEADS:
        says = f"d_model is {x.shape[2]}; two heads share an even number of features."
    if says:
        raise UnusableError("misfits", says)


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, two inputs expose the colleague's function."""
    x, edited, real = call().values()
    _refuse_misfits(x, edited, real)
    runs = len(x) <= _HEADS
    differ = (x != edited).unflatten(-1, (_HEADS, -1)).any(dim=-1)
    padded = differ & ~real[..., None]
    seen = real[:_HEADS].expand(_HEADS, -1).T if runs else padded[0]
    moved = (_hers(x, real) - _hers(edited, real)).abs()[real] if runs else x[:0]
    found = {
        "x and edited are finite": bool((x.isfinite() & edited.isfinite()).all()),
        "every sequence has a real token": bool(real.any(dim=-1).all()),
        "her function runs on it": runs,
        "some token is padding": not bool(real.all()),
        "the sequences are padded differently": bool((real != real[:1]).any()),
        "x and edited agree on every real token": not bool(differ[real].any()),
        "x and edited differ in a token that is padding": bool(padded.any()),
        "a head of hers sees what is edited there": runs
        and bool((padded & seen).any()),
        "her output for a real token moves by 0.01": bool((moved >= _OFF).any()),
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


def of_real_tokens(observe: Observe) -> Observe:
    """Observe what a function gives for real tokens; padding counts as 0.

    Args:
        observe: What to look at.
    """

    def observe_them(call: Call, inputs: dict[str, Any]) -> Observation:
        def kept(*args: Any) -> dict[str, Tensor]:
            shape, padding = args[0].shape, ~args[1]
            given = call(*args)
            if any(seen.shape != shape for seen in given.values()):
                return given
            return {n: t.masked_fill(padding[..., None], 0) for n, t in given.items()}

        return observe(kept, inputs)

    return observe_them


def padded(
    seed: int, seq: int, d_model: int, n_heads: int, *real: int
) -> dict[str, Any]:
    """Draw sequences of which only the first tokens are real.

    Args:
        seed: The seed.
        seq: Tokens, padding included.
        d_model: Features.
        n_heads: Heads.
        *real: How many tokens are real, sequence by sequence.
    """
    x = numbers(seed, len(real), seq, d_model)
    return {"x": x, "real": first(seq, *real), "n_heads": n_heads}


def edited(inputs: dict[str, Any], amount: float) -> Tensor:
    """Add a number to every feature of the padding.

    Args:
        inputs: The arguments of a call.
        amount: The number.
    """
    padding = ~inputs["real"][..., None]
    shifted: Tensor = inputs["x"] + amount * padding
    return shifted


BY_HAND: dict[str, Any] = {
    "x": tensor([[1.0, 2.0], [9.0, 9.0]]),
    "real": mask([True, False]),
    "n_heads": 2,
}
_values = of_real_tokens(value)
_TWO = padded(310, 4, 6, 2, 3, 2)
_LARGE = in_double(padded(355, 4, 6, 2, 3, 4))
_LARGE["x"] = 20 * _LARGE["x"]

COUNTEREXAMPLE = (
    Probe(
        "exposes the bug",
        "Editing padding alone moves her output for a real token by 0.01 or more.",
        {},
        facts,
    ),
)
REPAIRED = (
    Probe(
        "padding",
        "A real token looks at all real tokens of its own sequence.",
        BY_HAND,
        _values,
    ),
    Probe(
        "padding",
        "There may be as many heads as sequences.",
        _TWO,
        _values,
    ),
    Probe(
        "padding",
        "Batch, heads, tokens and features may all differ in number.",
        padded(320, 5, 10, 2, 5, 2, 4),
        _values,
    ),
    Probe(
        "padding",
        "Sequences, heads and tokens may be alike in number.",
        padded(330, 3, 6, 3, 3, 2, 1),
        _values,
    ),
    Probe(
        "padding",
        "There may be one head.",
        padded(340, 4, 3, 1, 2, 4),
        _values,
    ),
    Probe(
        "padding",
        "Padding may stand in front.",
        {**padded(350, 4, 6, 2, 1, 3), "real": ~first(4, 1, 3)},
        _values,
    ),
    Probe(
        "padding",
        "From float64 comes float64.",
        in_double(BY_HAND),
        _values,
    ),
    Probe(
        "padding",
        "Scores may be large.",
        _LARGE,
        _values,
    ),
    Probe(
        "edited padding",
        "Editing padding moves no output of a real token.",
        _TWO,
        of_real_tokens(moved_by(x=edited(_TWO, 3.0))),
    ),
    Probe(
        "edited padding",
        "It moves none however large padding becomes.",
        _TWO,
        of_real_tokens(moved_by(x=edited(_TWO, 1e7))),
    ),
    Probe(
        "batch independence",
        "A sequence gets the same answer alone as with others.",
        padded(360, 4, 6, 3, 2, 4, 3),
        of_real_tokens(alone(1)),
    ),
    Probe(
        "input untouched",
        "x and real stay as they were.",
        padded(370, 4, 6, 2, 3, 4, 2),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from real tokens to all real tokens they look at.",
        padded(380, 4, 6, 2, 3, 4, 2),
        of_real_tokens(gradient),
    ),
)
