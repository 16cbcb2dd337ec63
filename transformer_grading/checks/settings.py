"""The settings of torch that every check starts from, whatever a notebook has set.

A buffer that an answer makes without naming a dtype gets the dtype of the inputs: what
PyTorch would give it by default is nothing the student has written.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch


@dataclass(frozen=True)
class Setting:
    """One setting that holds for a whole process.

    Args:
        name: What to call it.
        known: Its value during a check.
        read: A function that gives its value.
        write: A function that sets it.
    """

    name: str
    known: Any
    read: Callable[[], Any]
    write: Callable[[Any], object]


def _set_device(device: torch.device) -> None:
    # Without a device of its own torch works on the cpu, and faster.
    torch.set_default_device(None if device.type == "cpu" else device)


_DTYPE = Setting(
    *("the default dtype", torch.float32),
    *(torch.get_default_dtype, torch.set_default_dtype),
)
_OTHERS = (
    Setting(
        *("the default device", torch.device("cpu")),
        *(torch.get_default_device, _set_device),
    ),
    Setting(
        *("the recording of gradients", True),
        *(torch.is_grad_enabled, torch.set_grad_enabled),
    ),
    Setting(
        *("the search for anomalies", False),
        *(torch.is_anomaly_enabled, torch.autograd.set_detect_anomaly),
    ),
    Setting(
        *("deterministic algorithms", False),
        torch.are_deterministic_algorithms_enabled,
        torch.use_deterministic_algorithms,
    ),
)


def _settings(dtype: torch.dtype) -> tuple[Setting, ...]:
    return replace(_DTYPE, known=dtype), *_OTHERS


def changed_settings(dtype: torch.dtype = torch.float32) -> list[str]:
    """Give the names of the settings that differ from those of a check.

    Args:
        dtype: The default dtype of the check.
    """
    return [s.name for s in _settings(dtype) if s.read() != s.known]


@contextlib.contextmanager
def known_settings(dtype: torch.dtype = torch.float32) -> Iterator[None]:
    """Work with known settings, and put back what was there before.

    Args:
        dtype: The default dtype to work with.
    """
    settings = _settings(dtype)
    before = [setting.read() for setting in settings]
    _write(settings, [setting.known for setting in settings])
    try:
        yield
    finally:
        _write(settings, before)


def _write(settings: tuple[Setting, ...], values: list[Any]) -> None:
    for setting, value in zip(settings, values, strict=True):
        if setting.read() != value:
            setting.write(value)
