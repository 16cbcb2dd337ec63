"""Measure a model without changing it.

Source: vaswani2017, section 6.1.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
from torch import nn

from transformer_lib.training.batching import Batch
from transformer_lib.training.loss import Tally, shift_right, tally


@contextmanager
def mode(model: nn.Module, *, training: bool) -> Iterator[None]:
    """Switch dropout on or off for a while, then put every part back as it was.

    Args:
        model: The model; each of its parts remembers its own mode.
        training: Whether the model is to behave as in training.

    Yields:
        Nothing.
    """
    before = [(part, part.training) for part in model.modules()]
    model.train(training)
    try:
        yield
    finally:
        for part, was_training in before:
            part.training = was_training


def evaluate(
    model: nn.Module,
    batches: Iterable[Batch],
    *,
    smoothing: float = 0.0,
    pad_id: int = 0,
) -> Tally:
    """Count a model's losses and right guesses, each with the right tokens before it.

    Args:
        model: Called as `model(source, decoder_input)`, returns logits.
        batches: The pairs to measure on, on the model's device.
        smoothing: The share taken from the right token, from 0 to below 1.
        pad_id: The id of padding, which counts for nothing.

    Returns:
        The sums over all tokens; its means weigh every token alike.
    """
    total = Tally()
    with mode(model, training=False), torch.no_grad():
        for source, target in batches:
            decoder_input, labels = shift_right(target)
            logits = model(source, decoder_input)
            total += tally(logits, labels, smoothing=smoothing, pad_id=pad_id)
    return total
