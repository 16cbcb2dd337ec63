"""What can be chosen about a training run, in one place, with units.

Source: vaswani2017, section 5.
"""

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from transformer_lib.sizes import check_sizes
from transformer_lib.training.optimisers import Method


class Precision(Enum):
    """In which numbers the forward pass is computed; weights stay in float32."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"
    """Matrix products in bfloat16: half the memory, and faster where hardware has it.
    Sums that need more digits, such as the loss, stay in float32."""


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """The choices of one training run; the defaults are the paper's."""

    d_model: int
    """Features of a token, the model's own; wider models take smaller steps."""

    steps: int = 100_000
    """Updates of the weights until training is over, at least 1."""

    budget: int = 25_000
    """Tokens in a batch on each side, padding included, all processes together."""

    accumulation: int = 1
    """Batches whose gradients make one update, at least 1."""

    method: Method = Method.ADAM
    """What turns the gradients of the matrices into steps."""

    factor: float = 1.0
    """What the paper's learning rate is multiplied with, a pure number above 0."""

    warmup: int = 4_000
    """Updates for which the learning rate rises, at least 1."""

    decay_until: int | None = None
    """The update with which the rate has come down to 0, after `warmup`; None: it falls
    as a root and never gets there, as the paper's."""

    smoothing: float = 0.1
    """Share of each label spread over the whole vocabulary, from 0 to below 1."""

    clip_norm: float | None = None
    """Length to which a longer gradient is cut, above 0; None: never, as the paper."""

    precision: Precision = Precision.FLOAT32
    """In which numbers the forward pass is computed."""

    compile: bool = False
    """Whether `torch.compile` rewrites the model first: a slow start, faster steps."""

    validate_every: int = 1_000
    """Updates from one measurement on the validation pairs to the next, at least 1."""

    checkpoint_every: int = 1_000
    """Updates from one checkpoint to the next, at least 1."""

    keep: int = 5
    """Checkpoints that stay on the disk, the newest ones, at least 1."""

    seed: int = 0
    """Where the order of sentences and the dropout start; any whole number."""

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        check_sizes(**{name: getattr(self, name) for name in _AT_LEAST_1})
        for name, choice in _CHOICES.items():
            value = getattr(self, name)
            if not isinstance(value, choice):
                raise TypeError(
                    f"{name} is {value!r}, but must be a member of {choice.__name__}, "
                    f"for example {list(choice)[-1]}."
                )
        if not self.factor > 0:
            raise ValueError(f"factor is {self.factor}, but must be above 0.")
        if self.decay_until is not None and self.decay_until <= self.warmup:
            raise ValueError(
                f"decay_until is {self.decay_until} and warmup {self.warmup}, but the "
                f"rate falls after it has risen: raise the first or lower the second."
            )
        if not 0 <= self.smoothing < 1:
            raise ValueError(
                f"smoothing is {self.smoothing}, but is a share from 0 to below 1."
            )
        if self.clip_norm is not None and not self.clip_norm > 0:
            raise ValueError(
                f"clip_norm is {self.clip_norm}, but a gradient cut to that would not "
                f"move the weights: pass a length above 0, or None."
            )

    def to_dict(self) -> dict[str, Any]:
        """Write the settings in words and numbers that JSON knows."""
        return asdict(self) | {name: getattr(self, name).value for name in _CHOICES}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "TrainingSettings":
        """Read what `to_dict` has written.

        Args:
            values: A value for each name; names left out keep their defaults.

        Returns:
            The settings.

        Raises:
            TypeError: If a name is not that of a setting.
            ValueError: If a value is refused.
        """
        chosen = {
            name: choice(values[name])
            for name, choice in _CHOICES.items()
            if name in values
        }
        return cls(**values | chosen)

    def bound(self) -> dict[str, Any]:
        """The settings that a run may not change when it goes on from a checkpoint."""
        return {k: v for k, v in self.to_dict().items() if k not in _FREE}


_AT_LEAST_1 = (
    *("d_model", "steps", "budget", "accumulation", "warmup"),
    *("validate_every", "checkpoint_every", "keep"),
)
_CHOICES: dict[str, type[Enum]] = {"method": Method, "precision": Precision}
# The weights after n updates do not depend on these.
_FREE = {"steps", "validate_every", "checkpoint_every", "keep"}
