"""The sizes of a model, and the choices that the paper leaves open.

Source: vaswani2017, section 3 and table 3.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum, auto
from typing import Any

from transformer_lib.sizes import check_sizes


class Positions(Enum):
    """How tokens are told where they stand."""

    NONE = auto()
    SINUSOIDAL = auto()
    LEARNED = auto()
    ROTARY = auto()


class Activation(Enum):
    """What bends the line between the two layers of a feed-forward network."""

    RELU = auto()
    GELU = auto()


@dataclass(frozen=True, kw_only=True)
class TransformerConfig:
    """The sizes and choices of one model; the defaults are the paper's base model.

    Attributes:
        vocab: Entries of the vocabulary.
        target_vocab: Entries of the vocabulary that is written, if it is another one;
            without it both sides share one table.
        d_model: Features of a token.
        n_heads: Attention heads, side by side.
        d_ff: Features inside the feed-forward networks.
        n_encoder_blocks: Blocks that read.
        n_decoder_blocks: Blocks that write.
        dropout: Share of features dropped while training, from 0 to below 1.
        norm_first: Whether each sublayer normalises what it reads, not its sum.
        positions: How tokens are told where they stand.
        activation: What bends the line inside the feed-forward networks.
        tie_output: Whether the scores are read off with the table that embeds words.
        max_len: Longest sequence, in tokens; there is no limit without positions.
        pad_id: The entry that only fills a batch up.

    Source: vaswani2017, table 3.
    """

    vocab: int
    target_vocab: int | None = None
    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    n_encoder_blocks: int = 6
    n_decoder_blocks: int = 6
    dropout: float = 0.1
    norm_first: bool = False
    positions: Positions = Positions.SINUSOIDAL
    activation: Activation = Activation.RELU
    tie_output: bool = True
    max_len: int = 4096
    pad_id: int = 0

    def __post_init__(self) -> None:
        """Refuse what no model can be built of."""
        _check_sizes(self)
        _check_choices(self)
        _check_heads(self)
        if not 0 <= self.dropout < 1:
            raise ValueError(
                f"dropout is {self.dropout}, but must be from 0 to below 1."
            )
        smallest = min(self.vocab, self.n_target_entries)
        if not 0 <= self.pad_id < smallest:
            raise ValueError(
                f"pad_id is {self.pad_id}, but must be an entry of every vocabulary, "
                f"from 0 to {smallest - 1}."
            )

    @property
    def n_target_entries(self) -> int:
        """The entries of the vocabulary that is written."""
        return self.vocab if self.target_vocab is None else self.target_vocab

    @classmethod
    def base(cls, vocab: int = 37_000) -> "TransformerConfig":
        """Give the sizes of the paper's base model: 63,082,496 numbers to learn.

        Args:
            vocab: Entries of the one table; about 37,000 for English and German.

        Returns:
            The sizes.

        Source: vaswani2017, section 5.1 and table 3, row "base".
        """
        return cls(vocab=vocab)

    @classmethod
    def big(cls, vocab: int = 37_000) -> "TransformerConfig":
        """Give the sizes of the paper's big model.

        Args:
            vocab: Entries of the one table.

        Returns:
            The sizes.

        Source: vaswani2017, table 3, row "big".
        """
        return cls(vocab=vocab, d_model=1024, n_heads=16, d_ff=4096, dropout=0.3)

    @classmethod
    def tiny(cls, vocab: int = 64) -> "TransformerConfig":
        """Give the sizes of a model that is small enough for toy tasks.

        Args:
            vocab: Entries of the one table.

        Returns:
            The sizes.
        """
        return cls(
            vocab=vocab,
            d_model=32,
            n_heads=4,
            d_ff=64,
            n_encoder_blocks=2,
            n_decoder_blocks=2,
            max_len=128,
        )

    def to_dict(self) -> dict[str, Any]:
        """Write the config as plain values, ready for JSON.

        Returns:
            One plain value a field; choices by their names.
        """
        return {
            name: value.name if isinstance(value, Enum) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "TransformerConfig":
        """Read a config back.

        Args:
            values: What `to_dict` wrote.

        Returns:
            The config.

        Raises:
            ValueError: If a field or a choice is not known, or if no model can be
                built of the values.
        """
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise ValueError(f"a config has no {unknown}, only {sorted(known)}.")
        read = dict(values)
        for name in _CHOICES.keys() & read.keys():
            read[name] = _chosen(_CHOICES[name], read[name], name)
        return cls(**read)


_CHOICES: dict[str, type[Enum]] = {"positions": Positions, "activation": Activation}


def _check_sizes(config: TransformerConfig) -> None:
    counted = "vocab d_model n_heads d_ff n_encoder_blocks n_decoder_blocks max_len"
    names = [*counted.split(), "n_target_entries"]
    sizes = {name: getattr(config, name) for name in names}
    for name, size in sizes.items():
        if not isinstance(size, int):
            raise TypeError(f"{name} is {size!r}, but must be a whole number.")
    check_sizes(**sizes)


def _check_heads(config: TransformerConfig) -> None:
    d_k, left = divmod(config.d_model, config.n_heads)
    if left:
        raise ValueError(
            f"d_model = {config.d_model} cannot be shared out among n_heads = "
            f"{config.n_heads}: choose a divisor."
        )
    if config.positions is Positions.ROTARY and d_k % 2:
        raise ValueError(
            f"d_model = {config.d_model} and n_heads = {config.n_heads} give a head "
            f"{d_k} features, but rotary positions turn pairs: choose sizes that give "
            f"an even number."
        )


def _check_choices(config: TransformerConfig) -> None:
    for name, choice in _CHOICES.items():
        value = getattr(config, name)
        if not isinstance(value, choice):
            raise TypeError(
                f"{name} is {value!r}, but must be a member of {choice.__name__}, for "
                f"example {next(iter(choice))}."
            )


def _chosen(choice: type[Enum], name: str, field: str) -> Enum:
    if name not in choice.__members__:
        raise ValueError(
            f"{field} is {name!r}, but must be one of {sorted(choice.__members__)}."
        )
    return choice[name]
