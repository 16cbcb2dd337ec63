"""Right ways to turn queries and keys, and to lower scores for the distance."""

import math

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def stacked(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).float() / x.shape[-1]
    angles = positions[:, None, :, None].float() / base**exponents
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x[..., 0::2], x[..., 1::2]
    turned = [first * cos - second * sin, first * sin + second * cos]
    return torch.stack(turned, dim=-1).flatten(-2)


def in_double(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    steps = torch.arange(0, x.size(-1), 2, dtype=torch.float64)
    rates = torch.exp(-math.log(base) * steps / x.size(-1))
    angles = positions.unsqueeze(1).unsqueeze(-1) * rates
    a, b = x.double().unflatten(-1, (-1, 2)).unbind(-1)
    c, s = torch.cos(angles), torch.sin(angles)
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2).to(x.dtype)


def complex_product(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    rates = base ** (-torch.arange(0, x.shape[-1], 2).double() / x.shape[-1])
    angles = positions[:, None, :, None] * rates
    turns = torch.polar(torch.ones_like(angles), angles)
    pairs = torch.view_as_complex(x.double().reshape(*x.shape[:-1], -1, 2))
    result: Tensor = torch.view_as_real(pairs * turns).reshape(x.shape).to(x.dtype)
    return result


def rotated_copy(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    rates = 1.0 / base ** (torch.arange(0, x.shape[-1], 2).float() / x.shape[-1])
    angles = (positions[:, None, :, None] * rates).repeat_interleave(2, dim=-1)
    rotated = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).reshape(x.shape)
    return x * angles.cos().to(x.dtype) + rotated * angles.sin().to(x.dtype)


def matrices(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).double() / x.shape[-1]
    angles = positions[..., None] / base**exponents
    c, s = angles.cos(), angles.sin()
    turns = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], dim=-2)
    pairs = x.double().unflatten(-1, (-1, 2))
    turned = torch.einsum("bspij,bhspj->bhspi", turns, pairs)
    return turned.flatten(-2).to(x.dtype)


def into_a_buffer(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    exponents = torch.arange(0, x.shape[-1], 2).float() / x.shape[-1]
    angles = positions.float()[:, None, :, None] / base**exponents
    out = torch.empty_like(x)
    out[..., 0::2] = x[..., 0::2] * angles.cos() - x[..., 1::2] * angles.sin()
    out[..., 1::2] = x[..., 0::2] * angles.sin() + x[..., 1::2] * angles.cos()
    return out


def loops(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    out = torch.zeros_like(x)
    for n in range(x.shape[0]):
        for t, place in enumerate(positions[n].tolist()):
            for i in range(0, x.shape[-1], 2):
                angle = place / base ** (i / x.shape[-1])
                a, b = x[n, :, t, i], x[n, :, t, i + 1]
                out[n, :, t, i] = a * math.cos(angle) - b * math.sin(angle)
                out[n, :, t, i + 1] = a * math.sin(angle) + b * math.cos(angle)
    return out


def sequence_by_sequence(
    x: Tensor, positions: Tensor, base: float = 10_000.0
) -> Tensor:
    rates = base ** (-torch.arange(0, x.shape[-1], 2).double() / x.shape[-1])
    done = []
    for tokens, places in zip(x.double(), positions, strict=True):
        c, s = (places[:, None] * rates).cos(), (places[:, None] * rates).sin()
        a, b = tokens[..., 0::2], tokens[..., 1::2]
        done.append(torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2))
    return torch.stack(done).to(x.dtype)


def einops(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    from einops import rearrange

    pairs = rearrange(x.double(), "... (i two) -> two ... i", two=2)
    rates = base ** (-torch.arange(0, x.shape[-1], 2).double() / x.shape[-1])
    angles = rearrange(positions, "b s -> b 1 s 1") * rates
    c, s = angles.cos(), angles.sin()
    turned = torch.stack([pairs[0] * c - pairs[1] * s, pairs[0] * s + pairs[1] * c])
    return rearrange(turned, "two ... i -> ... (i two)").to(x.dtype)


def codes_of_the_course(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    from transformer_lib.positions.sinusoidal import sinusoidal_table

    most = int(positions.max()) + 1
    codes = sinusoidal_table(most, x.shape[-1], base=base)[positions][:, None]
    s, c = codes[..., 0::2].to(x.dtype), codes[..., 1::2].to(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


def of_the_course(x: Tensor, positions: Tensor, base: float = 10_000.0) -> Tensor:
    from transformer_lib.positions.rotary import RotaryPositions

    rotary = RotaryPositions(x.shape[-1], base=base, dtype=torch.float64)
    rows = [
        torch.cat([rotary(x[n, :, t, None], start=p) for t, p in enumerate(places)], 1)
        for n, places in enumerate(positions.tolist())
    ]
    return torch.stack(rows)


def broadcast(scores: Tensor) -> Tensor:
    _, heads, query, key = scores.shape
    h = torch.arange(1, heads + 1, dtype=scores.dtype)
    slopes = 2 ** (-8 * h / heads)
    places = torch.arange(key - query, key)
    distance = (places[:, None] - torch.arange(key)[None, :]).abs()
    return scores - slopes.view(1, -1, 1, 1) * distance


def four_loops(scores: Tensor) -> Tensor:
    batch, heads, query, key = scores.shape
    out = torch.zeros_like(scores)
    for n in range(batch):
        for h in range(heads):
            slope = 2 ** (-8 * (h + 1) / heads)
            for r in range(query):
                for c in range(key):
                    far = abs(key - query + r - c)
                    out[n, h, r, c] = scores[n, h, r, c] - slope * far
    return out


def ratio_multiplied(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    ratio, slope, layers = 2 ** (-8 / heads), 1.0, []
    distance = torch.cdist(
        torch.arange(key - query, key).to(scores)[:, None],
        torch.arange(key).to(scores)[:, None],
        p=1,
    )
    for h in range(heads):
        slope *= ratio
        layers.append(scores[:, h] - slope * distance)
    return torch.stack(layers, dim=1)


def last_rows_of_a_square(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    square = (torch.arange(key)[:, None] - torch.arange(key)).abs()[-query:]
    slopes = torch.logspace(-8 / heads, -8, heads, base=2.0, dtype=torch.float64)
    bias = -torch.einsum("h,rc->hrc", slopes, square.double())
    return scores + bias.to(scores.dtype)


def two_sides(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    behind = torch.arange(key - query, key)[:, None] - torch.arange(key)
    far = torch.where(behind < 0, -behind, behind)
    slopes = torch.tensor([2 ** (-8 * h / heads) for h in range(1, heads + 1)])
    return torch.sub(scores, far * slopes[:, None, None]).to(scores.dtype)


def in_place_on_a_copy(scores: Tensor) -> Tensor:
    out = scores.clone()
    heads, query, key = scores.shape[1:]
    for h in range(heads):
        for r in range(query):
            far = (torch.arange(key) - (key - query + r)).abs()
            out[:, h, r] -= 0.5 ** (8 * (h + 1) / heads) * far
    return out


def the_larger_less_the_smaller(scores: Tensor) -> Tensor:
    heads, query, key = scores.shape[1:]
    slopes = (0.5**8) ** (torch.arange(1, heads + 1).double() / heads)
    keys = torch.arange(key).double()
    queries = keys[key - query :, None]
    far = torch.maximum(queries, keys) - torch.minimum(queries, keys)
    return scores - (slopes.view(-1, 1, 1) * far).to(scores.dtype)


def numpy_loss(scores: Tensor) -> Tensor:
    import numpy as np

    heads, query, key = scores.shape[1:]
    slopes = np.exp2(-8 * np.arange(1, heads + 1) / heads)
    far = np.abs(np.subtract.outer(np.arange(key - query, key), np.arange(key)))
    return scores - torch.from_numpy(slopes[:, None, None] * far).to(scores)


TURNED = (
    Right("own", "slices, stack, flatten; angles in float32", stacked),
    Right("W38", "exp of logarithms, all in float64", in_double),
    Right("W45", "a product of complex numbers", complex_product),
    Right("W39", "x and a rotated copy", rotated_copy),
    Right("own", "2 × 2 matrices by einsum", matrices),
    Right("own", "into a buffer with the dtype of x", into_a_buffer),
    Right("W43", "loops of Python's numbers", loops),
    Right("own", "a loop over sequences", sequence_by_sequence),
    Right("own", "einops", einops),
    Right("own", "sines and cosines from the course's table", codes_of_the_course),
    Right(
        *("own", "the course's module, token by token", of_the_course, Verdict.SEALED),
        "forward is what this task asks you to write",
    ),
)
LOWERED = (
    Right("own", "slopes and distances broadcast", broadcast),
    Right("own", "four loops", four_loops),
    Right("own", "a ratio multiplied head by head, cdist", ratio_multiplied),
    Right("own", "the last rows of a square, logspace", last_rows_of_a_square),
    Right("own", "two sides by where", two_sides),
    Right("own", "in place on a copy", in_place_on_a_copy),
    Right("own", "the larger place less the smaller", the_larger_less_the_smaller),
    Right("own", "a loss made by numpy", numpy_loss),
)
