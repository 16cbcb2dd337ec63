"""Say in words how an observation differs from the one expected."""

import torch
from torch import Tensor

from transformer_grading.checks.observing import Failure, Observation, Outcome

SHOWN = 12  # numbers; a larger tensor is described, not printed


def difference(
    got: Outcome,
    expected: Observation,
    atol: float,
    rtol: float,
    secret: bool = False,
) -> str | None:
    """Describe the first difference, or give None when there is none.

    Args:
        got: What was observed.
        expected: What should have been observed.
        atol: The absolute difference that counts as equal.
        rtol: The relative difference that counts as equal.
        secret: Whether the numbers expected are kept back.
    """
    if isinstance(got, Failure):
        return got.says
    for name, right in expected.items():
        text = _form(name, got[name], right) or _numbers(
            name, got[name], right, (atol, rtol), secret
        )
        if text:
            return text
    return None


def alike(one: Outcome, other: Outcome, atol: float, rtol: float) -> bool:
    """Tell whether two functions did the same, failures included.

    Args:
        one: What the first did.
        other: What the second did.
        atol: The absolute difference that counts as equal.
        rtol: The relative difference that counts as equal.
    """
    if isinstance(one, Failure) or isinstance(other, Failure):
        return (
            isinstance(one, Failure)
            and isinstance(other, Failure)
            and one.kind == other.kind
        )
    return all(
        _form(name, one[name], there) is None and _close(one[name], there, atol, rtol)
        for name, there in other.items()
    )


def _form(name: str, got: Tensor, right: Tensor) -> str | None:
    if got.shape != right.shape:
        return f"{name} has shape {_shape(got)}, expected {_shape(right)}."
    if got.dtype != right.dtype:
        return f"{name} has dtype {_dtype(got)}, expected {_dtype(right)}."
    return None


def _close(got: Tensor, right: Tensor, atol: float, rtol: float) -> bool:
    if got.is_floating_point():
        return torch.allclose(got, right, atol=atol, rtol=rtol, equal_nan=True)
    return torch.equal(got, right)


def _numbers(
    name: str, got: Tensor, right: Tensor, tolerance: tuple[float, float], secret: bool
) -> str | None:
    if _close(got, right, *tolerance):
        return None
    if got.numel() <= SHOWN:
        if secret:
            return f"{name} came out as {shown(got)}, which is not what it should be."
        digits = next((n for n in (4, 8) if shown(got, n) != shown(right, n)), 16)
        here, there = shown(got, digits), shown(right, digits)
        return f"{name} came out as {here}, expected {there}.{_evidence(got, right)}"
    lost = int((~torch.isfinite(got) & torch.isfinite(right)).sum())
    if lost:
        return f"{name} has {lost} of {got.numel()} numbers that are nan or infinite."
    if not got.is_floating_point():
        other = (got != right).nonzero().tolist()
        where = f"{len(other)} of {got.numel()} places, first at {tuple(other[0])}"
        return f"{name}, of shape {_shape(got)}, differs at {where}."
    off = (got.double() - right.double()).abs()
    place = tuple(int(i) for i in torch.unravel_index(off.argmax(), off.shape))
    return (
        f"{name}, of shape {_shape(got)}, is off by up to {float(off.max()):.3g}, "
        f"most at index {place}.{_evidence(got, right)}"
    )


def _evidence(got: Tensor, right: Tensor) -> str:
    """Add what is good or regular about wrong numbers."""
    if not got.is_floating_point() or not torch.isfinite(got).all() or not got.dim():
        return ""
    if not got.any():
        return " It is zero everywhere."
    one = torch.ones(())
    if torch.allclose(right.sum(-1).float(), one, atol=1e-4) and (right >= 0).all():
        if torch.allclose(got.sum(-1).float(), one, atol=1e-4):
            return " Your rows do sum to 1."
        return f" Your rows sum to {shown(got.sum(-1).flatten()[:3])}, not to 1."
    factor = float((got * right).sum() / (right * right).sum().clamp(min=1e-12))
    times = f"{factor:.3g}"
    if float(times) in (0, 1) or not torch.allclose(got, factor * right, 1e-3, 1e-6):
        return ""
    where = "everywhere " if got.numel() > 1 else ""
    return f" It is {where}{times} times what it should be."


def shown(value: object, digits: int = 4) -> str:
    """Print an input or a result so that a person can check it.

    Args:
        value: A tensor, or a plain number.
        digits: How many digits to print of each entry of a tensor.
    """
    if not isinstance(value, Tensor):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if not value.dim() and value.dtype == torch.float64:
        return f"{value.item():.15g}"
    if value.numel() > SHOWN:
        return f"a tensor of shape {_shape(value)}"
    return _nested(value.tolist(), digits)


def _nested(value: object, digits: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(part, digits) for part in value)}]"
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def _shape(tensor: Tensor) -> str:
    return str(tuple(tensor.shape))


def _dtype(tensor: Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")
