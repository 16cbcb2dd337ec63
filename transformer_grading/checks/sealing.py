"""Ready-mades that refuse while a student's code runs."""

import inspect
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType
from typing import Any

from torch.overrides import TorchFunctionMode

_active: list["Seal"] = []


class SealedError(Exception):
    """Say that a ready-made was called where it has to be written."""


def refuse(name: str) -> None:
    """Note the call in the innermost seal, then refuse it.

    Raises:
        SealedError: Always.
    """
    _active[-1].touched.append(name)
    raise SealedError(f"{name} is what this task asks you to write.")


def _stand_in(*args: object, **kwargs: object) -> None:
    # Runs with the globals of the function it stands in for: hence the imports.
    import sys

    from transformer_grading.checks.sealing import refuse

    refuse(sys._getframe().f_code.co_name)


class Seal(TorchFunctionMode):
    """Make ready-mades refuse, by whatever name they were imported.

    A function written in Python has its code object swapped for a refusing one, so
    a name bound long before refuses too. What torch wrote in C++ is caught on its
    way through the torch function mode. A refusal that the student's code swallows
    stays in `touched`.

    Args:
        ready_mades: The functions to seal.
    """

    def __init__(self, ready_mades: Iterable[Callable[..., Any]]) -> None:
        super().__init__()
        self.ready_mades = frozenset(ready_mades)
        self.touched: list[str] = []
        self._saved: list[tuple[FunctionType, CodeType]] = []

    def __enter__(self) -> "Seal":
        """Seal."""
        _active.append(self)
        for ready_made in self.ready_mades:
            function = inspect.unwrap(ready_made)
            if isinstance(function, FunctionType):
                code = function.__code__
                self._saved.append((function, code))
                function.__code__ = _stand_in.__code__.replace(
                    co_name=function.__name__, co_freevars=code.co_freevars
                )
        super().__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *error: Any) -> None:
        """Lift the seal, also after an exception."""
        super().__exit__(*error)  # type: ignore[no-untyped-call]
        while self._saved:
            function, code = self._saved.pop()
            function.__code__ = code
        _active.remove(self)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Refuse the sealed functions of torch, pass on all others."""
        if func in self.ready_mades:
            refuse(func.__name__)
        return func(*args, **(kwargs or {}))
