"""The RNN, the LSTM and the GRU: stacks of cells, unrolled over a sequence.

Source: elman1990, figure 2; hochreiter1997; cho2014.
"""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from transformer_lib.recurrence.cells import GRUCell, LSTMCell, RNNCell
from transformer_lib.recurrence.unrolling import Recurrent
from transformer_lib.sizes import check_sizes


class RNN(Recurrent):
    """Stack plain recurrent layers.

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of each layer's state, at least 1.
        n_layers: Cells on top of each other, at least 1.
        activation: What squashes the sum; `nn.Identity()` makes the recurrence linear.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.

    Source: elman1990, figure 2.
    """

    def __init__(
        self,
        d_model: int,
        hidden: int,
        n_layers: int = 1,
        *,
        activation: Callable[[Tensor], Tensor] = torch.tanh,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        cell = partial(RNNCell, activation=activation, device=device, dtype=dtype)
        super().__init__([cell(w, hidden) for w in _widths(d_model, hidden, n_layers)])


class LSTM(Recurrent):
    """Stack LSTM layers, whose state is (h, c).

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of each layer's h and c, at least 1.
        n_layers: Cells on top of each other, at least 1.
        forget_bias: Added to every forget gate's bias at the start; 0 as in PyTorch.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.

    Source: hochreiter1997, section 4; gers2000, section 3.
    """

    def __init__(
        self,
        d_model: int,
        hidden: int,
        n_layers: int = 1,
        *,
        forget_bias: float = 0.0,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        cell = partial(LSTMCell, forget_bias=forget_bias, device=device, dtype=dtype)
        super().__init__([cell(w, hidden) for w in _widths(d_model, hidden, n_layers)])


class GRU(Recurrent):
    """Stack GRU layers.

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of each layer's state, at least 1.
        n_layers: Cells on top of each other, at least 1.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.

    Source: cho2014, section 2.3.
    """

    def __init__(
        self,
        d_model: int,
        hidden: int,
        n_layers: int = 1,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        cell = partial(GRUCell, device=device, dtype=dtype)
        super().__init__([cell(w, hidden) for w in _widths(d_model, hidden, n_layers)])


def _widths(d_model: int, hidden: int, n_layers: int) -> list[int]:
    check_sizes(n_layers=n_layers)
    return [d_model] + [hidden] * (n_layers - 1)
