"""The loss beside PyTorch's own: the readable path and the fused one."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from parity.core import Row, distance, outcome, worst
from transformer_lib.training.loss import fused_cross_entropy, smoothed_cross_entropy


class Size(NamedTuple):
    batch: int
    target: int
    vocab: int


PRIMES = Size(batch=3, target=5, vocab=7)
LARGE = Size(batch=7, target=127, vocab=1009)
PATHS = {"readable": smoothed_cross_entropy, "fused": fused_cross_entropy}
SMOOTHINGS = (0.0, 0.1, 0.4)
PADDINGS = ("none", "right", "all")
PAD = 3


def draw(
    size: Size, dtype: torch.dtype, padding: str = "right", seed: int = 0
) -> tuple[Tensor, Tensor]:
    """Draw logits, and labels of which row n has n places of padding, none or all."""
    generator = torch.Generator().manual_seed(seed)
    logits = 3 * torch.randn(*size, generator=generator, dtype=torch.float64)
    labels = torch.randint(size.vocab - 1, size[:2], generator=generator)
    labels += labels >= PAD  # any word but padding
    left = size.target - torch.arange(size.batch)
    if padding != "none":
        places = torch.arange(size.target)
        labels[(places >= left[:, None]) | (padding == "all")] = PAD
    return logits.to(dtype), labels


def torch_loss(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    # With the classes on the last axis: on the axis before, PyTorch's own gradient is
    # 1e-5 from the exact one in float32, sixteen times as far as on the last.
    return F.cross_entropy(
        logits.flatten(0, 1),
        labels.flatten(),
        ignore_index=PAD,
        label_smoothing=smoothing,
        reduction="sum",
    )


def measure(
    path: str, size: Size, dtype: torch.dtype, smoothing: float, padding: str
) -> tuple[float, float]:
    """Return the distances of the loss and of the gradient of the logits."""
    logits, labels = draw(size, dtype, padding)
    ours = outcome(
        lambda x: PATHS[path](x, labels, smoothing=smoothing, pad_id=PAD), [logits]
    )
    theirs = outcome(lambda x: torch_loss(x, labels, smoothing), [logits])
    return distance(ours[0][0], theirs[0][0]), distance(ours[1][0], theirs[1][0])


def rows() -> Iterator[Row]:
    for size, dtype, path in product(
        (PRIMES, LARGE), (torch.float32, torch.float64), PATHS
    ):
        cases = list(product(SMOOTHINGS, PADDINGS))
        yield Row(
            f"label-smoothed cross-entropy ({path}) | F.cross_entropy",
            ", ".join(f"{axis} {n}" for axis, n in size._asdict().items()),
            dtype,
            len(cases),
            *worst(measure(path, size, dtype, *case) for case in cases),
        )
