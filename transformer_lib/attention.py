r"""Averages of values, weighted by how well each key matches the query.

The same sum twice: `scaled_dot_product_attention` can be read line by line and hands
back the weights; `fused_attention` asks PyTorch's own kernel, which never stores them.

Source: vaswani2017, section 3.2.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor


def scaled_dot_product_attention(
    q: Float[Tensor, "*lead query d_k"],
    k: Float[Tensor, "*lead key d_k"],
    v: Float[Tensor, "*lead key d_v"],
    mask: Bool[Tensor, "#*lead #query #key"] | None = None,
) -> tuple[Float[Tensor, "*lead query d_v"], Float[Tensor, "*lead query key"]]:
    r"""Average the values, each weighted by how well its key matches the query.

    $$\mathrm{Attention}(Q, K, V)
    = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

    The softmax runs along the keys: each query shares out one unit of attention.

    Args:
        q: What each position asks for; a pure number per feature, any size.
        k: What each position answers to; measured in the same features as `q`.
        v: What each position hands over; in any unit, which the output keeps.
        mask: True where a query may look at a key; a size of 1 stands for all.
            Without a mask every query may look at every key.

    Returns:
        output: For each query the average of the values, in the unit of `v`; zeros for
            a query that may look at nothing.
        weights: The share of each key in that average, a pure number from 0 to 1.
            A row sums to 1; the row of a query that may look at nothing is all 0.

    Raises:
        TypeError: If an input is no tensor, if `q`, `k` and `v` are not of one floating
            dtype, or if `mask` is not boolean.
        ValueError: If the shapes do not fit together.

    Source: vaswani2017, section 3.2.1, equation (1).
    """
    check_inputs(q, k, v, mask)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        # The softmax of nothing is 0/0: an empty row looks anywhere, then counts for 0.
        empty = ~mask.any(dim=-1, keepdim=True)
        weights = scores.masked_fill(~(mask | empty), -math.inf).softmax(dim=-1)
        weights = weights.masked_fill(empty, 0.0)
    return weights @ v, weights


def fused_attention(
    q: Float[Tensor, "*lead query d_k"],
    k: Float[Tensor, "*lead key d_k"],
    v: Float[Tensor, "*lead key d_v"],
    mask: Bool[Tensor, "#*lead #query #key"] | None = None,
) -> Float[Tensor, "*lead query d_v"]:
    r"""Average the values as `scaled_dot_product_attention` does, in one kernel.

    $$\mathrm{Attention}(Q, K, V)
    = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$

    Use it when nobody wants to see the weights: PyTorch then need not keep one number
    for every pair of a query and a key.

    Args:
        q: What each position asks for; a pure number per feature, any size.
        k: What each position answers to; measured in the same features as `q`.
        v: What each position hands over; in any unit, which the output keeps.
        mask: True where a query may look at a key; a size of 1 stands for all.
            Without a mask every query may look at every key.

    Returns:
        For each query the average of the values, in the unit of `v`; zeros for a query
        that may look at nothing.

    Raises:
        TypeError: If an input is no tensor, if `q`, `k` and `v` are not of one floating
            dtype, or if `mask` is not boolean.
        ValueError: If the shapes do not fit together.

    Source: vaswani2017, section 3.2.1, equation (1).
    """
    check_inputs(q, k, v, mask)
    if mask is None or q.device.type == "cpu":
        # A CPU's kernel itself gives zeros for a query that may look at nothing.
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return blanked_attention(q, k, v, mask)


def blanked_attention(
    q: Float[Tensor, "*lead query d_k"],
    k: Float[Tensor, "*lead key d_k"],
    v: Float[Tensor, "*lead key d_v"],
    mask: Bool[Tensor, "#*lead #query #key"],
) -> Float[Tensor, "*lead query d_v"]:
    """Average the values with a kernel that may return NaN for an empty row.

    A query that may look at nothing looks anywhere instead, and its output is blanked.

    Args:
        q: What each position asks for.
        k: What each position answers to.
        v: What each position hands over.
        mask: True where a query may look at a key.

    Returns:
        For each query the average of the values; zeros for a query that may look at
        nothing.

    Source: vaswani2017, section 3.2.1, equation (1).
    """
    empty = ~mask.any(dim=-1, keepdim=True)
    output = F.scaled_dot_product_attention(q, k, v, attn_mask=mask | empty)
    return output.masked_fill(empty, 0.0)


def check_inputs(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> None:
    """Refuse queries, keys, values and a mask that cannot be meant for each other.

    Args:
        q: The queries.
        k: The keys.
        v: The values.
        mask: The mask, or None.

    Raises:
        TypeError: If an input is no tensor, if `q`, `k` and `v` are not of one floating
            dtype, or if `mask` is not boolean.
        ValueError: If the shapes do not fit together.
    """
    tensors = {"q": q, "k": k, "v": v} | ({} if mask is None else {"mask": mask})
    for name, x in tensors.items():
        if not isinstance(x, Tensor):
            raise TypeError(
                f"{name} is a {type(x).__name__}, but attention works on tensors: "
                f"pass torch.as_tensor({name})."
            )
        axes, repair = _AXES_OF[name]
        if x.ndim < 2:
            raise ValueError(
                f"{name} has shape {tuple(x.shape)}, but needs at least two axes, "
                f"{axes}: add the missing one, for example {repair}."
            )
    _check_dtypes(q, k, v, mask)
    _check_shapes(q, k, v)
    if mask is not None:
        _check_mask_shape(mask, (*q.shape[:-1], k.shape[-2]))


_AXES_OF = {
    "q": ("(query, d_k)", "q[None, :]"),
    "k": ("(key, d_k)", "k[None, :]"),
    "v": ("(key, d_v)", "v[:, None]"),
    "mask": ("(query, key)", "mask[None, :]"),
}


def _check_dtypes(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> None:
    if not (q.dtype == k.dtype == v.dtype):
        raise TypeError(
            f"q is {q.dtype}, k is {k.dtype} and v is {v.dtype}, but one product needs "
            f"one dtype: convert them, for example k.to(q.dtype) and v.to(q.dtype)."
        )
    if not q.is_floating_point():
        raise TypeError(
            f"q, k and v are {q.dtype}, but weights are fractions: convert all three "
            f"to a floating dtype, for example q.float()."
        )
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError(
            f"mask is {mask.dtype}, but must be torch.bool, True where a query may "
            f"look. From 1 for look and 0 for hidden (code that says mask == 0 hides): "
            f"pass mask != 0. From a mask that is added (0 for look, -inf for hidden): "
            f"pass mask == 0. From a boolean mask that is True for hidden: pass ~mask."
        )


def _check_shapes(q: Tensor, k: Tensor, v: Tensor) -> None:
    if q.shape[-1] != k.shape[-1] or q.shape[-1] == 0:
        raise ValueError(
            f"q has d_k = {q.shape[-1]} features and k has d_k = {k.shape[-1]}, but a "
            f"query meets a key feature by feature: give both the same d_k, at least 1."
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"k has {k.shape[-2]} positions and v has {v.shape[-2]}, but each key "
            f"answers for one value: make k and v from the same tokens."
        )
    if not (q.shape[:-2] == k.shape[:-2] == v.shape[:-2]):
        raise ValueError(
            f"the leading axes are {tuple(q.shape[:-2])} for q, {tuple(k.shape[:-2])} "
            f"for k and {tuple(v.shape[:-2])} for v, but must be equal: if one tensor "
            f"serves them all, say so with expand."
        )


def _check_mask_shape(mask: Tensor, weights_shape: tuple[int, ...]) -> None:
    missing = len(weights_shape) - mask.ndim
    fits = missing >= 0 and all(
        have in (1, want)
        for have, want in zip(mask.shape, weights_shape[missing:], strict=True)
    )
    if not fits:
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}, which does not fit the weights' "
            f"(*lead, query, key) = {weights_shape}: each axis must have that size or "
            f"1, and leading axes may be left out."
        )
