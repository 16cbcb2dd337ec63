"""Right ways to write a table of waves, and some that borrow it."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def exp_of_logarithms(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq, dtype=torch.float64).unsqueeze(1)
    steps = torch.arange(0, d_model, 2, dtype=torch.float64)
    rates = torch.exp(steps * -(math.log(10000.0) / d_model))
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    table[:, 0::2] = torch.sin(places * rates)
    table[:, 1::2] = torch.cos(places * rates[: d_model // 2])
    return table


def one_over_a_power(seq: int, d_model: int, start: int = 0) -> Tensor:
    i = torch.arange((d_model + 1) // 2).double()
    rates = 1 / torch.pow(torch.tensor(10000.0).double(), 2 * i / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] * rates[None, :]
    table = angles.new_empty(seq, d_model)
    table[:, ::2], table[:, 1::2] = angles.sin(), angles.cos()[:, : d_model // 2]
    return table


def divided_by_a_power(seq: int, d_model: int, start: int = 0) -> Tensor:
    columns = torch.arange(d_model, dtype=torch.float64)
    exponents = 2 * torch.div(columns, 2, rounding_mode="floor") / d_model
    places = torch.arange(seq, dtype=torch.float64).reshape(-1, 1) + start
    angles = places / 10000**exponents
    return torch.where(columns % 2 == 0, torch.sin(angles), torch.cos(angles))


def outer_and_stack(seq: int, d_model: int, start: int = 0) -> Tensor:
    rates = 10000 ** -(torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.outer(torch.arange(start, start + seq).double(), rates)
    pairs = torch.stack((angles.sin(), angles.cos()), dim=-1)
    return pairs.flatten(start_dim=-2)[..., :d_model]


def shifted_sine(seq: int, d_model: int, start: int = 0) -> Tensor:
    columns = torch.arange(d_model)
    rates = 10000 ** (-(columns - columns % 2).double() / d_model)
    places = torch.arange(start, start + seq).double()
    angles = torch.einsum("p,c->pc", places, rates)
    return torch.sin(angles + (columns % 2).double() * (math.pi / 2))


def loops(seq: int, d_model: int, start: int = 0) -> Tensor:
    rows = []
    for place in range(start, start + seq):
        row = []
        for column in range(d_model):
            angle = place / 10000 ** (2 * (column // 2) / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float64)


def loop_into_a_buffer(seq: int, d_model: int, start: int = 0) -> Tensor:
    table = torch.zeros(seq, d_model, dtype=torch.float64)
    for row in range(seq):
        for i in range(0, d_model, 2):
            angle = (start + row) / (10000 ** (i / d_model))
            table[row, i] = math.sin(angle)
            if i + 1 < d_model:
                table[row, i + 1] = math.cos(angle)
    return table


def column_by_column(seq: int, d_model: int, start: int = 0) -> Tensor:
    places = torch.arange(start, start + seq).double()
    columns = []
    for j in range(d_model):
        angles = places / 10000 ** ((j - j % 2) / d_model)
        columns.append(angles.cos() if j % 2 else angles.sin())
    return torch.stack(columns, dim=1)


def numpy(seq: int, d_model: int, start: int = 0) -> Tensor:
    import numpy as np

    columns = np.arange(d_model)
    angles = np.arange(start, start + seq)[:, None] / np.power(
        10000, 2 * (columns // 2) / d_model
    )
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.from_numpy(angles)


def complex_numbers(seq: int, d_model: int, start: int = 0) -> Tensor:
    rates = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    angles = torch.arange(start, start + seq).double()[:, None] * rates
    hands = torch.exp(1j * angles)
    table: Tensor = torch.view_as_real(hands).flip(-1).flatten(1)[:, :d_model]
    return table


def longer_and_cut(seq: int, d_model: int, start: int = 0) -> Tensor:
    width = d_model + d_model % 2
    places = torch.arange(start + seq).double()[:, None]
    angles = places / 10000 ** (torch.arange(0, width, 2).double() / d_model)
    table = torch.zeros(start + seq, width, dtype=torch.float64)
    table[:, 0::2], table[:, 1::2] = torch.sin(angles), torch.cos(angles)
    return table[start:, :d_model].clone()


def kept(
    seq: int,
    d_model: int,
    start: int = 0,
    known: dict[tuple[int, int, int], Tensor] = {},  # noqa: B006
) -> Tensor:
    if (seq, d_model, start) not in known:
        places = torch.arange(start, start + seq).double()[:, None]
        angles = places / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
        pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
        known[seq, d_model, start] = pairs.flatten(1)[:, :d_model]
    return known[seq, d_model, start]


def turned_step_by_step(seq: int, d_model: int, start: int = 0) -> Tensor:
    rates = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    hands, turn = torch.polar(torch.ones(()).double(), start * rates), 1j * rates
    rows = []
    for _ in range(seq):
        pairs = torch.stack([hands.imag, hands.real], dim=-1)
        rows.append(pairs.flatten()[:d_model])
        hands = hands * torch.exp(turn)
    return torch.stack(rows)


def course_table(seq: int, d_model: int, start: int = 0) -> Tensor:
    from transformer_lib.positions.sinusoidal import sinusoidal_table

    return sinusoidal_table(seq, d_model, start=start)


def course_module(seq: int, d_model: int, start: int = 0) -> Tensor:
    from transformer_lib.positions.sinusoidal import SinusoidalPositions

    positions = SinusoidalPositions(d_model, max_len=start + seq, dtype=torch.float64)
    return positions.table[start:]


def course_turn(seq: int, d_model: int, start: int = 0) -> Tensor:
    from transformer_lib.positions.sinusoidal import rotation

    zero = torch.tensor([0.0, 1.0]).double().repeat(d_model // 2)
    return torch.stack([rotation(start + p, d_model) @ zero for p in range(seq)])


_SEALED = "is what this task asks you to write"

RIGHT = (
    Right("W38", "exp of logarithms, in float64", exp_of_logarithms),
    Right("W39", "one over a power", one_over_a_power),
    Right("W40", "positions divided by a power, for every column", divided_by_a_power),
    Right("W41", "outer, stack, flatten", outer_and_stack),
    Right("W42", "the cosine as a shifted sine", shifted_sine),
    Right("W43", "loops of Python's numbers", loops),
    Right("W43", "loops that write into zeros", loop_into_a_buffer),
    Right("own", "a loop over columns", column_by_column),
    Right("W44", "numpy, then from_numpy", numpy),
    Right("W45", "complex exponentials", complex_numbers),
    Right("own", "a longer and wider table, cut to size", longer_and_cut),
    Right("own", "tables kept for their size and start", kept),
    Right("own", "hands turned on row by row", turned_step_by_step),
    Right(
        *("own", "the course's table", course_table, Verdict.SEALED),
        f"sinusoidal_table {_SEALED}",
    ),
    Right(
        *("W46", "the buffer of the course's module", course_module, Verdict.SEALED),
        f"sinusoidal_table {_SEALED}",
    ),
    Right(
        *("own", "the course's turn of position 0", course_turn, Verdict.SEALED),
        f"rotation {_SEALED}",
    ),
)
