"""What a search knows of a model, and when its text is over."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


@runtime_checkable
class NextToken(Protocol):
    """A model that has read some tokens and says what may come next.

    Attributes:
        vocab: Entries of the vocabulary that it chooses from.
        max_len: The most tokens of one row that it can read, prompt included.
    """

    vocab: int
    max_len: int

    @property
    def length(self) -> int:
        """How many tokens of each row have been read so far."""
        ...

    def __call__(
        self, tokens: Int[Tensor, "rows seq"]
    ) -> Float[Tensor, "rows seq vocab"]:
        """Read on, remembering what was read before.

        Args:
            tokens: What follows in each row; one token or more.

        Returns:
            For each new token the logits of its successor.
        """
        ...

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with some of the rows.

        Args:
            rows: Which of the present rows become the first, second, … from now on;
                a row may go on several times, or not at all.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Stopping:
    """When a row is over, and what stands behind its end.

    Args:
        max_new: The most tokens that a row may write after its prompt, at least 1; the
            one that ends it counts.
        eos_id: The token that ends a row once it is written; None if no token does.
        pad_id: The entry that only fills up. It is never written as a token, and a
            prompt ends where nothing else follows.

    Raises:
        ValueError: If `max_new` is below 1, or `eos_id` is `pad_id`.
    """

    max_new: int
    eos_id: int | None
    pad_id: int = 0

    def __post_init__(self) -> None:
        """Refuse what no search could keep to."""
        if self.max_new < 1:
            raise ValueError(
                f"max_new is {self.max_new}, but must be at least 1: a search writes "
                f"one token or more."
            )
        if self.eos_id == self.pad_id:
            raise ValueError(
                f"eos_id is {self.eos_id} and pad_id is {self.pad_id}, but an end that "
                f"is written must differ from the filling behind it: choose two ids."
            )

    def ends(
        self, tokens: Int[Tensor, "*lead"], written: Int[Tensor, "*lead"]
    ) -> Bool[Tensor, "*lead"]:
        """Say which rows are over.

        Args:
            tokens: The newest token of each row.
            written: How many tokens the row has written with it; 0 or less while its
                prompt lasts.

        Returns:
            True where the row ended itself or has no room left.
        """
        full = written >= self.max_new
        if self.eos_id is None:
            return full
        return full | ((tokens == self.eos_id) & (written > 0))


def next_log_probs(
    logits: Float[Tensor, "rows vocab"], pad_id: int
) -> Float[Tensor, "rows vocab"]:
    r"""Turn logits into log-probabilities of the next token, padding ruled out.

    $$\log p_i = z_i - \log \sum_j e^{z_j}, \qquad \log p_{\text{pad}} := -\infty$$

    Padding keeps its share of the sum: the other tokens are scored as the model does.

    Args:
        logits: One number an entry of the vocabulary, of any size.
        pad_id: The entry that is no token.

    Returns:
        Natural logarithms, at most 0; in float32 or finer.

    Raises:
        ValueError: If a row is no distribution, since it holds NaN or infinity.
    """
    dtype = torch.promote_types(logits.dtype, torch.float32)
    log_probs = logits.log_softmax(dim=-1, dtype=dtype)
    if log_probs[:, 0].isnan().any():  # one bad logit spoils its whole row
        raise ValueError(
            "the logits hold NaN or infinity, so no next token can be chosen: check "
            "that the weights of the model are finite."
        )
    log_probs[:, pad_id] = -torch.inf
    return log_probs
