"""Run a function on a probe and write down what it did, whatever it did."""

import contextlib
import inspect
import io
import linecache
import random
import sysconfig
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

import transformer_lib
from transformer_grading.checks.said import Said, first_line, short
from transformer_grading.checks.sealing import Seal
from transformer_grading.checks.settings import changed_settings, known_settings

Value = Tensor | float | int | None
Inputs = Mapping[str, Value]
Observation = Mapping[str, Tensor]
Call = Callable[..., dict[str, Tensor]]
Observe = Callable[[Call, dict[str, Any]], Observation]

_NOT_THE_STUDENTS = (
    str(Path(torch.__file__).parent),
    str(Path(__file__).parents[1]),
    str(Path(str(transformer_lib.__file__)).parent),
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
    "<string>",
)


@dataclass(frozen=True)
class Subject:
    """A function under observation.

    Args:
        function: What to call, the student's or our own.
        name: What the task calls it.
        returns: The names of what it has to return; more than one means a tuple.
        seals: Ready-mades that refuse while it runs.
        numbers: Whether it returns plain numbers, such as counts, and not tensors.
    """

    function: Any
    name: str
    returns: tuple[str, ...]
    seals: tuple[Callable[..., Any], ...] = ()
    numbers: bool = False


@dataclass(frozen=True)
class Failure:
    """What happened in place of an observation.

    Args:
        kind: What sort of failure; two failures of one kind are alike.
        says: The failure in a sentence.
        basic: Whether it has nothing to do with the inputs of the probe.
    """

    kind: str
    says: str
    basic: bool = False


class UnusableError(Exception):
    """Carry a failure out of an observation.

    Args:
        kind: What sort of failure; two failures of one kind are alike.
        says: The failure in a sentence.
        basic: Whether it has nothing to do with the inputs of the probe.
    """

    def __init__(self, kind: str, says: str, basic: bool = False) -> None:
        super().__init__(says)
        self.failure = Failure(kind, says, basic)


Outcome = Observation | Failure


def outcome(subject: Subject, inputs: Inputs, observe: Observe, said: Said) -> Outcome:
    """Observe a function on fresh copies of the inputs.

    Args:
        subject: The function.
        inputs: The arguments, by name, in the order of the call.
        observe: What to look at.
        said: Where to keep what the function prints.
    """
    copies = {
        name: value.clone() if isinstance(value, Tensor) else value
        for name, value in inputs.items()
    }
    with _quarantine(said):
        try:
            observed = observe(_caller(subject, inputs, said), copies)
            return {name: seen.detach().clone() for name, seen in observed.items()}
        except UnusableError as unusable:
            return unusable.failure
        except (Exception, SystemExit) as error:
            return _raised(subject.name, error)


def _caller(subject: Subject, inputs: Inputs, said: Said) -> Call:
    dtype = _dtype(inputs)

    def call(*args: Value) -> dict[str, Tensor]:
        _check_arguments(subject, tuple(inputs))
        with known_settings(dtype), Seal(subject.seals) as seal:
            try:
                result = subject.function(*args)
            except Exception:
                if not seal.touched:
                    raise
            finally:
                for name in changed_settings(dtype):
                    said.note(f"Your code changes {name} for all; it was put back.")
        if seal.touched:
            says = f"{seal.touched[0]} is what this task asks you to write."
            raise UnusableError("sealed", says, basic=True)
        return _results(result, subject)

    return call


def _dtype(inputs: Inputs) -> torch.dtype:
    tensors = [value for value in inputs.values() if isinstance(value, Tensor)]
    dtypes = [t.dtype for t in tensors if t.is_floating_point()]
    return dtypes[0] if dtypes else torch.float32


def _check_arguments(subject: Subject, names: tuple[str, ...]) -> None:
    if not callable(subject.function):
        says = f"the check needs a function, and this is {_kind(subject.function)}."
        raise UnusableError("not callable", says, basic=True)
    try:
        signature = inspect.signature(subject.function)
    except Exception:  # built-ins have none, and a student's object may do anything
        return
    try:
        signature.bind(*names)
    except TypeError as error:
        says = (
            f"it is called as {subject.name}({', '.join(names)}), and yours takes "
            f"{signature} ({error})."
        )
        raise UnusableError("arguments", says, basic=True) from None


def _results(result: object, subject: Subject) -> dict[str, Tensor]:
    names = subject.returns
    wanted = names[0] if len(names) == 1 else f"the tuple ({', '.join(names)})"
    if len(names) == 1:
        parts: tuple[object, ...] = (result,)
    elif issubclass(type(result), tuple):
        parts = tuple(tuple.__iter__(result))  # type: ignore[arg-type]
    else:
        says = f"It returned {_kind(result)}; return {wanted}."
        raise UnusableError(f"returned {_kind(result)}", says)
    if len(parts) != len(names):
        says = f"It returned a tuple of {len(parts)}; return {wanted}."
        raise UnusableError(f"returned {len(parts)} parts", says)
    take = _number if subject.numbers else _tensor
    return {name: take(name, part) for name, part in zip(names, parts, strict=True)}


def _tensor(name: str, part: object) -> Tensor:
    # By exact type: a subclass may bring its own == and its own arithmetic.
    if type(part) not in (Tensor, torch.nn.Parameter):
        says = f"{name} came back as {_kind(part)}; return a torch.Tensor."
        raise UnusableError(f"returned {_kind(part)}", says)
    assert isinstance(part, Tensor)
    if part.layout != torch.strided or part.device.type != "cpu":
        where = f"{part.layout} on device {part.device}"
        says = f"{name} came back as {where}; the inputs are dense and on the cpu."
        raise UnusableError(f"returned {where}", says)
    return part


def _number(name: str, part: object) -> Tensor:
    """Take a number as Python or PyTorch has it, of whatever type."""
    if type(part) is Tensor and part.numel() == 1 and part.device.type == "cpu":
        part = part.item()
    if type(part) not in (int, float) and type(part).__module__ != "numpy":
        says = f"{name} came back as {_kind(part)}; return a number."
        raise UnusableError(f"returned {_kind(part)}", says)
    return torch.tensor(float(part), dtype=torch.float64)  # type: ignore[arg-type]


def _kind(thing: object) -> str:
    if thing is None:
        return "None"
    name = type(thing).__name__
    return f"a{'n' if name[0].lower() in 'aeiou' else ''} {name}"


def _raised(name: str, error: BaseException) -> Failure:
    if isinstance(error, NotImplementedError):
        return Failure("not written", "not written yet.", basic=True)
    if isinstance(error, RecursionError):
        says = "It calls itself without end" + _place(error)
        return Failure("RecursionError", says)
    kind = type(error).__name__
    return Failure(
        kind, f"It raised {kind}: {first_line(error) or '(no message)'}{_place(error)}"
    )


def _place(error: BaseException) -> str:
    for frame, number in reversed(list(traceback.walk_tb(error.__traceback__))):
        file = frame.f_code.co_filename
        if not file.startswith(_NOT_THE_STUDENTS):
            line = linecache.getline(file, number).strip()
            return f"\nat your line {number}: {short(line)}" if line else ""
    return ""


@contextlib.contextmanager
def _quarantine(said: Said) -> Iterator[None]:
    """Start from known settings, put back all others, keep what is printed."""
    threads = torch.get_num_threads()
    seeds, more_seeds = torch.get_rng_state(), random.getstate()
    printed = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as caught,
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        known_settings(),
    ):
        warnings.simplefilter("always")
        try:
            yield
        finally:
            torch.set_num_threads(threads)
            torch.set_rng_state(seeds)
            random.setstate(more_seeds)
    said.hear(printed.getvalue())
    for warning in caught or ():
        said.hear(f"{warning.category.__name__}: {warning.message}")
