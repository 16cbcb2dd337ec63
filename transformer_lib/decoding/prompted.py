"""A model that is made to say its prompt before it speaks for itself."""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from transformer_lib.decoding.ids import check_ids, lengths_without_padding
from transformer_lib.decoding.next_token import NextToken, Stopping, next_log_probs


class Prompted:
    """Ask a model for the next token of every row, prompts of any lengths first.

    The model reads the part of the prompts that every row has; from there on all rows
    go on in step. Where a prompt lasts longer, its next token is certain, with
    log-probability 0, so whatever a search does, it chooses that token at no cost. A
    token thus stands at the same position as it would alone, and no row needs padding
    on the left.

    Args:
        model: What says how a row may go on.
        prompt: The tokens that each row begins with, padded on the right.
        stop: When a row is over.

    Attributes:
        lengths: How many tokens the prompt of each row has.
        column: How many tokens the model has read, and so where the next will stand.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If the model has read something already, or if the prompt, an id or
            a length is more than it can take.
    """

    def __init__(
        self, model: NextToken, prompt: Int[Tensor, "batch seq"], stop: Stopping
    ) -> None:
        check_start(model, prompt, stop)
        self.model, self.stop = model, stop
        self.prompt = prompt.long()
        self.lengths = lengths_without_padding(prompt, stop.pad_id, "prompt")
        self.column = 0
        longest = int(self.lengths.max())
        if longest + stop.max_new - 1 > model.max_len:
            raise ValueError(
                f"a prompt of {longest} tokens and max_new = {stop.max_new} would have "
                f"the model read {longest + stop.max_new - 1} tokens, but it can read "
                f"at most {model.max_len}: lower max_new, or shorten the prompt."
            )

    @property
    def written(self) -> Int[Tensor, " rows"]:
        """How many tokens each row wrote itself; below 0 while its prompt lasts."""
        return self.column - self.lengths

    def blank(self, *beams: int) -> Int[Tensor, "batch *lead seq"]:
        """Make room for what the rows will hold at most, prompt included.

        Args:
            *beams: How many texts a row will have, if more than its own.

        Returns:
            Padding in every place.
        """
        batch, seq = self.prompt.shape
        shape = (batch, *beams, seq + self.stop.max_new)
        return torch.full(shape, self.stop.pad_id, device=self.prompt.device)

    def begin(self) -> Float[Tensor, "rows vocab"]:
        """Read what every prompt has, and return `follow`'s answer."""
        return self.follow(self.prompt[:, : int(self.lengths.min())])

    def follow(self, tokens: Int[Tensor, "rows seq"]) -> Float[Tensor, "rows vocab"]:
        """Read on.

        Args:
            tokens: What follows in each row.

        Returns:
            Log-probabilities of the token after them, natural logarithms.
        """
        log_probs = next_log_probs(self.model(tokens)[:, -1], self.stop.pad_id)
        self.column += tokens.shape[1]
        if self.column < self.prompt.shape[1]:
            given = self.prompt[:, self.column, None]
            certain = torch.full_like(log_probs, -torch.inf).scatter(1, given, 0.0)
            log_probs = log_probs.where(self.written[:, None] >= 0, certain)
        return log_probs

    def ends(self, tokens: Int[Tensor, " rows"]) -> Bool[Tensor, " rows"]:
        """Say which rows are over when these are their next tokens.

        Args:
            tokens: The token that each row goes on with.

        Returns:
            True where the row needs no further token.
        """
        return self.stop.ends(tokens, self.written + 1)

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with these rows, in this order; a row may stand there repeatedly.

        Args:
            rows: Which of the present rows go on.
        """
        if rows.tolist() == list(range(len(self.lengths))):
            return  # all as they are: spare the copying
        self.model.select(rows)
        self.prompt, self.lengths = self.prompt[rows], self.lengths[rows]


def check_start(
    model: NextToken, prompt: Int[Tensor, "batch seq"], stop: Stopping
) -> None:
    """Refuse what no search can begin with.

    Args:
        model: What says how a row may go on.
        prompt: The tokens that each row begins with.
        stop: When a row is over.

    Raises:
        TypeError: If the model is no `NextToken`, or the prompt holds no whole numbers.
        ValueError: If the model has read something already, or lacks an id.
    """
    if not isinstance(model, NextToken):
        raise TypeError(
            f"model is a {type(model).__name__}, which does not remember what it has "
            f"read: pass a session, for example TranslationSession(model, source)."
        )
    if model.length > 0:
        raise ValueError(
            f"the session has read {model.length} tokens of each row already, but a "
            f"search begins with 0: make a new session for every search."
        )
    check_ids(prompt, model.vocab, "prompt")
    for name, entry in {"eos_id": stop.eos_id, "pad_id": stop.pad_id}.items():
        if entry is not None and not 0 <= entry < model.vocab:
            raise ValueError(
                f"{name} is {entry}, but the vocabulary has {model.vocab} entries, 0 "
                f"to {model.vocab - 1}: take the id from the model's own tokenizer."
            )
