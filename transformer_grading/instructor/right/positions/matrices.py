"""Right ways to count parameters and slow hands, and to write a matrix of turns."""

import math
from typing import Any

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict

Three = tuple[int, int, int]


def counted_in_a_loop(max_len: int, d_model: int) -> Three:
    slow = 0
    for i in range(d_model // 2):
        if 2 * math.pi * 10000 ** (2 * i / d_model) > max_len:
            slow += 1
    return max_len * d_model, 0, slow


def closed_form(max_len: int, d_model: int) -> Three:
    first = d_model / 2 * math.log(max_len / math.tau) / math.log(10000)
    fast = min(max(math.floor(first) + 1, 0), d_model // 2)
    return max_len * d_model, 0, d_model // 2 - fast


def tensors(max_len: int, d_model: int) -> tuple[int, int, Tensor]:
    waves = 2 * torch.pi * 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return max_len * d_model, 0, (waves > max_len).sum()


def turned_so_far(max_len: int, d_model: int) -> Three:
    from transformer_lib.positions.sinusoidal import angles_of

    turned = angles_of(1, d_model, start=max_len, base=10000.0)
    return max_len * d_model, 0, int((turned < 2 * math.pi).sum())


def parameters_of_modules(max_len: int, d_model: int) -> Three:
    from transformer_lib.positions.learned import LearnedPositions
    from transformer_lib.positions.sinusoidal import SinusoidalPositions

    learned = LearnedPositions(d_model, max_len=max_len)
    waves = SinusoidalPositions(d_model, max_len=max_len)
    counts = [sum(p.numel() for p in m.parameters()) for m in (learned, waves)]
    lengths = [2 * math.pi * 10000 ** (i / d_model) for i in range(0, d_model, 2)]
    return counts[0], counts[1], len([n for n in lengths if n > max_len])


def numpy_numbers(max_len: int, d_model: int) -> tuple[float, float, Any]:
    import numpy as np

    waves = 2 * np.pi * 10000.0 ** (np.arange(0, d_model, 2) / d_model)
    return float(max_len * d_model), 0.0, np.sum(waves > max_len)


def blocks(k: int, d_model: int) -> Tensor:
    turns = []
    for i in range(d_model // 2):
        angle = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(angle), math.sin(angle)
        turns.append(torch.tensor([[c, s], [-s, c]], dtype=torch.float64))
    matrix: Tensor = torch.block_diag(*turns)
    return matrix


def entries_in_loops(k: int, d_model: int) -> Tensor:
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        matrix[i, i] = matrix[i + 1, i + 1] = math.cos(angle)
        matrix[i, i + 1] = math.sin(angle)
        matrix[i + 1, i] = -math.sin(angle)
    return matrix


def three_diagonals(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    middle = torch.diag(angles.cos().repeat_interleave(2))
    sines = torch.stack([angles.sin(), torch.zeros_like(angles)], dim=-1).flatten()
    above = torch.diag(sines[:-1], 1)
    return middle + above - above.T


def strided(k: int, d_model: int) -> Tensor:
    angles = k / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    even = torch.arange(0, d_model, 2)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    matrix[even, even], matrix[even + 1, even + 1] = angles.cos(), angles.cos()
    matrix[even, even + 1], matrix[even + 1, even] = angles.sin(), -angles.sin()
    return matrix


def from_the_code(k: int, d_model: int) -> Tensor:
    from transformer_lib.positions.sinusoidal import sinusoidal_table

    code = sinusoidal_table(1, d_model, start=k)[0].view(-1, 2)
    turns = [torch.stack([pair.flip(0), pair * torch.tensor([-1, 1])]) for pair in code]
    matrix: Tensor = torch.block_diag(*turns)
    return matrix


def least_squares(k: int, d_model: int) -> Tensor:
    angles = 1 / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    places = torch.arange(d_model * 40).double()[:, None] * 101
    codes = [
        torch.stack([(angles * p).sin(), (angles * p).cos()], dim=-1).flatten(1)
        for p in (places, places + k)
    ]
    matrix: Tensor = torch.linalg.lstsq(codes[0], codes[1]).solution.T
    return matrix


def matrix_exponential(k: int, d_model: int) -> Tensor:
    rates = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    speeds = torch.stack([rates, torch.zeros_like(rates)], dim=-1).flatten()[:-1]
    generator = torch.diag(speeds, 1) - torch.diag(speeds, -1)
    matrix: Tensor = torch.linalg.matrix_exp(k * generator)
    return matrix


def power_of_one_step(k: int, d_model: int) -> Tensor:
    rates = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    turns = [
        torch.stack([torch.stack([c, s]), torch.stack([-s, c])])
        for c, s in zip(rates.cos(), rates.sin(), strict=True)
    ]
    step = torch.block_diag(*turns)
    matrix: Tensor = torch.linalg.matrix_power(step if k >= 0 else step.T, abs(k))
    return matrix


def columns_of_moved_units(k: int, d_model: int) -> Tensor:
    rates = 10000 ** (-torch.arange(0, d_model, 2).double() / d_model)
    units = torch.eye(d_model, dtype=torch.float64).unflatten(1, (-1, 2))
    hands = torch.view_as_complex(units.flip(-1).contiguous())
    moved = torch.view_as_real(hands * torch.exp(1j * k * rates))
    matrix: Tensor = moved.flip(-1).flatten(1).T
    return matrix


def numpy_entries(k: int, d_model: int) -> Tensor:
    import numpy as np

    even = 2 * np.arange(d_model // 2)
    angles = k / 1e4 ** (even / d_model)
    matrix = np.zeros((d_model, d_model))
    matrix[even, even] = matrix[even + 1, even + 1] = np.cos(angles)
    matrix[even, even + 1], matrix[even + 1, even] = np.sin(angles), -np.sin(angles)
    return torch.from_numpy(matrix)


def of_the_course(k: int, d_model: int) -> Tensor:
    from transformer_lib.positions.sinusoidal import rotation

    return rotation(k, d_model)


COUNTS = (
    Right("own", "a loop that counts", counted_in_a_loop),
    Right("own", "a logarithm in the place of a loop", closed_form),
    Right("own", "a sum of a mask", tensors),
    Right("own", "angles after max_len positions", turned_so_far),
    Right("own", "parameters of the course's modules", parameters_of_modules),
    Right("own", "numbers of numpy, and floats", numpy_numbers),
)
TURNS = (
    Right("W43", "blocks of Python's numbers", blocks),
    Right("own", "entries written in a loop", entries_in_loops),
    Right("own", "three diagonals", three_diagonals),
    Right("W40", "four kinds of entries at once", strided),
    Right("own", "blocks made of the code of position k", from_the_code),
    Right("own", "least squares on codes far apart", least_squares),
    Right("W38", "the exponential of a matrix", matrix_exponential),
    Right("own", "a power of one step", power_of_one_step),
    Right("W45", "unit codes turned as complex numbers", columns_of_moved_units),
    Right("W44", "numpy, then from_numpy", numpy_entries),
    Right(
        *("own", "the course's own", of_the_course, Verdict.SEALED),
        "rotation is what this task asks you to write",
    ),
)
