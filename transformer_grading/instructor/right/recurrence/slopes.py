"""Right ways to follow a gradient over many steps."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right


def backwards(states: Tensor, w_h: Tensor) -> Tensor:
    product = torch.eye(w_h.shape[0], dtype=states.dtype)
    norms = [torch.linalg.norm(product)]
    for t in range(len(states) - 1, 0, -1):
        product = (w_h * (1 - states[t] ** 2)) @ product
        norms.append(torch.linalg.norm(product))
    return torch.stack(norms)


def columns(states: Tensor, w_h: Tensor) -> Tensor:
    jacobian = torch.eye(len(w_h))
    norms = [jacobian.norm()]
    for state in reversed(states[1:]):
        jacobian = jacobian @ torch.diag(1 - state.square()) @ w_h.T
        norms.append(jacobian.norm())
    return torch.stack(norms)


def into_a_buffer(states: Tensor, w_h: Tensor) -> Tensor:
    left = torch.zeros(len(states))
    product = torch.eye(len(w_h))
    for lag in range(len(states)):
        left[lag] = product.pow(2).sum().sqrt()
        product = w_h @ torch.diag(1 - states[-1 - lag] ** 2) @ product
    return left


def through_numpy(states: Tensor, w_h: Tensor) -> Tensor:
    import numpy as np

    h, w = states.numpy(), w_h.numpy()
    product = np.eye(len(w), dtype=w.dtype)
    norms = [np.sqrt((product**2).sum())]
    for state in h[:0:-1]:
        product = (w * (1 - state**2)) @ product
        norms.append(np.sqrt((product**2).sum()))
    return torch.from_numpy(np.array(norms, dtype=w.dtype))


def in_double(states: Tensor, w_h: Tensor) -> Tensor:
    h, w = states.double(), w_h.double()
    product = torch.eye(len(w), dtype=torch.float64)
    norms = [product.norm().item()]
    for t in reversed(range(1, len(h))):
        product = w * (1 - h[t] ** 2) @ product
        norms.append(product.norm().item())
    return torch.tensor(norms, dtype=states.dtype)


def one_product_a_lag(states: Tensor, w_h: Tensor) -> Tensor:
    hops = [w_h * (1 - state**2) for state in states]
    left = []
    for lag in range(len(states)):
        product = torch.eye(len(w_h))
        for hop in hops[len(states) - lag :]:
            product = product @ hop
        left.append(product.norm())
    return torch.stack(left)


def vector_by_vector(states: Tensor, w_h: Tensor) -> Tensor:
    squares = torch.zeros(len(states))
    for unit in torch.eye(len(w_h)):
        vector = unit
        squares[0] += vector @ vector
        for lag in range(1, len(states)):
            vector = w_h @ (vector * (1 - states[-lag] ** 2))
            squares[lag] += vector @ vector
    return squares.sqrt()


def einsum(states: Tensor, w_h: Tensor) -> Tensor:
    product, norms = torch.eye(len(w_h)), []
    slopes = 1 - states * states
    for slope in slopes.flip(0):
        norms.append(product.square().sum() ** 0.5)
        product = torch.einsum("ij,j,jk->ik", w_h, slope, product)
    return torch.stack(norms)


def traced(states: Tensor, w_h: Tensor) -> Tensor:
    so_far, norms = torch.eye(len(w_h), dtype=w_h.dtype), []
    for state in states.flip(0):
        norms.append(torch.trace(so_far.T @ so_far) ** 0.5)
        so_far = w_h @ torch.diag_embed(1 - state * state) @ so_far
    return torch.stack(norms)


def by_autograd(states: Tensor, w_h: Tensor) -> Tensor:
    w = w_h.detach()
    sums = torch.atanh(states) - torch.cat([states[:1] * 0, states[:-1] @ w])
    chain = [states[0].detach().requires_grad_()]
    for rest in sums[1:]:
        chain.append(torch.tanh(rest + chain[-1] @ w))
    rows = [
        torch.autograd.grad(feature, chain, retain_graph=True, allow_unused=True)
        for feature in chain[-1]
    ]
    left = [torch.stack([row[t] for row in rows]).norm() for t in range(len(chain))]
    return torch.stack(left[::-1])


RIGHT = (
    Right("own", "from the last state backwards", backwards),
    Right("own", "column vectors, diagonal matrices", columns),
    Right("W63", "a buffer of zeros", into_a_buffer),
    Right("own", "numpy", through_numpy),
    Right("own", "float64, then back", in_double),
    Right("own", "one product for each lag", one_product_a_lag),
    Right("own", "vector by vector", vector_by_vector),
    Right("own", "einsum", einsum),
    Right("own", "the trace of a product with itself", traced),
    Right("own", "autograd on a text made from the states", by_autograd),
)
