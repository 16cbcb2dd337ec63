r"""How wrong a model's guesses of the next token are, padding left out.

Losses are returned as sums over tokens, never as means: sums of two batches add up to
the sum of both, whereas the mean of two means is wrong when the batches differ in size.

Source: szegedy2016, section 7.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from einops import rearrange
from jaxtyping import Float, Int
from torch import Tensor


def shift_right(
    tokens: Int[Tensor, "batch target"],
) -> tuple[Int[Tensor, "batch seq"], Int[Tensor, "batch seq"]]:
    r"""Split target rows into what the decoder reads and what it must guess.

    $$\mathrm{input}_t = y_t, \qquad \mathrm{label}_t = y_{t+1}$$

    A row `bos a b eos pad` is read as `bos a b eos` and guessed as `a b eos pad`: at
    each place the label is the token that has not been read yet.

    Args:
        tokens: Rows `bos … eos`, padded on the right; ids.

    Returns:
        decoder_input: The rows without their last place.
        labels: The rows without their first place.

    Raises:
        ValueError: If the rows have fewer than two places.

    Source: vaswani2017, section 3.1, "Decoder".
    """
    if tokens.shape[-1] < 2:
        raise ValueError(
            f"the target rows have {tokens.shape[-1]} places, but one to read and one "
            f"to guess make at least 2: begin each row with bos and end it with eos."
        )
    return tokens[:, :-1], tokens[:, 1:]


def smoothed_cross_entropy(
    logits: Float[Tensor, "batch target vocab"],
    labels: Int[Tensor, "batch target"],
    *,
    smoothing: float = 0.0,
    pad_id: int = 0,
) -> Float[Tensor, ""]:
    r"""Sum the cross-entropy with smoothed labels over all tokens but padding.

    $$L = \sum_{t:\, y_t \neq \mathrm{pad}} \left[ -(1 - \varepsilon) \log p_t(y_t)
    - \frac{\varepsilon}{V} \sum_{c=1}^{V} \log p_t(c) \right]$$

    The share ε is spread over all V entries of the vocabulary alike, the right one and
    padding included, as in `F.cross_entropy(label_smoothing=ε)`. Others spread it over
    the V - 1 wrong entries, or over the V - 2 that are neither right nor padding.

    Args:
        logits: For each place the scores of all tokens, before any softmax.
        labels: The right tokens; ids below the size of the vocabulary.
        smoothing: The share ε taken from the right token, from 0 to below 1.
        pad_id: The id of padding; a place with this label counts for nothing.

    Returns:
        The loss in nats, summed, not averaged; 0 if all is padding.

    Raises:
        TypeError: If the labels are no whole numbers, or the logits no fractions.
        ValueError: If the shapes do not fit, `smoothing` is no such share, or `pad_id`
            is no id of the vocabulary.

    Source: szegedy2016, section 7.
    """
    check_inputs(logits, labels, smoothing, pad_id)
    log_p = at_least_float32(logits).log_softmax(dim=-1)
    right = -log_p.gather(-1, labels[..., None].long())[..., 0]
    spread = -log_p.mean(dim=-1)
    losses = (1 - smoothing) * right + smoothing * spread
    return losses.masked_fill(labels == pad_id, 0.0).sum()


def fused_cross_entropy(
    logits: Float[Tensor, "batch target vocab"],
    labels: Int[Tensor, "batch target"],
    *,
    smoothing: float = 0.0,
    pad_id: int = 0,
) -> Float[Tensor, ""]:
    r"""Sum the loss as `smoothed_cross_entropy` does, in PyTorch's own kernel.

    $$L = \sum_{t:\, y_t \neq \mathrm{pad}} \left[ -(1 - \varepsilon) \log p_t(y_t)
    - \frac{\varepsilon}{V} \sum_{c=1}^{V} \log p_t(c) \right]$$

    Args:
        logits: For each place the scores of all tokens, before any softmax.
        labels: The right tokens; ids below the size of the vocabulary.
        smoothing: The share ε taken from the right token, from 0 to below 1.
        pad_id: The id of padding; a place with this label counts for nothing.

    Returns:
        The loss in nats, summed, not averaged; 0 if all is padding.

    Raises:
        TypeError: If the labels are no whole numbers, or the logits no fractions.
        ValueError: If the shapes do not fit, `smoothing` is no such share, or `pad_id`
            is no id of the vocabulary.

    Source: szegedy2016, section 7.
    """
    check_inputs(logits, labels, smoothing, pad_id)
    return F.cross_entropy(
        rearrange(
            at_least_float32(logits), "batch target vocab -> (batch target) vocab"
        ),
        rearrange(labels.long(), "batch target -> (batch target)"),
        ignore_index=pad_id,
        label_smoothing=smoothing,
        reduction="sum",
    )


@dataclass(frozen=True)
class Tally:
    """What has been counted over some tokens; add two to count over both.

    Attributes:
        smoothed: The loss with smoothed labels, summed, in nats.
        plain: The loss without smoothing, summed, in nats.
        right: How many tokens had the highest score of their place, in tokens.
        tokens: How many tokens were to be guessed, padding left out.
    """

    smoothed: float = 0.0
    plain: float = 0.0
    right: int = 0
    tokens: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """Count over the tokens of both."""
        return Tally(
            self.smoothed + other.smoothed,
            self.plain + other.plain,
            self.right + other.right,
            self.tokens + other.tokens,
        )

    @property
    def loss(self) -> float:
        """The mean smoothed loss in nats a token; 0 of no tokens."""
        return self.smoothed / max(self.tokens, 1)

    @property
    def perplexity(self) -> float:
        """Among how many tokens the model wavers; e to the mean plain loss, from 1."""
        mean = self.plain / max(self.tokens, 1)
        # NaN fails this comparison too, and stays NaN.
        return math.inf if mean > _LARGEST_EXPONENT else math.exp(mean)

    @property
    def accuracy(self) -> float:
        """The share of tokens guessed right **when all tokens before are given**.

        It says nothing of sentences that the model writes by itself, where one wrong
        token misleads the next: decode, and compare whole sentences, to know that.
        """
        return self.right / max(self.tokens, 1)


_LARGEST_EXPONENT = 709.0  # e to this still fits in a float


@torch.no_grad()
def tally(
    logits: Float[Tensor, "batch target vocab"],
    labels: Int[Tensor, "batch target"],
    *,
    smoothing: float = 0.0,
    pad_id: int = 0,
) -> Tally:
    """Count the losses and the right guesses of one batch, for measuring alone.

    Args:
        logits: For each place the scores of all tokens, before any softmax.
        labels: The right tokens; ids below the size of the vocabulary.
        smoothing: The share taken from the right token, from 0 to below 1.
        pad_id: The id of padding; a place with this label counts for nothing.

    Returns:
        The sums over all tokens but padding.

    Raises:
        TypeError: If the labels are no whole numbers, or the logits no fractions.
        ValueError: If the shapes do not fit, `smoothing` is no such share, or `pad_id`
            is no id of the vocabulary.
    """
    counts = labels != pad_id
    right = (logits.argmax(dim=-1) == labels) & counts
    smoothed, plain = (
        fused_cross_entropy(logits, labels, smoothing=share, pad_id=pad_id).item()
        for share in (smoothing, 0.0)
    )
    return Tally(smoothed, plain, int(right.sum()), int(counts.sum()))


def at_least_float32(logits: Tensor) -> Tensor:
    """Give the logits enough digits for a sum over the vocabulary."""
    return logits.to(torch.promote_types(logits.dtype, torch.float32))


def check_inputs(logits: Tensor, labels: Tensor, smoothing: float, pad_id: int) -> None:
    """Refuse logits and labels that cannot be meant for each other."""
    if not logits.is_floating_point() or labels.is_floating_point():
        raise TypeError(
            f"logits are {logits.dtype} and labels {labels.dtype}, but scores are "
            f"fractions and labels are ids: pass (logits, labels), in this order."
        )
    if labels.ndim != 2 or logits.shape[:-1] != labels.shape:
        raise ValueError(
            f"logits have shape {tuple(logits.shape)} and labels "
            f"{tuple(labels.shape)}, but each (batch, target) place needs one row of "
            f"scores and one label: give both the same axes in the same order."
        )
    if not 0 <= smoothing < 1:
        raise ValueError(
            f"smoothing is {smoothing}, but is a share from 0 to below 1: 0.1 in the "
            f"paper."
        )
    if not 0 <= pad_id < logits.shape[-1]:
        raise ValueError(
            f"pad_id is {pad_id}, but the vocabulary has the ids 0 to "
            f"{logits.shape[-1] - 1}: pass the id that the batches were padded with."
        )
