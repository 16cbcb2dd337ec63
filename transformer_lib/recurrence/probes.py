r"""Instruments that measure how far apart two positions of a sequence are.

How much of a gradient is left after a number of steps, and how many operations lie one
behind the other: both are read off PyTorch's own derivatives, so they fit any model.

Source: bengio1994; vaswani2017, section 4.
"""

from collections.abc import Callable

import torch
from einops import rearrange, repeat
from jaxtyping import Float
from torch import Tensor
from torch.autograd.graph import Node


def gradient_by_lag(
    function: Callable[[Tensor], Tensor], x: Float[Tensor, "batch seq d_model"]
) -> Float[Tensor, "batch seq"]:
    r"""Measure how much the last output depends on the token some steps before it.

    $$g_k = \left\lVert \frac{\partial h_n}{\partial x_{n-k}} \right\rVert_F$$

    Args:
        function: Maps a batch of sequences to as many vectors, row by row; an LSTM is
            wrapped as `lambda x: lstm(x)[0]`. Switch dropout off.
        x: The sequences at which the slope is taken. Each is read once for every
            feature of the output, all at the same time: a few are enough.

    Returns:
        The norm for each lag k from 0 to n - 1, in the unit of h over that of x. Divide
        by the first to compare models.

    Raises:
        ValueError: If the function does not give one vector for each token.

    Source: bengio1994; pascanu2013, section 2, equation (5).
    """
    with torch.no_grad():
        shape = function(x).shape
    if shape[:-1] != x.shape[:-1]:
        raise ValueError(
            f"x of shape {tuple(x.shape)} gave an output of shape {tuple(shape)}, but "
            f"it must be (batch, seq, features) with the same batch and seq."
        )
    # One copy of the batch for each feature of the output, which that copy picks out.
    copies = repeat(x.detach(), "batch ... -> (hidden batch) ...", hidden=shape[-1])
    copies.requires_grad_()
    picks = torch.eye(shape[-1], dtype=x.dtype, device=x.device)
    picks = picks.repeat_interleave(len(x), dim=0)
    (slopes,) = torch.autograd.grad(function(copies)[:, -1], copies, picks)
    pattern = "(hidden batch) seq d_model -> batch seq (hidden d_model)"
    norms: Tensor = rearrange(slopes, pattern, batch=len(x)).norm(dim=-1)
    return norms.flip(-1)


def dependency_chain(
    output: Tensor, count: Callable[[Node], int] = lambda operation: 1
) -> int:
    """Count the operations that must wait for each other to make a tensor.

    Only operations with a derivative count: the longest path through the graph that
    PyTorch keeps for the backward pass, from the output to a leaf.

    Args:
        output: A result of operations on tensors that require a gradient.
        count: Tells how much an operation counts, at least 0; each counts 1 if not
            given.

    Returns:
        The length of the longest path, in operations, the leaf's own node included.

    Raises:
        ValueError: If the output has no graph.
    """
    if output.grad_fn is None:
        raise ValueError(
            "the output has 0 operations behind it, but needs at least 1: make it from "
            "tensors with requires_grad=True, outside no_grad."
        )
    length: dict[Node, int] = {}
    stack = [output.grad_fn]
    while stack:
        node = stack[-1]
        before = [n for n, _ in node.next_functions if n is not None]
        waiting = [n for n in before if n not in length]
        stack += waiting
        if not waiting:
            longest = max((length[n] for n in before), default=0)
            length[stack.pop()] = count(node) + longest
    return length[output.grad_fn]
