"""Right ways to count parameters and multiply-adds."""

import math

import torch

from transformer_grading.instructor.right.core import Right


def four_products(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    total = 2 * d_model * n_heads * d_k + 2 * d_model * n_heads * d_v
    if bias:
        total += 2 * n_heads * d_k + n_heads * d_v + d_model
    return total


def one_row_more(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    rows = d_model + 1 if bias else d_model
    last = n_heads * d_v + 1 if bias else n_heads * d_v
    return rows * n_heads * (2 * d_k + d_v) + last * d_model


def layers_counted(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    wide, values = n_heads * d_k, n_heads * d_v
    shapes = [(d_model, wide), (d_model, wide), (d_model, values), (values, d_model)]
    layers = [torch.nn.Linear(a, b, bias=bias, device="meta") for a, b in shapes]
    return sum(p.numel() for layer in layers for p in layer.parameters())


def head_by_head(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    total = d_model if bias else 0
    for _ in range(n_heads):
        for width in (d_k, d_k, d_v):
            total += d_model * width + (width if bias else 0)
        total += d_v * d_model
    return total


def the_courses_layer(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    from transformer_lib.multihead import MultiHeadAttention

    layer = MultiHeadAttention(d_model, n_heads, d_k=d_k, d_v=d_v, device="meta")
    counted = [p for p in layer.parameters() if bias or p.dim() > 1]
    return sum(math.prod(p.shape) for p in counted)


def five_terms(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    wide, values = n_heads * d_k, n_heads * d_v
    made = query * d_model * wide + key * d_model * wide + key * d_model * values
    inside = n_heads * query * key * d_k + n_heads * query * key * d_v
    return made + inside + query * values * d_model


def one_bracket(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return n_heads * (d_k + d_v) * (d_model * (query + key) + query * key)


def as_a_number_with_a_point(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> float:
    both = float(d_k + d_v)
    return n_heads * both * (query * (d_model + key) + key * d_model)


def as_a_tensor(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> torch.Tensor:
    products = [
        (query, d_model, n_heads * d_k),
        (key, d_model, n_heads * d_k),
        (key, d_model, n_heads * d_v),
        (n_heads * query, d_k, key),
        (n_heads * query, key, d_v),
        (query, n_heads * d_v, d_model),
    ]
    return torch.tensor(products).prod(dim=1).sum()


def products_of_shapes(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    total = 0
    for _ in range(n_heads):
        for rows, inner, columns in (
            *((query, d_model, d_k), (key, d_model, d_k), (key, d_model, d_v)),
            *((query, d_k, key), (query, key, d_v), (query, d_v, d_model)),
        ):
            total += rows * inner * columns
    return total


PARAMETERS = (
    Right("own", "four products, then the biases", four_products),
    Right("own", "a bias as one more row", one_row_more),
    Right("own", "linear layers without numbers, counted", layers_counted),
    Right("own", "head by head", head_by_head),
    Right("own", "the course's layer, counted", the_courses_layer),
)
PRODUCTS = (
    Right("own", "term by term", five_terms),
    Right("own", "one bracket", one_bracket),
    Right("own", "a number with a point", as_a_number_with_a_point),
    Right("own", "a tensor of one number", as_a_tensor),
    Right("own", "rows, inner and columns of every product", products_of_shapes),
)
