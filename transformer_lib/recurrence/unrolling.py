r"""A recurrence, step by step: one token after the other, one layer above the other.

Three conventions hold for all of them. The batch comes first. A sequence of length n
ends with its n-th token: from there on its state stands still and its outputs are
zeros, so the last state is the one at the sequence's own end. A length beyond the
batch's longest sequence counts as that; a length of 0 leaves the first state.

Source: elman1990, figure 2; williams1990, for windows.
"""

from collections.abc import Iterator, Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer_lib.recurrence.cells import Cell

State = tuple[Float[Tensor, "layers batch hidden"], ...]
CellState = tuple[Float[Tensor, "batch hidden"], ...]


class Recurrent(nn.Module):
    """Run cells over a sequence, each reading the states of the one below.

    Args:
        cells: One cell a layer, the lowest first.

    Raises:
        ValueError: If there is no cell, or if a cell cannot read the one below.

    Source: elman1990, figure 2.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        super().__init__()
        _check_cells(cells)
        self.cells = nn.ModuleList(cells)
        self.d_model, self.hidden = cells[0].d_model, cells[0].hidden
        self.n_states = cells[0].n_states

    def forward(
        self,
        x: Float[Tensor, "batch seq d_model"],
        state: State | None = None,
        lengths: Int[Tensor, " batch"] | None = None,
    ) -> tuple[Float[Tensor, "batch seq hidden"], State]:
        """Read the sequences from first to last.

        Args:
            x: The tokens.
            state: What is remembered before the first token: (h,), or (h, c) for an
                LSTM; zeros if not given.
            lengths: How many tokens each sequence has, from 0; all of `x` if not given.
                What stands in `x` after them has no effect.

        Returns:
            outputs: The top layer's h after each token; zeros after a sequence's end.
            state: Every layer's state after each sequence's own last token.

        Raises:
            TypeError: If `lengths` are no whole numbers, or the state is no tuple.
            ValueError: If the sizes do not fit together, or `x` holds no token.
        """
        _check_tokens(x, self)
        state = self.start(x) if state is None else state
        _check_state(state, x, self)
        alive = None
        if lengths is not None:
            _check_lengths(lengths, x)
            alive = torch.arange(x.shape[1], device=x.device) < lengths[:, None]
            x = x.masked_fill(~alive[..., None], 0.0)
        ends = []
        for cell, *before in zip(self.cells, *state, strict=True):
            x, after = unroll(cell, x, tuple(before), alive)
            ends.append(after)
        return x, tuple(torch.stack(part) for part in zip(*ends, strict=True))

    def start(self, x: Float[Tensor, "batch seq d_model"]) -> State:
        """Return the state of one who has read nothing: zeros.

        Args:
            x: The tokens that will be read.

        Returns:
            One tensor for each part of the state.
        """
        shape = (len(self.cells), x.shape[0], self.hidden)
        return tuple(x.new_zeros(shape) for _ in range(self.n_states))


def unroll(
    cell: Cell,
    x: Float[Tensor, "batch seq d_model"],
    state: CellState,
    alive: Bool[Tensor, "batch seq"] | None = None,
) -> tuple[Float[Tensor, "batch seq hidden"], CellState]:
    r"""Apply one cell to one token after the other.

    $$h_t = \mathrm{cell}(x_t, h_{t-1})$$

    Step t needs the result of step t - 1: no two steps can run at once.

    Args:
        cell: What to do with a token.
        x: The tokens.
        state: What is remembered before the first token.
        alive: True at a sequence's own tokens; everywhere if not given.

    Returns:
        outputs: h after each token; zeros where a sequence is over.
        state: The state after the last token that is alive.

    Source: elman1990, figure 2.
    """
    outputs = []
    for t, x_t in enumerate(x.unbind(dim=1)):
        new = cell(x_t, *state)
        state = new if alive is None else _choose(alive[:, t, None], new, state)
        outputs.append(state[0])
    h = torch.stack(outputs, dim=1)
    return (h if alive is None else h.masked_fill(~alive[..., None], 0.0)), state


def windows(
    layer: Recurrent,
    x: Float[Tensor, "batch seq d_model"],
    window: int,
    state: State | None = None,
) -> Iterator[Float[Tensor, "batch query hidden"]]:
    """Read a long sequence in windows: the state goes on, the gradient does not.

    Call `backward` on each window before asking for the next one: memory then depends
    on the window, not on the sequence. This is backpropagation through time, truncated.

    Args:
        layer: What reads.
        x: The tokens.
        window: How many tokens to read at a time, at least 1.
        state: What is remembered before the first token; zeros if not given.

    Yields:
        The outputs of one window.

    Raises:
        ValueError: If a window holds no token.

    Source: williams1990.
    """
    if window < 1:
        raise ValueError(f"a window holds {window} tokens, but needs at least 1.")
    for tokens in x.split(window, dim=1):
        outputs, state = layer(tokens, state)
        yield outputs
        state = tuple(part.detach() for part in state)


def _choose(alive: Tensor, new: CellState, old: CellState) -> CellState:
    return tuple(torch.where(alive, *parts) for parts in zip(new, old, strict=True))


def _check_cells(cells: Sequence[Cell]) -> None:
    if not cells:
        raise ValueError("there are 0 cells, but a layer needs at least 1.")
    for below, cell in zip(cells, cells[1:], strict=False):
        if not below.hidden == cell.d_model == cell.hidden:
            raise ValueError(
                f"a cell with hidden = {below.hidden} lies below one with d_model "
                f"= {cell.d_model} and hidden = {cell.hidden}, but all three must "
                f"be equal, since it reads the other's state."
            )
        if below.n_states != cell.n_states:
            raise ValueError(
                f"a cell whose state has {below.n_states} parts lies below one "
                f"whose state has {cell.n_states} parts, but all must have as many."
            )


def _check_tokens(x: Tensor, layer: Recurrent) -> None:
    if x.ndim != 3 or x.shape[-1] != layer.d_model or x.shape[1] == 0:
        raise ValueError(
            f"x has shape {tuple(x.shape)}, but must be (batch, seq, d_model) with "
            f"d_model = {layer.d_model} and at least one token."
        )


def _check_state(state: State, x: Tensor, layer: Recurrent) -> None:
    if not isinstance(state, tuple):
        raise TypeError(
            f"the state is a {type(state).__name__}, but must be a tuple of "
            f"{layer.n_states} tensors: (h,), or (h, c) for an LSTM."
        )
    shape = (len(layer.cells), x.shape[0], layer.hidden)
    if [part.shape for part in state] != [shape] * layer.n_states:
        raise ValueError(
            f"the state's shapes are {[tuple(part.shape) for part in state]}, but must "
            f"be {layer.n_states} times (layers, batch, hidden) = {shape}, in a tuple."
        )


def _check_lengths(lengths: Tensor, x: Tensor) -> None:
    if lengths.dtype.is_floating_point or lengths.dtype == torch.bool:
        raise TypeError(
            f"lengths are {lengths.dtype}, but count tokens: pass whole numbers, for "
            f"example mask.sum(dim=1) of a mask that is True at tokens."
        )
    if lengths.shape != x.shape[:1]:
        raise ValueError(
            f"lengths has shape {tuple(lengths.shape)} for a batch of {x.shape[0]}, "
            f"but must hold one number a sequence: shape ({x.shape[0]},)."
        )
