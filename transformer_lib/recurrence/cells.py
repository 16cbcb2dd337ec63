r"""One step of three recurrent networks: read a token, change what is remembered.

A cell's state is a tuple of tensors. The first is h, the part that it shows to others;
the cell of an LSTM also keeps c to itself. Gates come in PyTorch's order, so that its
weights can be copied: input, forget, candidate, output in the LSTM; reset, update,
candidate in the GRU.

Source: elman1990, figure 2; hochreiter1997; cho2014.
"""

import math
from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Cell(nn.Module):
    r"""Hold what every cell has: one matrix for the token, one for the state.

    Every parameter starts uniform between $\pm 1/\sqrt{\text{hidden}}$, as in PyTorch.

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of the state, at least 1.
        n_gates: How many vectors of `hidden` features one step computes, at least 1.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.
    """

    n_states = 1

    def __init__(
        self,
        d_model: int,
        hidden: int,
        n_gates: int,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        if min(d_model, hidden, n_gates) < 1:
            raise ValueError(
                f"d_model is {d_model}, hidden is {hidden} and n_gates is {n_gates}, "
                f"but each must be at least 1: a cell maps features to features."
            )
        self.d_model, self.hidden = d_model, hidden
        self.w_x = nn.Linear(d_model, n_gates * hidden, device=device, dtype=dtype)
        self.w_h = nn.Linear(hidden, n_gates * hidden, device=device, dtype=dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw every parameter anew."""
        bound = 1 / math.sqrt(self.hidden)
        for parameter in self.parameters():
            nn.init.uniform_(parameter, -bound, bound)


class RNNCell(Cell):
    r"""Mix the token into the state, and squash the sum.

    $$h_t = \tanh(W_x x_t + b_x + W_h h_{t-1} + b_h)$$

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of the state, at least 1.
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
        *,
        activation: Callable[[Tensor], Tensor] = torch.tanh,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__(d_model, hidden, 1, device=device, dtype=dtype)
        self.activation = activation

    def forward(
        self, x: Float[Tensor, "batch d_model"], h: Float[Tensor, "batch hidden"]
    ) -> tuple[Float[Tensor, "batch hidden"]]:
        """Take one step."""
        return (self.activation(self.w_x(x) + self.w_h(h)),)


class LSTMCell(Cell):
    r"""Keep a memory c that gates may erase, write and show, each number on its own.

    $$\begin{aligned}
    (\hat\imath, \hat f, \hat g, \hat o) &= W_x x_t + b_x + W_h h_{t-1} + b_h \\
    c_t &= \sigma(\hat f) \odot c_{t-1} + \sigma(\hat\imath) \odot \tanh(\hat g) \\
    h_t &= \sigma(\hat o) \odot \tanh(c_t)
    \end{aligned}$$

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of the state, at least 1.
        forget_bias: Added to the forget gate's bias at the start. At 0, as in PyTorch,
            about half of the memory is lost at each step; at 3, about 5 %.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.

    Source: hochreiter1997, section 4; gers2000, section 3, for the forget gate.
    """

    n_states = 2

    def __init__(
        self,
        d_model: int,
        hidden: int,
        *,
        forget_bias: float = 0.0,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        self.forget_bias = forget_bias
        super().__init__(d_model, hidden, 4, device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw every parameter anew, then open the forget gate."""
        super().reset_parameters()
        with torch.no_grad():
            self.w_x.bias[self.hidden : 2 * self.hidden] += self.forget_bias

    def forward(
        self,
        x: Float[Tensor, "batch d_model"],
        h: Float[Tensor, "batch hidden"],
        c: Float[Tensor, "batch hidden"],
    ) -> tuple[Float[Tensor, "batch hidden"], Float[Tensor, "batch hidden"]]:
        """Take one step."""
        i, f, g, o = (self.w_x(x) + self.w_h(h)).chunk(4, dim=-1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        h = o.sigmoid() * c.tanh()
        return h, c


class GRUCell(Cell):
    r"""Move each number of the state some way towards a candidate.

    $$\begin{aligned}
    r &= \sigma(W_{xr} x_t + b_{xr} + W_{hr} h_{t-1} + b_{hr}) \\
    z &= \sigma(W_{xz} x_t + b_{xz} + W_{hz} h_{t-1} + b_{hz}) \\
    n &= \tanh(W_{xn} x_t + b_{xn} + r \odot (W_{hn} h_{t-1} + b_{hn})) \\
    h_t &= (1 - z) \odot n + z \odot h_{t-1}
    \end{aligned}$$

    The reset gate r acts after the product with $W_{hn}$, as in PyTorch; the paper
    applies it to $h_{t-1}$ before.

    Args:
        d_model: Features of a token, at least 1.
        hidden: Features of the state, at least 1.
        device: Where the parameters live.
        dtype: The floating type of the parameters.

    Raises:
        ValueError: If a size is smaller than 1.

    Source: cho2014, section 2.3, equations (5) to (8).
    """

    def __init__(
        self,
        d_model: int,
        hidden: int,
        *,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__(d_model, hidden, 3, device=device, dtype=dtype)

    def forward(
        self, x: Float[Tensor, "batch d_model"], h: Float[Tensor, "batch hidden"]
    ) -> tuple[Float[Tensor, "batch hidden"]]:
        """Take one step."""
        x_r, x_z, x_n = self.w_x(x).chunk(3, dim=-1)
        h_r, h_z, h_n = self.w_h(h).chunk(3, dim=-1)
        r, z = (x_r + h_r).sigmoid(), (x_z + h_z).sigmoid()
        n = (x_n + r * h_n).tanh()
        return ((1 - z) * n + z * h,)
