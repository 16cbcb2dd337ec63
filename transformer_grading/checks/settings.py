"""The settings of torch that every check starts from, whatever a notebook has set."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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


_SETTINGS = (
    Setting(
        *("the default dtype", torch.float32),
        *(torch.get_default_dtype, torch.set_default_dtype),
    ),
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


def changed_settings() -> list[str]:
    """Give the names of the settings that differ from those of a check."""
    return [setting.name for setting in _SETTINGS if setting.read() != setting.known]


@contextlib.contextmanager
def known_settings() -> Iterator[None]:
    """Work with known settings, and put back what was there before."""
    before = [setting.read() for setting in _SETTINGS]
    _write(setting.known for setting in _SETTINGS)
    try:
        yield
    finally:
        _write(before)


def _write(values: Any) -> None:
    for setting, value in zip(_SETTINGS, values, strict=True):
        if setting.read() != value:
            setting.write(value)
