"""A figure of attention weights that a reader moves: sentence, temperature, scale."""

import math
from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from jaxtyping import Float
from torch import Tensor

from transformer_lib.widgets.explorer import SentenceExplorer, Table, script, style


def _checked(sentence: dict[str, Any], where: str) -> None:
    if set(sentence) != {"tokens", "scores"}:
        raise ValueError(
            f"{where} has entries {sorted(sentence)}: it needs 'scores' and 'tokens'"
        )
    tokens, scores = sentence["tokens"], sentence["scores"]
    n = len(tokens)
    if n == 0:
        raise ValueError(f"{where} has no tokens: give at least one")
    widths = [len(row) for row in scores]
    if widths != [n] * n:
        raise ValueError(
            f"{where} has {n} tokens but rows of scores of lengths {widths}: "
            f"give {n} rows of {n}"
        )
    if not all(math.isfinite(score) for row in scores for score in row):
        raise ValueError(f"{where} has a score that is NaN or infinite")


class AttentionExplorer(SentenceExplorer):
    r"""Show how the weights of one attention head follow from its scores.

    The weights are $\mathrm{softmax}(s / (\sqrt{d_k}\,T))$ for the raw dot products
    $s_{ij} = q_i \cdot k_j$ and the temperature $T$; without the scale,
    $\mathrm{softmax}(s / T)$.

    Source: vaswani2017, section 3.2.1, equation (1).
    """

    _esm = script("make", "controls", "softmax", "attention")
    _css = style("explorer", "attention")

    d_k = traitlets.Int().tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)
    temperature = traitlets.Float(1.0).tag(sync=True)
    scale = traitlets.Bool(True).tag(sync=True)
    label = traitlets.Unicode("Attention weights").tag(sync=True)

    def __init__(
        self, sentences: Sequence[dict[str, Any]], d_k: int, **traits: Any
    ) -> None:
        """Open the explorer on its first sentence.

        Args:
            sentences: For each sentence its `tokens` and the raw dot products
                `scores[i][j]` of query i with key j.
            d_k: Features of one query or key, at least 1.
            traits: Start values: `sentence`, `query`, `temperature`, `scale`, `label`.

        Raises:
            ValueError: If a sentence has no tokens, a number of scores that differs
                from its number of tokens, or a score that is not finite; if `d_k` or
                the temperature is not positive; if a choice is out of range.
        """
        super().__init__(sentences=list(sentences), d_k=d_k, **traits)

    @classmethod
    def from_tensors(
        cls,
        sentences: Sequence[tuple[Sequence[str], Tensor, Tensor]],
        **traits: Any,
    ) -> "AttentionExplorer":
        """Make the explorer from the tokens, queries and keys of each sentence.

        Args:
            sentences: For each sentence its tokens, its queries and its keys, a row
                for each token.
            traits: Start values, as for the class.

        Returns:
            The explorer of these sentences.

        Raises:
            ValueError: If there is no sentence, or if tokens, queries and keys differ
                in number, or queries and keys in their features.
        """
        if not sentences:
            raise ValueError("There is no sentence to show: give at least one")
        d_k = (0, *sentences[0][1].shape)[-1]
        for number, (tokens, q, k) in enumerate(sentences):
            wanted = (len(tokens), d_k)
            if not (q.shape == k.shape == wanted):
                raise ValueError(
                    f"sentence {number} has {len(tokens)} tokens, queries of shape "
                    f"{tuple(q.shape)} and keys of shape {tuple(k.shape)}: "
                    f"both must be {wanted}"
                )
        rows = [
            {"tokens": list(tokens), "scores": (q @ k.mT).double().tolist()}
            for tokens, q, k in sentences
        ]
        return cls(rows, d_k, **traits)

    @traitlets.validate("sentences")
    def _check_sentences(self, proposal: Any) -> Any:
        if not proposal.value:
            raise ValueError("There is no sentence to show: give at least one")
        for number, sentence in enumerate(proposal.value):
            _checked(sentence, f"sentence {number}")
        return proposal.value

    @traitlets.validate("d_k", "temperature")
    def _check_positive(self, proposal: Any) -> Any:
        if not 0 < proposal.value < math.inf:
            raise ValueError(
                f"{proposal.trait.name} is {proposal.value}: it must be positive"
            )
        return proposal.value

    @traitlets.validate("sentence", "query")
    def _check_choice(self, proposal: Any) -> Any:
        name = proposal.trait.name
        choices = self.sentences if name == "sentence" else self.tokens
        if not 0 <= proposal.value < len(choices):
            raise ValueError(
                f"{name} is {proposal.value}: choose from 0 to {len(choices) - 1}"
            )
        return proposal.value

    @traitlets.observe("sentence")
    def _start_at_first_query(self, change: Any) -> None:
        if self.query >= len(self.tokens):
            self.query = 0

    @property
    def weights(self) -> Float[Tensor, "query key"]:
        """The weights on show, one row for each query; every row sums to 1."""
        scores = self.sentences[self.sentence]["scores"]
        divisor = (math.sqrt(self.d_k) if self.scale else 1.0) * self.temperature
        return (torch.tensor(scores, dtype=torch.float64) / divisor).softmax(dim=-1)

    def _summary(self) -> dict[str, object]:
        return {
            "sentences": len(self.sentences),
            "d_k": self.d_k,
            "temperature": self.temperature,
        }

    def table(self) -> Table:
        """Return the weights on show."""
        rows = [
            (token, *(f"{weight:.2f}" for weight in row))
            for token, row in zip(self.tokens, self.weights.tolist(), strict=True)
        ]
        return Table(
            f"{self.label}: row = query, column = key", ("", *self.tokens), rows
        )
