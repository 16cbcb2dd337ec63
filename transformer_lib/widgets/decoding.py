"""A translation whose every word shows where the decoder looked while writing it."""

import math
from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from jaxtyping import Float
from torch import Tensor

from transformer_lib.widgets.explorer import Explorer, Table, script, style

_ENTRIES = {"source", "target", "weights", "links"}


class AlignmentExplorer(Explorer):
    """Show the cross-attention of every layer and head, beside a hand-made alignment.

    Args:
        sentences: For each sentence its `source` and `target` words; the `weights`, as
            layers of heads of a row for each target word; and the `links`, for each
            target word the source words that a person joined it with, as numbers from
            0, none if it has no partner.
        traits: Start values: `sentence`, `layer`, `head`, `word`, counted from 0, and
            `label`.

    Raises:
        ValueError: If there is no sentence, if weights or links are not one for each
            word, if sentences differ in layers or heads, or if a choice is not offered.

    Source: bahdanau2015, section 5.2.1.
    """

    _esm = script("make", "controls", "decoding")
    _css = style("explorer", "attention", "decoding")

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    word = traitlets.Int(0).tag(sync=True)
    label = traitlets.Unicode("Where the decoder looks").tag(sync=True)

    def __init__(self, sentences: Sequence[dict[str, Any]], **traits: Any) -> None:
        super().__init__(sentences=list(sentences), **traits)

    @traitlets.validate("sentences")
    def _check_sentences(self, proposal: Any) -> Any:
        if not proposal.value:
            raise ValueError("There is no sentence to show: give at least one")
        heads = {_checked(s, f"sentence {n}") for n, s in enumerate(proposal.value)}
        if len(heads) > 1:
            raise ValueError(
                f"sentences have (layers, heads) of {sorted(heads)}: take all from one "
                f"model"
            )
        return proposal.value

    @traitlets.validate("sentence", "layer", "head", "word")
    def _check_choice(self, proposal: Any) -> Any:
        name, shown = proposal.trait.name, self.sentences[self.sentence]
        choices = {
            "sentence": len(self.sentences),
            "layer": len(shown["weights"]),
            "head": len(shown["weights"][0]),
            "word": len(shown["target"]),
        }[name]
        if not 0 <= proposal.value < choices:
            raise ValueError(
                f"{name} is {proposal.value}: choose from 0 to {choices - 1}"
            )
        return proposal.value

    @traitlets.observe("sentence")
    def _start_at_first_word(self, change: Any) -> None:
        if self.word >= len(self.sentences[self.sentence]["target"]):
            self.word = 0

    @property
    def weights(self) -> Float[Tensor, "query key"]:
        """The weights on show, one row for each target word."""
        rows = self.sentences[self.sentence]["weights"][self.layer][self.head]
        return torch.tensor(rows, dtype=torch.float64)

    @property
    def hits(self) -> tuple[int, int]:
        """Words that look most at a partner, and words that have one."""
        links = self.sentences[self.sentence]["links"]
        most = self.weights.argmax(dim=-1).tolist()
        return (
            sum(at in partners for at, partners in zip(most, links, strict=True)),
            sum(bool(partners) for partners in links),
        )

    def _summary(self) -> dict[str, object]:
        return {
            "sentences": len(self.sentences),
            "layer": self.layer,
            "head": self.head,
        }

    def table(self) -> Table:
        """Return the weights on show; those between partners have a star."""
        shown = self.sentences[self.sentence]
        rows = [
            (
                word,
                *(
                    f"{weight:.2f}{'*' * (j in partners)}"
                    for j, weight in enumerate(row)
                ),
            )
            for word, row, partners in zip(
                shown["target"], self.weights.tolist(), shown["links"], strict=True
            )
        ]
        caption = f"{self.label}: layer {self.layer + 1}, head {self.head + 1}"
        return Table(f"{caption}; * = joined by hand", ("", *shown["source"]), rows)


def _checked(sentence: dict[str, Any], where: str) -> tuple[int, int]:
    """See that a sentence is whole, and return its layers and heads."""
    if set(sentence) != _ENTRIES:
        raise ValueError(
            f"{where} has entries {sorted(sentence)}: it needs {sorted(_ENTRIES)}"
        )
    size = len(sentence["target"]), len(sentence["source"])
    layers = sentence["weights"]
    heads = {len(layer) for layer in layers}
    if 0 in size or len(heads) != 1 or 0 in heads:
        raise ValueError(f"{where} has no words, no layer, or layers of unlike heads")
    for layer in layers:
        for rows in layer:
            _check_weights(rows, size, where)
    partners = [j for linked in sentence["links"] for j in linked]
    if len(sentence["links"]) != size[0] or not all(0 <= j < size[1] for j in partners):
        raise ValueError(
            f"{where} has links {sentence['links']}: for each of {size[0]} words list "
            f"numbers from 0 to {size[1] - 1}"
        )
    return len(layers), heads.pop()


def _check_weights(rows: list[list[float]], size: tuple[int, int], where: str) -> None:
    widths = [len(row) for row in rows]
    if widths != [size[1]] * size[0]:
        raise ValueError(
            f"{where} has rows of weights of lengths {widths}: for {size[0]} words "
            f"give {size[0]} rows of {size[1]}"
        )
    if not all(math.isfinite(weight) for row in rows for weight in row):
        raise ValueError(f"{where} has a weight that is NaN or infinite")
