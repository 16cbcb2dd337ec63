"""Right ways to count work, lengths, parameters and bytes."""

import math

import torch

from transformer_grading.instructor.right.core import Right, Verdict

Two = tuple[float, float]


def product_by_product(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    d_all = heads * d_k
    make_q = query * d_model * d_all
    make_k = key * d_model * d_all
    make_v = key * d_model * d_all
    mix = query * d_all * d_model
    scores = heads * (query * d_k * key)
    average = heads * (query * key * d_k)
    return make_q + make_k + make_v + mix, scores + average


def head_by_head(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    projections = core = 0
    for _ in range(heads):
        projections += d_model * d_k * (query + key + key)
        core += query * key * d_k + query * key * d_k
    return projections + query * d_model * (heads * d_k), core


def as_tensors(query: int, key: int, d_model: int, heads: int, d_k: int) -> object:
    width = torch.tensor(heads * d_k)
    return 2 * (query + key) * d_model * width, 2 * query * key * width


def as_floats(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    projections = 4.0 * ((query + key) / 2) * d_model * heads * d_k
    return projections, 2.0 * query * key * heads * d_k


def counted_while_it_runs(
    query: int, key: int, d_model: int, heads: int, d_k: int
) -> Two:
    from transformer_lib.complexity.measures import multiply_adds

    def product(rows: int, inner: int, columns: int) -> int:
        a = torch.empty(rows, inner, device="meta")
        b = torch.empty(inner, columns, device="meta")
        return multiply_adds(lambda: a @ b)

    width = heads * d_k
    projections = product(query, d_model, width) + 2 * product(key, d_model, width)
    projections += product(query, width, d_model)
    core = heads * (product(query, d_k, key) + product(query, key, d_k))
    return projections, core


def from_the_library(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    from transformer_lib.complexity import layers

    whole = layers.multi_head(query, key, d_model, heads).multiply_adds
    core = layers.attention(query, key, d_model, heads).multiply_adds
    return whole - core, core


def in_brackets(d_model: int, d_ff: int, hidden: int) -> Two:
    lstm = 2 * (hidden * (d_model + hidden) - d_model**2) / d_model
    return d_ff + 2 * d_model, lstm if lstm > 0 else 0


def equation_solved(d_model: int, d_ff: int, hidden: int) -> Two:
    pairs, each_token = 2 * d_model, 4 * d_model**2
    half = (each_token + 2 * d_model * d_ff) / pairs
    lstm = (4 * hidden * (d_model + hidden) - each_token) / pairs
    return half, max(0, lstm)


def found_by_halving(d_model: int, d_ff: int, hidden: int) -> Two:
    def surplus(n: float) -> float:
        attention = 4 * n * d_model**2 + 2 * n**2 * d_model
        return attention - 4 * n * hidden * (d_model + hidden)

    low, high = 0.0, 1e7
    for _ in range(100):
        middle = (low + high) / 2
        if surplus(middle) > 0:
            high = middle
        else:
            low = middle
    return 2 * d_model + d_ff, low


def lengths_in_numpy(d_model: int, d_ff: int, hidden: int) -> object:
    import numpy as np

    lstm = np.float64(2 * hidden * (d_model + hidden)) / d_model - 2 * d_model
    return np.int64(2 * d_model + d_ff), np.maximum(lstm, 0)


def exact_fraction(d_model: int, d_ff: int, hidden: int) -> Two:
    from fractions import Fraction

    lstm = Fraction(2 * hidden * (d_model + hidden), d_model) - 2 * d_model
    return 2 * d_model + d_ff, float(max(lstm, Fraction(0)))


def part_by_part(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    def linear(d_in: int, d_out: int) -> int:
        return d_in * d_out + d_out

    attention = sum(linear(d, d) for _ in range(4))
    network = linear(d, d_ff) + linear(d_ff, d)
    norm = 2 * d
    encoder = encoders * (attention + norm + network + norm)
    decoder = decoders * (attention + norm + attention + norm + network + norm)
    return encoder + decoder + tables * vocab * d


def one_formula(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    network = (2 * d + 1) * d_ff + d
    read, write = 4 * d * d + 8 * d + network, 8 * d * d + 14 * d + network
    return encoders * read + decoders * write + tables * vocab * d


def modules_counted(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    from torch import nn

    def block(attentions: int) -> nn.ModuleList:
        squares = [nn.Linear(d, d) for _ in range(4 * attentions)]
        norms = [nn.LayerNorm(d) for _ in range(attentions + 1)]
        return nn.ModuleList([*squares, *norms, nn.Linear(d, d_ff), nn.Linear(d_ff, d)])

    with torch.device("meta"):
        parts: list[nn.Module] = [block(1) for _ in range(encoders)]
        parts += [block(2) for _ in range(decoders)]
        parts += [nn.Embedding(vocab, d) for _ in range(tables)]
        return sum(p.numel() for p in nn.ModuleList(parts).parameters())


def model_from_the_library(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    from transformer_lib.complexity import models

    sizes = models.Sizes(vocab, d, 1, d_ff, encoders, decoders)
    return models.transformer(1, 1, sizes).parameters + (tables - 1) * vocab * d


def factor_by_factor(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    weights = math.prod([b, n, h, seq, seq, size])
    return weights, math.prod([2, b, n, h, seq, d_k, size])


def layer_by_layer(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    weights = cache = 0
    for _ in range(n):
        weights += b * h * seq**2 * size
        cache += b * seq * (h * d_k) * size  # keys
        cache += b * seq * (h * d_k) * size  # values
    return weights, cache


def tensors_weighed(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    table = torch.empty(b, h, seq, seq, device="meta")
    keys = torch.empty(b, h, seq, d_k, device="meta")
    return n * table.numel() * size, n * 2 * keys.numel() * size


def roots(d_model: int, d_ff: int, hidden: int) -> object:
    import numpy as np

    core, made = 2 * d_model, 4 * d_model**2
    block = np.roots([core, -made - 2 * d_model * d_ff, 0]).max()
    lstm = np.roots([core, made - 4 * (d_model + hidden) * hidden, 0]).max()
    return block, lstm


def layers_of_torch(
    vocab: int, d: int, d_ff: int, encoders: int, decoders: int, tables: int
) -> float:
    from torch import nn

    def size(module: object) -> int:
        return sum(p.numel() for p in module.parameters())  # type: ignore[attr-defined]

    with torch.device("meta"):
        read = size(nn.TransformerEncoderLayer(d, 1, d_ff))
        write = size(nn.TransformerDecoderLayer(d, 1, d_ff))
        return (
            encoders * read + decoders * write + tables * size(nn.Embedding(vocab, d))
        )


WORK = (
    Right("own", "product by product", product_by_product),
    Right("own", "head by head", head_by_head),
    Right("own", "tensors of one number", as_tensors),
    Right("own", "floats", as_floats),
    Right("own", "products counted while they run", counted_while_it_runs),
    Right(
        *("own", "the course's own formulas", from_the_library),
        Verdict.SEALED,
        "multi_head is what this task asks you to write",
    ),
)
LENGTHS = (
    Right("own", "one pair of brackets", in_brackets),
    Right("own", "the equation solved for n", equation_solved),
    Right("own", "halved until it fits", found_by_halving),
    Right("own", "numbers of numpy", lengths_in_numpy),
    Right("own", "an exact fraction", exact_fraction),
    Right("own", "roots of two polynomials", roots),
)
PARAMETERS = (
    Right("own", "part by part", part_by_part),
    Right("own", "one formula a block", one_formula),
    Right("own", "modules built and counted", modules_counted),
    Right("own", "the layers of torch counted", layers_of_torch),
    Right(
        *("own", "the course's own formula", model_from_the_library),
        Verdict.SEALED,
        "transformer is what this task asks you to write",
    ),
)
MEMORY = (
    Right("own", "a product of factors", factor_by_factor),
    Right("own", "layer by layer", layer_by_layer),
    Right("own", "tensors weighed", tensors_weighed),
)
