"""Keep several beginnings alive, since the best step need not begin the best text.

Source: wu2016, section 7.
"""

from typing import NamedTuple

import torch
from einops import rearrange
from jaxtyping import Bool, Float, Int
from torch import Tensor

from transformer_lib.decoding.generation import new_tokens
from transformer_lib.decoding.next_token import NextToken, Stopping
from transformer_lib.decoding.prompted import Prompted
from transformer_lib.sizes import check_sizes


class NBest(NamedTuple):
    """The best texts that were found for each prompt, best first.

    Attributes:
        tokens: The new tokens, the one that ends the text included; then padding.
        lengths: How many they are; 0 where there are fewer texts than beams.
        log_probs: How likely the model finds them, given the prompt: the sum of their
            natural log-probabilities; minus infinity where there is no text.
        scores: The same divided by the length penalty: what they are ranked by.
    """

    tokens: Int[Tensor, "batch beams target"]
    lengths: Int[Tensor, "batch beams"]
    log_probs: Float[Tensor, "batch beams"]
    scores: Float[Tensor, "batch beams"]


def length_penalty(
    length: Int[Tensor, "*lead"], alpha: float
) -> Float[Tensor, "*lead"]:
    r"""Return what the log-probability of a text is divided by.

    $$\mathrm{lp}(Y) = \left(\frac{5 + |Y|}{5 + 1}\right)^{\alpha}$$

    Args:
        length: Tokens that the search wrote, at least 1: the one that ends the text
            counts, those of the prompt do not.
        alpha: How much long texts are favoured: 0 not at all; with 1 a long text is
            ranked almost by its mean log-probability per token.

    Returns:
        Pure numbers in float64, 1 for a text of one token.

    Source: wu2016, section 7, equation (14).
    """
    return ((5 + length.double()) / (5 + 1)) ** alpha


@torch.no_grad()
def beam_search(
    model: NextToken,
    prompt: Int[Tensor, "batch seq"],
    stop: Stopping,
    *,
    beams: int = 4,
    alpha: float = 0.6,
) -> NBest:
    r"""Look for the texts with the best scores among the best beginnings.

    $$\mathrm{score}(Y) = \frac{\log p(Y)}{\mathrm{lp}(Y)}, \qquad
    \log p(Y) = \sum_t \log p(y_t \mid y_{<t})$$

    At each step all ways to lengthen the living beginnings by one token compete by
    $\log p$, and the best `beams` of them survive. Those that are over are set aside
    with their score; the others live on. A row is done when not even the most it can
    hope for, its likeliest beginning with the penalty of the greatest length, would
    come among the best set aside. With one beam this is greedy search; with beams
    enough, it tries every text.

    Args:
        model: What says how a row may go on; it has read nothing yet.
        prompt: The tokens that each row begins with, padded on the right.
        stop: When a text is over. One that is cut off at `max_new` competes as it is.
        beams: How many beginnings survive a step, and how many texts are returned.
        alpha: Exponent of the length penalty, at least 0.

    Returns:
        The best texts of each row, best first.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If there is no beam or `alpha` is negative, if the model has read
            something already, if the prompt, an id or a length is more than it can
            take, or if its logits are not finite.

    Source: wu2016, section 7, equation (14); huang2017, section 3.
    """
    _check(beams, alpha)
    text = Prompted(model, prompt, stop)
    starts = text.lengths[:, None].expand(-1, beams)
    log_probs = text.begin()
    search = _Search(text, log_probs, beams, alpha)
    each_row_repeated = search.rows.repeat_interleave(beams)
    text.select(each_row_repeated)
    log_probs = log_probs[each_row_repeated]
    while True:
        search.lengthen(log_probs)
        search.set_aside_what_is_over()
        going = search.may_improve()
        if not going.any():
            tokens, lengths, *numbers = search.best
            return NBest(new_tokens(tokens, starts, lengths), lengths, *numbers)
        log_probs = search.go_on(going)


class _Search:
    """The living beginnings, `beams` for each row, and the best texts set aside.

    Attributes:
        rows: The rows of the batch that are not done.
        tokens: Their living beginnings, prompt included.
        log_probs: How likely those are; minus infinity where none lives.
        newest: The last token of each.
        parents: The beginning, among those of its row, that each one lengthened.
        best: The best texts of every row, and nothing where there are none yet.
    """

    def __init__(
        self, text: Prompted, log_probs: Tensor, beams: int, alpha: float
    ) -> None:
        self.text, self.beams, self.alpha = text, beams, alpha
        self.rows = torch.arange(len(log_probs), device=log_probs.device)
        self.tokens = text.blank(beams)
        none = log_probs.new_full(self.tokens.shape[:2], -torch.inf)
        lengths = torch.zeros_like(none, dtype=torch.long)
        self.best = NBest(self.tokens.clone(), lengths, none, none.clone())
        # All beams of a row begin alike: let one live, or they would all find the same.
        self.log_probs = none.clone()
        self.log_probs[:, 0] = 0.0

    def lengthen(self, log_probs: Float[Tensor, "rows vocab"]) -> None:
        """Let the likeliest ways to add one token survive."""
        ways = self.log_probs[..., None] + rearrange(
            log_probs, "(batch beams) vocab -> batch beams vocab", beams=self.beams
        )
        ways = rearrange(ways, "batch beams vocab -> batch (beams vocab)")
        self.log_probs, way = ways.topk(self.beams, dim=1)
        vocab = log_probs.shape[1]
        self.parents, self.newest = way // vocab, way % vocab
        self.tokens = _take(self.tokens, self.parents)
        self.tokens[..., self.text.column] = self.newest

    def set_aside_what_is_over(self) -> None:
        """Rank the texts that are over with the best so far, and end their lives."""
        ends = self.text.ends(self.newest.flatten()).view_as(self.newest)
        over = ends & self.log_probs.isfinite()
        ended = self._scored(over)
        so_far = NBest(*(x[self.rows] for x in self.best))
        both = [torch.cat(pair, dim=1) for pair in zip(so_far, ended, strict=True)]
        order = both[-1].topk(self.beams, dim=1).indices
        for best, found in zip(self.best, both, strict=True):
            best[self.rows] = _take(found, order)
        self.log_probs = self.log_probs.masked_fill(over, -torch.inf)

    def may_improve(self) -> Bool[Tensor, " batch"]:
        """Say which rows could still find a text better than the worst set aside."""
        longest = torch.full_like(self.rows, self.text.stop.max_new)
        hope = self.log_probs.amax(dim=1) / length_penalty(longest, self.alpha)
        return hope > self.best.scores[self.rows, -1]

    def go_on(self, going: Bool[Tensor, " batch"]) -> Float[Tensor, "rows vocab"]:
        """Drop the rows that are done, and read the newest tokens of the others."""
        first = torch.arange(0, self.newest.numel(), self.beams, device=going.device)
        parents = first[:, None] + self.parents
        self.text.select(parents[going].flatten())
        self.rows, self.newest = self.rows[going], self.newest[going]
        self.tokens, self.log_probs = self.tokens[going], self.log_probs[going]
        return self.text.follow(self.newest.flatten()[:, None])

    def _scored(self, over: Bool[Tensor, "batch beams"]) -> NBest:
        lengths = (self.text.written + 1).view_as(over).masked_fill(~over, 0)
        log_probs = self.log_probs.masked_fill(~over, -torch.inf)
        scores = (log_probs / length_penalty(lengths, self.alpha)).to(log_probs)
        tokens = self.tokens.masked_fill(~over[..., None], self.text.stop.pad_id)
        return NBest(tokens, lengths, log_probs, scores)


def _take(x: Tensor, order: Int[Tensor, "batch beams"]) -> Tensor:
    return x[torch.arange(len(x), device=x.device)[:, None], order]


def _check(beams: int, alpha: float) -> None:
    check_sizes(beams=beams)
    if not alpha >= 0:
        raise ValueError(
            f"alpha is {alpha}, but must be at least 0: without a penalty the "
            f"log-probability already favours short texts."
        )
