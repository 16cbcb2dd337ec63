"""What every comparison shares: a distance, twins with the same weights, a row."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

Call = Callable[..., Tensor | tuple[Tensor, ...]]
Tensors = Mapping[str, Tensor]
View = Callable[[Tensors], Tensor]

BOUNDS = {torch.float32: 1e-5, torch.float64: 1e-10}


class Row(NamedTuple):
    """One line of the table: the largest distances over some cases, such as masks.

    Attributes:
        twin: What was compared with what.
        size: The sizes of all axes, in words.
        dtype: The dtype of both sides.
        cases: How many cases the two distances are the largest of.
        output: The distance of the outputs.
        gradient: The distance of the gradients, of inputs and parameters alike.
    """

    twin: str
    size: str
    dtype: torch.dtype
    cases: int
    output: float
    gradient: float

    @property
    def holds(self) -> bool:
        """Whether both distances keep the bound of the dtype, if it has one."""
        bound = BOUNDS.get(self.dtype, float("inf"))
        return max(self.output, self.gradient) <= bound


def distance(ours: Tensor, theirs: Tensor) -> float:
    """Measure max |a - b| / max(1, max |b|); infinite where a number is NaN."""
    scale = max(1.0, theirs.abs().max().item())
    apart = (ours.double() - theirs.double()).abs().max().item() / scale
    return math.inf if math.isnan(apart) else apart  # NaN would be lost in a max


def worst(cases: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the largest distance of an output, and the largest of a gradient."""
    output, gradient = zip(*cases, strict=True)
    return max(output), max(gradient)


def draw(*shape: int, seed: int = 0) -> Tensor:
    """Draw normal numbers in float64, the same for a seed."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def randomise(module: nn.Module, seed: int = 0) -> None:
    """Draw every parameter anew, gains and biases too, since defaults hide mistakes."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in module.parameters():
            width = parameter.shape[-1] if parameter.ndim > 1 else 1
            draw = torch.randn(parameter.shape, generator=generator)
            parameter.copy_(draw / width**0.5)


def outcome(
    call: Call, leaves: Sequence[Tensor], parameters: Iterable[Tensor] = ()
) -> tuple[list[Tensor], list[Tensor]]:
    """Return the outputs, and the gradients of one fixed sum of them.

    Args:
        call: What to run on the leaves; gives a tensor or a tuple of tensors.
        leaves: Floating inputs, of which fresh copies collect gradients.
        parameters: What else collects gradients, listed after the leaves.
    """
    leaves = [leaf.detach().clone().requires_grad_() for leaf in leaves]
    given = call(*leaves)
    outputs = [given] if isinstance(given, Tensor) else list(given)
    generator = torch.Generator().manual_seed(1)
    pushes = [torch.randn(o.shape, generator=generator).to(o) for o in outputs]
    wanted = [*leaves, *parameters]
    return outputs, list(torch.autograd.grad(outputs, wanted, pushes))


class Watched(dict[str, Tensor]):
    """Tensors by name, that remember which were asked for."""

    def __init__(self, tensors: Iterable[tuple[str, Tensor]]) -> None:
        super().__init__(tensors)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Tensor:
        self.asked.add(name)
        return super().__getitem__(name)


def by_name(module: nn.Module, gradients: Sequence[Tensor]) -> dict[str, Tensor]:
    """Name the gradients of all parameters of a module."""
    names = [name for name, _ in module.named_parameters()]
    return dict(zip(names, gradients, strict=True))


@dataclass(frozen=True)
class Twins:
    """A module of ours and PyTorch's, which `measure` compares with equal weights.

    Attributes:
        ours: Our module.
        theirs: PyTorch's, whose weights count.
        views: For each parameter of ours, how to find it among theirs:
            `{"w_q.weight": lambda p: p["in_proj_weight"][:512]}`. It must hold for
            values and gradients alike, and leave out no parameter of either side.
    """

    ours: nn.Module
    theirs: nn.Module
    views: Mapping[str, View]

    def __post_init__(self) -> None:
        """Copy the weights over."""
        given = Watched(self.theirs.named_parameters())
        mine = dict(self.ours.named_parameters())
        assert set(mine) == set(self.views), set(mine) ^ set(self.views)
        with torch.no_grad():
            for name, parameter in mine.items():
                view = self.views[name](given)
                assert parameter.shape == view.shape, (name, view.shape)
                parameter.copy_(view)
        assert given.asked == set(given), f"not copied: {set(given) - given.asked}"

    def groups(self) -> list[list[str]]:
        """Put those parameters of ours together that are parts of one of theirs.

        What is zero in truth, as the gradient of the bias of keys, is all rounding: it
        is measured beside its neighbours in PyTorch's parameter, not beside itself.
        """
        found: dict[tuple[str, ...], list[str]] = {}
        for name, view in self.views.items():
            given = Watched(self.theirs.named_parameters())
            view(given)
            found.setdefault(tuple(sorted(given.asked)), []).append(name)
        return list(found.values())

    def measure(
        self,
        leaves: Sequence[Tensor],
        ours: Call | None = None,
        theirs: Call | None = None,
    ) -> tuple[float, float]:
        """Return the largest distance of an output, and of a gradient.

        Args:
            leaves: The floating inputs that both get.
            ours: How to call our module on them, if not with the leaves alone.
            theirs: The same of PyTorch's.
        """
        n = len(leaves)
        mine, yours = self.ours, self.theirs
        own = outcome(ours or mine, leaves, mine.parameters())
        other = outcome(theirs or yours, leaves, yours.parameters())
        owned, found = by_name(mine, own[1][n:]), by_name(yours, other[1][n:])
        gradients = list(map(distance, own[1][:n], other[1][:n]))
        for group in self.groups():
            flat = [owned[name].flatten() for name in group]
            wanted = [self.views[name](found).flatten() for name in group]
            gradients.append(distance(torch.cat(flat), torch.cat(wanted)))
        assert len(own[0]) == len(other[0])
        return max(map(distance, own[0], other[0])), max(gradients)


def printed(rows: Iterable[Row]) -> Iterator[str]:
    """Lay the rows out as a table, line by line."""
    yield f"{'twins':62}{'dtype':9}{'cases':>6}{'output':>9}{'gradient':>9}  size"
    for row in rows:
        dtype = str(row.dtype).removeprefix("torch.")
        mark = "" if row.holds else f"  above {BOUNDS[row.dtype]:.0e}"
        yield (
            f"{row.twin:62}{dtype:9}{row.cases:6}{row.output:9.1e}{row.gradient:9.1e}"
            f"  {row.size}{mark}"
        )
