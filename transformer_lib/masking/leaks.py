"""Who really looks at whom: edit one position, and see which outputs move.

This asks nothing of a model but to be called, and so finds what a look at its masks
does not: one that is dropped on some path, shifted by a place, or turned round.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from einops import rearrange
from jaxtyping import Bool, Float, Int
from torch import Tensor

from transformer_lib.masking.masks import causal_mask
from transformer_lib.multihead import Mask

Tokens = Float[Tensor, "batch key ..."] | Int[Tensor, "batch key"]
EDITS = (1.0, 1e4)  # the second outweighs a mask of -1e4 that is added


class LeakError(AssertionError):
    """An output depends on an input that is hidden from it."""


class DeadError(AssertionError):
    """An output does not depend on an input that it may look at."""


def leak_test(
    model: Callable[[Tensor], Any],
    x: Tokens,
    mask: Mask | None = None,
    *,
    both_ways: bool = False,
    tolerance: float = 0.0,
) -> None:
    """Refuse a model whose outputs depend on what is hidden from them.

    Args:
        model: Takes `x` and returns one output a position, batch first, or a tuple that
            starts with them. It is tested in the mode that it is in: if it has dropout,
            test it in both. Bind other inputs with `functools.partial`.
        x: Tokens as vectors, or as ids that are not all the same.
        mask: True where the output of a query may depend on the input of a key; the
            past and the present if not given. Depending goes further than one look: a
            residual lets every token see itself, and a second layer sees what the
            first one saw.
        both_ways: Whether to refuse as well an output that does not depend on what it
            may look at.
        tolerance: The largest change that counts as none, in the unit of the outputs.

    Raises:
        LeakError: If an output moves when an input is edited that is hidden from it.
        DeadError: If one does not move when an input is edited that it may look at.
        ValueError: If the test would say nothing: outputs are no numbers before any
            edit, two equal calls differ, there is no way to edit, or shapes do not fit.
    """
    moved = _changes(model, x, tolerance)
    allowed = _allowed(mask, moved)
    if (leaks := (moved > tolerance) & ~allowed).any():
        raise LeakError(
            f"{_listed(leaks, moved)}, but must not depend on it: somewhere on the way "
            f"a mask is missing, shifted or turned round."
        )
    if both_ways and (dead := (moved <= tolerance) & allowed).any():
        raise DeadError(
            f"{_listed(dead, moved)}, but may look at it: somewhere on the way a mask "
            f"hides too much, or what was found is dropped."
        )


def influence(
    model: Callable[[Tensor], Any], x: Tokens, *, tolerance: float = 0.0
) -> Bool[Tensor, "query key"]:
    """Find which outputs depend on which inputs.

    Args:
        model: As for `leak_test`.
        x: As for `leak_test`.
        tolerance: As for `leak_test`.

    Returns:
        True where the output of the query moves, in any sequence, when the input of the
        key is edited: the mask that the model really keeps to.

    Raises:
        ValueError: As for `leak_test`.
    """
    return (_changes(model, x, tolerance) > tolerance).any(dim=0)


def _changes(
    model: Callable[[Tensor], Any], x: Tensor, tolerance: float
) -> Float[Tensor, "batch query key"]:
    devices = [x.device] if x.is_cuda else []
    with torch.no_grad(), torch.random.fork_rng(devices):
        before = _outputs(model, x)
        _check_repeatable(before, _outputs(model, x), tolerance)
        columns = [
            torch.stack(
                [_distance(before, _outputs(model, y)) for y in _edited(x, key)]
            ).amax(dim=0)
            for key in range(x.shape[1])
        ]
    return torch.stack(columns, dim=-1)


def _outputs(model: Callable[[Tensor], Any], x: Tensor) -> Tensor:
    torch.manual_seed(0)  # dropout drops the same features every time
    given = model(x.clone())
    output = given if isinstance(given, Tensor) else given[0]
    if output.ndim < 2 or len(output) != len(x):
        raise ValueError(
            f"the output has shape {tuple(output.shape)}, but must start with (batch, "
            f"query), with batch = {len(x)}."
        )
    return rearrange(output, "batch query ... -> batch query (...)").double()


def _edited(x: Tensor, key: int) -> Iterator[Tensor]:
    edited = x.clone()
    if x.is_floating_point():
        noise = torch.randn(
            x[:, key].shape, generator=torch.Generator().manual_seed(key)
        )
        for size in EDITS:
            edited[:, key] = x[:, key] + size * noise.to(x)
            yield edited
        return
    known = x.unique()
    if len(known) < 2:
        raise ValueError(
            f"x holds {len(known)} id, {known.tolist()}, but must hold at least 2: an "
            f"id is edited into another one."
        )
    for step in (1, -1):
        other = torch.searchsorted(known, x[:, key].contiguous()) + step
        edited[:, key] = known[other % len(known)]
        yield edited


def _distance(before: Tensor, after: Tensor) -> Tensor:
    if before.shape != after.shape:
        raise ValueError(
            f"the output has shape {tuple(before.shape)} before an edit and "
            f"{tuple(after.shape)} after it, but must keep one shape."
        )
    change = (before - after).abs().nan_to_num(nan=torch.inf, posinf=torch.inf)
    return change.masked_fill(before == after, 0.0).amax(dim=-1)


def _check_repeatable(before: Tensor, again: Tensor, tolerance: float) -> None:
    blind = before.isnan().any(dim=-1) | before.isinf().all(dim=-1)
    if blind.any():
        batch, query = blind.nonzero()[0].tolist()
        raise ValueError(
            f"output {query} of sequence {batch} is no finite number before any edit: "
            f"nothing can be seen to move there."
        )
    change = _distance(before, again).max().item()
    if change > tolerance:
        raise ValueError(
            f"two equal calls differ by {change:.2g}: the model draws random numbers "
            f"of its own, or remembers earlier calls."
        )


def _allowed(mask: Mask | None, moved: Tensor) -> Tensor:
    batch, query, key = moved.shape
    if mask is None:
        mask = causal_mask(query, key, device=moved.device)
    pairs = mask.any(dim=1) if mask.ndim == 4 else mask
    try:
        return pairs.expand(batch, query, key)
    except RuntimeError as error:
        raise ValueError(
            f"mask has shape {tuple(mask.shape)}, which does not fit (query, key) = "
            f"{(query, key)}, for {batch} sequences."
        ) from error


def _listed(pairs: Tensor, moved: Tensor) -> str:
    change, batch = moved.masked_fill(~pairs, -1.0).max(dim=0)
    found = [
        f"output {query} moved by {change[query, key]:.2g} when input {key} was edited "
        f"(sequence {batch[query, key]})"
        for query, key in pairs.any(dim=0).nonzero().tolist()
    ]
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return "; ".join(found[:3]) + more
