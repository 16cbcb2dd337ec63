"""The loop that greedy search and sampling share: one token a row and step."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_lib.decoding.next_token import NextToken, Stopping
from transformer_lib.decoding.prompted import Prompted

Choose = Callable[
    [Float[Tensor, "rows vocab"], Int[Tensor, " rows"], Int[Tensor, " rows"]],
    Int[Tensor, " rows"],
]


class Written(NamedTuple):
    """What a search wrote after each prompt.

    Attributes:
        tokens: The new tokens, the one that ends the row included; then padding.
        lengths: How many they are, at least 1.
        log_probs: How likely the model finds them, given the prompt: the sum of their
            natural log-probabilities, at most 0.
    """

    tokens: Int[Tensor, "batch target"]
    lengths: Int[Tensor, " batch"]
    log_probs: Float[Tensor, " batch"]


@torch.no_grad()
def generate(
    model: NextToken, prompt: Int[Tensor, "batch seq"], stop: Stopping, choose: Choose
) -> Written:
    """Let every row write on until it is over.

    A row that is over leaves the model's batch, so that the others go on faster; it
    never had a say in them.

    Args:
        model: What says how a row may go on; it has read nothing yet.
        prompt: The tokens that each row begins with, padded on the right.
        stop: When a row is over.
        choose: Takes log-probabilities, the row in the batch that each line belongs to
            and how many tokens it has written (below 0 while its prompt lasts, when
            only one token is possible); returns the next token of each.

    Returns:
        The new tokens, without the prompt.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If the model has read something already, if the prompt, an id or a
            length is more than it can take, or if the model's logits are not finite.
    """
    text = Prompted(model, prompt, stop)
    tokens, starts = text.blank(), text.lengths
    lengths = torch.zeros_like(starts)
    rows = torch.arange(len(prompt), device=prompt.device)
    log_probs = text.begin()
    sums = log_probs.new_zeros(len(prompt))
    while True:
        token = choose(log_probs, rows, text.written)
        tokens[rows, text.column] = token
        lengths[rows] = text.written + 1
        sums[rows] += log_probs.gather(1, token[:, None])[:, 0]
        going = ~text.ends(token)
        if not going.any():
            return Written(new_tokens(tokens, starts, lengths), lengths, sums)
        rows, token = rows[going], token[going]
        text.select(going.nonzero()[:, 0])
        log_probs = text.follow(token[:, None])


def new_tokens(
    tokens: Int[Tensor, "*lead seq"],
    starts: Int[Tensor, "*lead"],
    lengths: Int[Tensor, "*lead"],
) -> Int[Tensor, "*lead target"]:
    """Move what each row wrote to the left, and cut off what no row needs.

    Args:
        tokens: Prompt, new tokens and padding.
        starts: The column of the first new token.
        lengths: How many new tokens there are.

    Returns:
        New tokens and padding.
    """
    columns = torch.arange(int(lengths.max()), device=tokens.device)
    return tokens.gather(-1, starts[..., None] + columns)
