r"""Additive attention, which first came bolted onto recurrent networks.

Source: bahdanau2015, section 3.1.
"""

from functools import partial

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_lib.sizes import check_sizes


class AdditiveAttention(nn.Module):
    r"""Weigh the values by a small network that compares a query with each key.

    $$e_j = v^\top \tanh(W q + U k_j), \qquad
    \alpha = \mathrm{softmax}(e), \qquad c = \sum_j \alpha_j h_j$$

    Args:
        hidden: Features of queries, keys and values, at least 1.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If `hidden` is smaller than 1.

    Source: bahdanau2015, section 3.1, equations (5) and (6), and appendix A.1.2.
    """

    def __init__(
        self,
        hidden: int,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        check_sizes(hidden=hidden)
        linear = partial(nn.Linear, hidden, device=device, dtype=dtype)
        self.w_q = linear(hidden, bias=False)
        self.w_k = linear(hidden)
        self.w_score = linear(1, bias=False)

    def forward(
        self,
        q: Float[Tensor, "batch hidden"],
        k: Float[Tensor, "batch key hidden"],
        v: Float[Tensor, "batch key hidden"],
        mask: Bool[Tensor, "batch key"],
    ) -> tuple[Float[Tensor, "batch hidden"], Float[Tensor, "batch key"]]:
        """Average the values, each weighted by how well its key fits the query.

        Args:
            q: What is asked, one question a sequence.
            k: What answers, already multiplied: `w_k` of the values. They stay the same
                for all queries, so they are made once.
            v: What is handed over.
            mask: True where the query may look.

        Returns:
            context: The average, in the unit of `v`; zeros if nothing may be seen.
            weights: The share of each key, from 0 to 1; they sum to 1, or all are 0.
        """
        scores = self.w_score(torch.tanh(self.w_q(q)[:, None] + k))[..., 0]
        # The softmax of nothing is 0/0: an empty row looks anywhere, then counts for 0.
        empty = ~mask.any(dim=-1, keepdim=True)
        weights = scores.masked_fill(~(mask | empty), -torch.inf).softmax(dim=-1)
        weights = weights.masked_fill(empty, 0.0)
        return (weights[:, None] @ v)[:, 0], weights
