"""What the exercise gives, so that the ways may use it."""

import torch.nn.functional as F
from torch import Tensor, nn


def summed_loss(model: nn.Module, source: Tensor, target: Tensor) -> Tensor:
    """Add up the losses of the tokens of a batch; padding has the id 0."""
    logits = model(source, target[:, :-1])
    return F.cross_entropy(logits.mT, target[:, 1:], ignore_index=0, reduction="sum")
