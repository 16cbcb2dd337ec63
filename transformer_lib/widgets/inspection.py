"""The heads of a model to look through: which head, which query, which key."""

import base64
from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from jaxtyping import Float
from torch import Tensor

from transformer_lib.widgets.explorer import SentenceExplorer, Table, script, style

_STEPS = 255


def _packed(number: int, tokens: Sequence[str], weights: Tensor) -> dict[str, Any]:
    n = len(tokens)
    if n == 0 or weights.ndim != 4 or tuple(weights.shape[-2:]) != (n, n):
        raise ValueError(
            f"sentence {number} has {n} tokens and weights of shape "
            f"{tuple(weights.shape)}: give at least one token, and weights of shape "
            f"(layers, heads, {n}, {n})"
        )
    if not bool(((weights >= 0) & (weights <= 1)).all()):
        raise ValueError(f"sentence {number} has a weight that is no share from 0 to 1")
    steps = (weights.detach().double() * _STEPS).round().to(torch.uint8)
    written = base64.b64encode(bytes(steps.flatten().tolist())).decode("ascii")
    return {"tokens": list(tokens), "weights": written}


class HeadExplorer(SentenceExplorer):
    """Show where each head of a model looks, and which heads look from here to there.

    The page keeps each weight as a whole number of steps of 1/255, so what it shows is
    right to 0.002.

    Args:
        sentences: For each sentence its tokens, and the weights of every head as
            (layers, heads, query, key).
        **traits: Start values: `sentence`, `layer`, `head`, `query` and `key`, all
            counted from 0, and `label`.

    Raises:
        ValueError: If there is no sentence, if weights are no shares or do not fit
            their tokens, if sentences differ in their heads, or if a choice is out of
            range.

    Source: vaswani2017, appendix, figures 3 to 5.
    """

    _esm = script("make", "controls", "inspection")
    _css = style("explorer", "inspection")

    layers = traitlets.Int().tag(sync=True)
    heads = traitlets.Int().tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)
    key = traitlets.Int(0).tag(sync=True)
    label = traitlets.Unicode("Where the heads look").tag(sync=True)

    def __init__(
        self,
        sentences: Sequence[tuple[Sequence[str], Tensor]],
        **traits: Any,
    ) -> None:
        packed = [
            _packed(number, tokens, weights)
            for number, (tokens, weights) in enumerate(sentences)
        ]
        counts = {tuple(weights.shape[:2]) for _, weights in sentences}
        if len(counts) != 1:
            raise ValueError(
                f"the sentences come with these layers and heads: {sorted(counts)}; "
                f"give at least one sentence, all read by the same model"
            )
        layers, heads = counts.pop()
        super().__init__(sentences=packed, layers=layers, heads=heads, **traits)

    @traitlets.validate("sentence", "layer", "head", "query", "key")
    def _check_choice(self, proposal: Any) -> Any:
        name, n = proposal.trait.name, len(self.tokens)
        limits = {"sentence": len(self.sentences), "layer": self.layers}
        limit = (limits | {"head": self.heads, "query": n, "key": n})[name]
        if not 0 <= proposal.value < limit:
            raise ValueError(
                f"{name} is {proposal.value}: choose from 0 to {limit - 1}"
            )
        return proposal.value

    @traitlets.observe("sentence")
    def _start_at_first_tokens(self, change: Any) -> None:
        n = len(self.tokens)
        self.query, self.key = (i if i < n else 0 for i in (self.query, self.key))

    @property
    def weights(self) -> Float[Tensor, "layers heads query key"]:
        """The weights on show, as the page keeps them: multiples of 1/255."""
        steps = base64.b64decode(self.sentences[self.sentence]["weights"])
        n = len(self.tokens)
        flat = torch.tensor(list(steps), dtype=torch.float64) / _STEPS
        return flat.view(self.layers, self.heads, n, n)

    def _summary(self) -> dict[str, object]:
        return {
            "sentences": len(self.sentences),
            "layers": self.layers,
            "heads": self.heads,
        }

    def table(self) -> Table:
        """Return how much of the chosen query each head gives to the chosen key."""
        names = [f"head {head + 1}" for head in range(self.heads)]
        rows = [
            (f"layer {layer + 1}", *(f"{weight:.2f}" for weight in row))
            for layer, row in enumerate(
                self.weights[:, :, self.query, self.key].tolist()
            )
        ]
        looks = f"“{self.tokens[self.query]}” gives to “{self.tokens[self.key]}”"
        return Table(f"{self.label}: the weight that {looks}", ("", *names), rows)
