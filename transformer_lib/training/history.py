"""What is kept of a run: a line for each update and for each validation."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Update(NamedTuple):
    """What one update of the weights was like.

    Attributes:
        step: Which update, counted from 1.
        loss: The mean smoothed loss in nats a token, before the update.
        rate: The learning rate.
        norm: The length of the gradient before it was cut.
        tokens: How many tokens were guessed, padding left out.
    """

    step: int
    loss: float
    rate: float
    norm: float
    tokens: int


class Validation(NamedTuple):
    """How well the model guessed the validation pairs.

    Attributes:
        step: After how many updates.
        loss: The mean smoothed loss in nats a token.
        perplexity: e to the mean plain loss, from 1.
        accuracy: The share of tokens guessed right when all before are given.
    """

    step: int
    loss: float
    perplexity: float
    accuracy: float


@dataclass
class History:
    """All updates and validations of a run, in order."""

    updates: list[Update] = field(default_factory=list)
    validations: list[Validation] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Write the history in plain lists of numbers."""
        return {
            "updates": [list(update) for update in self.updates],
            "validations": [list(validation) for validation in self.validations],
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "History":
        """Read what `to_dict` has written."""
        return cls(
            [Update(*update) for update in values["updates"]],
            [Validation(*validation) for validation in values["validations"]],
        )
