"""Take the most likely token, again and again.

Source: vaswani2017, section 3.1.
"""

from jaxtyping import Float, Int
from torch import Tensor

from transformer_lib.decoding.generation import Written, generate
from transformer_lib.decoding.next_token import NextToken, Stopping


def greedy_search(
    model: NextToken, prompt: Int[Tensor, "batch seq"], stop: Stopping
) -> Written:
    r"""Write the most likely next token, until each row is over.

    $$y_t = \arg\max_y \; p(y \mid y_{<t})$$

    The best step need not begin the best text: see `beam_search`.

    Args:
        model: What says how a row may go on; it has read nothing yet.
        prompt: The tokens that each row begins with, padded on the right.
        stop: When a row is over.

    Returns:
        The new tokens of each row.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If the model has read something already, if the prompt, an id or a
            length is more than it can take, or if the model's logits are not finite.

    Source: vaswani2017, section 3.1.
    """
    return generate(model, prompt, stop, _most_likely)


def _most_likely(
    log_probs: Float[Tensor, "rows vocab"],
    rows: Int[Tensor, " rows"],
    written: Int[Tensor, " rows"],
) -> Int[Tensor, " rows"]:
    return log_probs.argmax(dim=-1)
