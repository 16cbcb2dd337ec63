r"""An RNN that writes while it looks back: an encoder, a decoder, additive attention.

The paper reads the source in both directions and lets a maxout layer choose the word.
Here it is read once, from first to last, and one linear layer scores the words.

Source: bahdanau2015, section 3.
"""

import sys
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer_lib.recurrence.additive import AdditiveAttention
from transformer_lib.recurrence.cells import GRUCell
from transformer_lib.recurrence.layers import GRU


class Memory(NamedTuple):
    """What the decoder knows: the source, which stays, and its own state, which moves.

    Attributes:
        values: The encoder's state after each source token.
        keys: The same, ready to be compared with queries.
        mask: True at source tokens, False at padding.
        h: The decoder's state.
    """

    values: Float[Tensor, "rows source hidden"]
    keys: Float[Tensor, "rows source hidden"]
    mask: Bool[Tensor, "rows source"]
    h: Float[Tensor, "rows hidden"]

    def select(self, rows: Int[Tensor, " rows"]) -> "Memory":
        """Return the memory of some rows.

        Args:
            rows: Which, in this order; repeats are allowed.

        Returns:
            A memory with these rows.
        """
        return Memory(*(part[rows] for part in self))


class RecurrentTranslator(nn.Module):
    r"""Read a source, then write a target, looking back at the source for each word.

    $$c_i = \mathrm{attend}(s_{i-1}, h), \qquad s_i = \mathrm{GRU}([y_{i-1}, c_i],
    s_{i-1}), \qquad \mathrm{logits}_i = W [s_i, c_i] + b$$

    Source and target share one vocabulary and one table of embeddings. The decoder
    starts from the encoder's last state.

    Args:
        vocab: Entries of the vocabulary.
        hidden: Features of an embedding and of both states, at least 1.
        pad_id: The id that fills up a source after its end.
        feed_previous: Whether the decoder is told the word before, y. If not, it reads
            zeros in its place and must keep count by its state alone.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1, or `pad_id` is not in the vocabulary.

    Source: bahdanau2015, section 3.1, equations (4) to (6).
    """

    def __init__(
        self,
        vocab: int,
        hidden: int,
        *,
        pad_id: int = 0,
        feed_previous: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if not 0 <= pad_id < vocab:
            raise ValueError(
                f"pad_id is {pad_id}, but the vocabulary has {vocab} entries: "
                f"choose an id from 0 to {vocab - 1}."
            )
        self.pad_id, self.feed_previous = pad_id, feed_previous
        self.encoder = GRU(hidden, hidden, device=device, dtype=dtype)
        self.attention = AdditiveAttention(hidden, device=device, dtype=dtype)
        self.decoder = GRUCell(2 * hidden, hidden, device=device, dtype=dtype)
        self.embedding = nn.Embedding(vocab, hidden, device=device, dtype=dtype)
        self.generator = nn.Linear(2 * hidden, vocab, device=device, dtype=dtype)

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        target: Int[Tensor, "batch target"],
        *,
        need_weights: bool = False,
    ) -> (
        Float[Tensor, "batch target vocab"]
        | tuple[
            Float[Tensor, "batch target vocab"], Float[Tensor, "batch target source"]
        ]
    ):
        """Score every next word, given the true words before it.

        Args:
            source: Ids, padded after their end.
            target: Ids, the first of which says that writing begins.
            need_weights: Whether to return where each word looked.

        Returns:
            Logits of the word after each target id, in nats up to a constant; with the
            weights, if wanted: shares of the source tokens from 0 to 1.

        Raises:
            ValueError: If source and target are not of one batch, or hold no token.
        """
        if len(source) != len(target):
            raise ValueError(
                f"there are {len(source)} sources and {len(target)} targets, but each "
                f"target belongs to one source."
            )
        logits, weights, _ = self.decode(target, self.encode(source))
        return (logits, weights) if need_weights else logits

    def encode(self, source: Int[Tensor, "rows source"]) -> Memory:
        """Read the source.

        Args:
            source: Ids, padded after their end.

        Returns:
            What the decoder starts from.
        """
        mask = source != self.pad_id
        lengths = mask.sum(dim=1)
        values, (h,) = self.encoder(self.embedding(source), lengths=lengths)
        return Memory(values, self.attention.w_k(values), mask, h[-1])

    def decode(
        self, target: Int[Tensor, "rows target"], memory: Memory
    ) -> tuple[
        Float[Tensor, "rows target vocab"], Float[Tensor, "rows target source"], Memory
    ]:
        """Go on writing: take one step for each target id.

        Args:
            target: The words before those that are scored.
            memory: What is known so far.

        Returns:
            logits: Of the word after each target id, in nats up to a constant.
            weights: Where each step looked, shares from 0 to 1.
            memory: What is known afterwards.

        Raises:
            ValueError: If the target holds no token.
        """
        if target.shape[1] == 0:
            raise ValueError("the target has 0 tokens, but needs at least 1.")
        steps = []
        for token in target.unbind(dim=1):
            logits, weights, memory = self.step(token, memory)
            steps.append((logits, weights))
        all_logits, all_weights = zip(*steps, strict=True)
        return torch.stack(all_logits, dim=1), torch.stack(all_weights, dim=1), memory

    def step(
        self, token: Int[Tensor, " rows"], memory: Memory
    ) -> tuple[Float[Tensor, "rows vocab"], Float[Tensor, "rows source"], Memory]:
        """Look back with the old state, read the previous word, score the next.

        Args:
            token: The previous word, an id.
            memory: What is known so far.

        Returns:
            logits: Of the next word, in nats up to a constant.
            weights: Where the step looked, shares from 0 to 1.
            memory: What is known afterwards.
        """
        values, keys, mask, h = memory
        context, weights = self.attention(h, keys, values, mask)
        word = self.embedding(token)
        word = word if self.feed_previous else torch.zeros_like(word)
        (h,) = self.decoder(torch.cat([word, context], dim=-1), h)
        logits = self.generator(torch.cat([h, context], dim=-1))
        return logits, weights, memory._replace(h=h)


class RecurrentSession:
    """Write word by word, and remember the state in between.

    It gives logits for the tokens that are new, and goes on with chosen rows: all that
    a search needs to know of a model.

    Args:
        model: What writes.
        source: Ids of what is translated, padded after their end.

    Attributes:
        vocab: Entries of the vocabulary.
        max_len: The most tokens of one row that can be read: a state has no last place.
        length: How many tokens of each row have been read so far.
    """

    def __init__(
        self, model: RecurrentTranslator, source: Int[Tensor, "rows source"]
    ) -> None:
        self.model, self.vocab = model, model.embedding.num_embeddings
        self.max_len, self.length = sys.maxsize, 0
        self.memory = model.encode(source)

    def __call__(
        self, tokens: Int[Tensor, "rows seq"]
    ) -> Float[Tensor, "rows seq vocab"]:
        """Score the word after each new token.

        Args:
            tokens: The ids that are new since the last call.

        Returns:
            Logits, in nats up to a constant.
        """
        logits, _, self.memory = self.model.decode(tokens, self.memory)
        self.length += tokens.shape[1]
        return logits

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with some rows of what is remembered.

        Args:
            rows: Which, in this order; repeats are allowed.
        """
        self.memory = self.memory.select(rows)
