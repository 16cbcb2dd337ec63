"""What an example has to be like that shows what the colleague's block has lost."""

import itertools
from typing import Any

import torch
from torch import Tensor

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import stairs
from transformer_grading.checks.observing import Call, Observation, UnusableError
from transformer_grading.checks.probes.blocks.block import matrices
from transformer_grading.mistakes.blocks.parts import attend, norm, think

D_MODEL, D_FF = 4, 8
_DRAWS = (100, 200, 300)
# Soft questions are answered by all of a memory, however loud it is.
_LOUD = (1.0, 0.1, 0.01)


def facts(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe whether, and why, an example makes all outputs of her block alike."""
    x, memory = (part.double() for part in _pair(**call()))
    hers, right = [], []
    for seed, loud in itertools.product(_DRAWS, _LOUD):
        outputs = _outputs(x, memory, seed, loud)
        hers.append(_apart(outputs[0]))
        right.append(_apart(outputs[1]))
    found = {
        "x and memory are finite": bool(x.isfinite().all() and memory.isfinite().all()),
        "x has two words or more": x.shape[-2] > 1,
        "two words of x differ by 0.1": _apart(x) >= 0.1,
        "her outputs differ by less than 0.0001": max(hers) < 1e-4,
        "the right outputs differ by 0.001": min(right) >= 1e-3,
    }
    return {f"“{name}”": torch.tensor(fact) for name, fact in found.items()}


def _pair(x: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
    for name, part in {"x": x, "memory": memory}.items():
        if not part.is_floating_point():
            says = (
                f"{name} came back with dtype {part.dtype}; use floating-point numbers."
            )
            raise UnusableError("not floating-point", says)
        if part.dim() < 2 or part.shape[-1] != D_MODEL or not part.numel():
            says = (
                f"{name} came back with shape {tuple(part.shape)}, not (…, {D_MODEL})."
            )
            raise UnusableError("misfits", says)
    if x.shape[:-2] != memory.shape[:-2]:
        says = f"x has leading axes {tuple(x.shape[:-2])}, memory has others."
        raise UnusableError("misfits", says)
    return x, memory


def _apart(tokens: Tensor) -> float:
    """Give how far the tokens of a sequence are from the first, at most."""
    return float((tokens - tokens[..., :1, :]).abs().max().nan_to_num())


def _outputs(
    x: Tensor, memory: Tensor, seed: int, loud: float
) -> tuple[Tensor, Tensor]:
    """Give what her block makes of an example, and what the right one makes."""
    w = {
        name: matrix.double() for name, matrix in matrices(seed, D_MODEL, D_FF).items()
    }
    looked = norm(x + attend(x, x, w["w_self"], stairs(x.shape[-2], x.shape[-2])))
    answer = attend(loud * looked, memory, w["w_cross"])
    hers, right = norm(answer), norm(looked + answer)
    return (
        norm(hers + think(hers, w["w_1"], w["w_2"])),
        norm(right + think(right, w["w_1"], w["w_2"])),
    )


PROBES = (
    Probe(
        "shows the loss",
        "Her outputs are alike, whatever the matrices are; the right ones are not.",
        {},
        facts,
    ),
)
