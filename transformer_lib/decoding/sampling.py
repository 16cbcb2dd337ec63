"""Draw the next token, from the model's own distribution or a sharper one.

Source: holtzman2020, section 3.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_lib.decoding.generation import Written, generate
from transformer_lib.decoding.next_token import NextToken, Stopping
from transformer_lib.decoding.prompted import check_start

Logits = Float[Tensor, "*lead vocab"]


def with_temperature(logits: Logits, temperature: float) -> Logits:
    r"""Sharpen or flatten a distribution.

    $$p_i \propto e^{z_i / T}$$

    Args:
        logits: One number an entry of the vocabulary.
        temperature: The unit that differences of logits are measured in, above 0.
            1 changes nothing; towards 0 only the largest logit is left; towards
            infinity all entries become equally likely.

    Returns:
        New logits, the largest of which is 0.

    Raises:
        ValueError: If the temperature is not above 0.

    Source: holtzman2020, section 3.3, equation (4).
    """
    if not temperature > 0:
        raise ValueError(
            f"temperature is {temperature}, but must be above 0: for the most likely "
            f"token every time, use greedy_search."
        )
    return (logits - logits.amax(dim=-1, keepdim=True)) / temperature


def keep_top_k(logits: Logits, k: int) -> Logits:
    """Rule out all entries but the k most likely.

    Entries as likely as the last of them stay too, so that no order of the vocabulary
    matters.

    Args:
        logits: One number an entry of the vocabulary.
        k: How many entries stay, from 1 to the whole vocabulary.

    Returns:
        The logits, minus infinity where ruled out.

    Raises:
        ValueError: If k is below 1 or above the size of the vocabulary.

    Source: holtzman2020, section 3.2.
    """
    if not 1 <= k <= logits.shape[-1]:
        raise ValueError(
            f"k is {k}, but the vocabulary has {logits.shape[-1]} entries: keep from 1 "
            f"to all of them."
        )
    last_in = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < last_in, -torch.inf)


def keep_top_p(logits: Logits, p: float) -> Logits:
    r"""Rule out the least likely entries, as many as together weigh at most 1 − p.

    What stays is the smallest set of most likely entries whose probabilities sum to p:

    $$\sum_{i \in \text{kept}} p_i \ge p$$

    Args:
        logits: One number an entry of the vocabulary.
        p: The share of the probability that must stay, above 0 and at most 1.

    Returns:
        The logits, minus infinity where ruled out; the largest always stays.

    Raises:
        ValueError: If p is not above 0 and at most 1.

    Source: holtzman2020, section 3.1, equation (2).
    """
    if not 0 < p <= 1:
        raise ValueError(f"p is {p}, but must be above 0 and at most 1, all of it.")
    ascending, order = logits.double().softmax(dim=-1).sort(dim=-1)
    out = ascending.cumsum(dim=-1) <= 1 - p
    out[..., -1] = False
    return logits.masked_fill(out.scatter(-1, order, out), -torch.inf)


def sample(
    model: NextToken,
    prompt: Int[Tensor, "batch seq"],
    stop: Stopping,
    *,
    reshape: Callable[[Logits], Logits] | None = None,
    generator: torch.Generator | None = None,
) -> Written:
    r"""Draw each next token from the model's distribution, until each row is over.

    $$y_t \sim p(y \mid y_{<t})$$

    The numbers that decide are drawn beforehand, `stop.max_new` for the first row, then
    for the next, and so on: no row's draws depend on what the others write or when they
    end, and one call draws what calls for one row after another would.

    Args:
        model: What says how a row may go on; it has read nothing yet.
        prompt: The tokens that each row begins with, padded on the right.
        stop: When a row is over.
        reshape: Changes the log-probabilities before the draw, in any way that keeps a
            token possible; for example
            `lambda logits: keep_top_p(with_temperature(logits, 0.7), 0.9)`.
        generator: Where the numbers come from; torch's default if not given.

    Returns:
        The new tokens of each row, with the log-probability that the model itself gives
        them, before any reshaping.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If the model has read something already, if the prompt, an id or a
            length is more than it can take, or if the model's logits are not finite.

    Source: holtzman2020, section 3.
    """
    check_start(model, prompt, stop)
    uniform = _uniform(len(prompt), stop.max_new, generator).to(prompt.device)

    def choose(log_probs: Tensor, rows: Tensor, written: Tensor) -> Tensor:
        logits = log_probs if reshape is None else reshape(log_probs)
        step = written.clamp(min=0)  # a prompt's token is certain, whatever is drawn
        return draw(logits.softmax(dim=-1), uniform[rows, step])

    return generate(model, prompt, stop, choose)


def draw(
    probabilities: Float[Tensor, "rows vocab"], uniform: Float[Tensor, " rows"]
) -> Int[Tensor, " rows"]:
    r"""Find the entry of each row that its uniform number falls on.

    With the entries laid end to end, each as long as it is likely, it is the first with

    $$\sum_{j \le i} p_j > u$$

    Args:
        probabilities: Shares from 0 to 1; a row sums to 1.
        uniform: Numbers from 0 to below 1.

    Returns:
        Entries of the vocabulary, none of which has probability 0.
    """
    edges = probabilities.double().cumsum(dim=-1)
    place = uniform[:, None] * edges[:, -1:]  # sums to 1 up to rounding only
    return torch.searchsorted(edges, place, right=True)[:, 0]


def _uniform(
    rows: int, seq: int, generator: torch.Generator | None
) -> Float[Tensor, "rows seq"]:
    device = None if generator is None else generator.device
    one_row_after_another = [
        torch.rand(seq, generator=generator, dtype=torch.float64, device=device)
        for _ in range(rows)
    ]
    return torch.stack(one_row_after_another)
