r"""Read out what a model looks at, and what passes from block to block.

PyTorch calls a hook before or after a module runs, and lets it change what goes in or
comes out. So any model can be watched from outside, without a line of it being changed.

Source: vaswani2017, appendix, figures 3 to 5.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from transformer_lib.multihead import MultiHeadAttention

Keep = Callable[[Tensor], Tensor]
Args = tuple[Any, ...]
Kwargs = dict[str, Any]
Handles = tuple[RemovableHandle, RemovableHandle]


@dataclass(frozen=True)
class Recording:
    """What was read out of a model: for each module by its name, one entry a call.

    Attributes:
        weights: The weights of every attention, shares from 0 to 1, as (batch, heads,
            query, key).
        outputs: What the modules that were asked for returned.
    """

    weights: dict[str, list[Tensor]] = field(default_factory=dict)
    outputs: dict[str, list[Tensor]] = field(default_factory=dict)

    def stacked(
        self, names: Iterable[str] | None = None
    ) -> Float[Tensor, "layers batch heads query key"]:
        """Stack the weights of the last call, in the order of the model.

        Args:
            names: Which attentions; all of them if not given.

        Returns:
            The weights, one layer for each attention.

        Raises:
            KeyError: If a name is not the name of an attention.
            ValueError: If an attention was not called, or if the shapes differ.
        """
        chosen = self.weights if names is None else {n: self.weights[n] for n in names}
        if silent := [name for name, calls in chosen.items() if not calls]:
            raise ValueError(f"{silent} did not run while the model was recorded.")
        last = {name: calls[-1] for name, calls in chosen.items()}
        shapes = {name: tuple(weights.shape) for name, weights in last.items()}
        if len(set(shapes.values())) != 1:
            raise ValueError(
                f"only weights of one shape can be stacked, but these have {shapes}: "
                f"choose some by their names."
            )
        return torch.stack(list(last.values()))


@contextmanager
def record(
    model: nn.Module,
    *,
    outputs_of: Iterable[nn.Module] = (),
    keep_graph: bool = False,
) -> Iterator[Recording]:
    """Record every attention of a model while it runs, and leave no trace behind.

    The model returns what it always returns. While it is recorded, attention takes the
    readable path, which needs memory for every pair of a query and a key, and what
    `torch.compile` has made runs as it was written.

    Args:
        model: Holds a `MultiHeadAttention`, at any depth.
        outputs_of: Modules of the model whose outputs to record too, such as its
            blocks; each returns one tensor.
        keep_graph: Whether to keep the very tensors that the model goes on with, so
            that gradients with respect to them can be taken. Otherwise copies are
            kept, which nothing that follows can change.

    Yields:
        The recording, which grows with every call.

    Raises:
        TypeError: If a module whose outputs are asked for returns no tensor.
        ValueError: If there is no attention in the model, or if a module whose outputs
            are asked for is not in it.
    """
    names = {module: name for name, module in model.named_modules()}
    attentions = [m for m in names if isinstance(m, MultiHeadAttention)]
    others = list(dict.fromkeys(outputs_of))
    _check(model, names, attentions, others)
    keep = _as_it_is if keep_graph else _copied
    seen = Recording()
    with ExitStack() as hooks:
        # Compiled code would not notice the hooks.
        hooks.enter_context(torch.compiler.set_stance("force_eager"))
        for attention in attentions:
            kept = seen.weights.setdefault(names[attention], [])
            for handle in _watch_weights(attention, keep, kept):
                hooks.enter_context(handle)
        for module in others:
            kept = seen.outputs.setdefault(names[module], [])
            hooks.enter_context(_watch_output(module, keep, kept))
        yield seen


def _watch_weights(attention: nn.Module, keep: Keep, kept: list[Tensor]) -> Handles:
    caller_asks = False

    def ask(_: nn.Module, args: Args, kwargs: Kwargs) -> tuple[Args, Kwargs]:
        nonlocal caller_asks
        caller_asks = kwargs.get("need_weights", False)
        return args, kwargs | {"need_weights": True}

    def take(_: nn.Module, args: Args, result: tuple[Tensor, Tensor]) -> object:
        output, weights = result
        kept.append(keep(weights))
        return result if caller_asks else output

    return (
        attention.register_forward_pre_hook(ask, with_kwargs=True),
        # Who asked last takes first: so recordings nest.
        attention.register_forward_hook(take, prepend=True),
    )


def _watch_output(module: nn.Module, keep: Keep, kept: list[Tensor]) -> RemovableHandle:
    def take(_: nn.Module, args: Args, output: object) -> None:
        if not isinstance(output, Tensor):
            raise TypeError(
                f"{type(module).__name__} returned a {type(output).__name__}, but only "
                f"tensors are recorded: ask for a module that returns one."
            )
        kept.append(keep(output))

    return module.register_forward_hook(take)


def _as_it_is(x: Tensor) -> Tensor:
    return x


def _copied(x: Tensor) -> Tensor:
    return x.detach().clone()


def _check(
    model: nn.Module,
    names: dict[nn.Module, str],
    attentions: Sequence[nn.Module],
    others: Sequence[nn.Module],
) -> None:
    if not attentions:
        raise ValueError(
            f"{type(model).__name__} holds {len(names)} modules, but 0 of them are a "
            f"MultiHeadAttention, the only kind that can hand out its weights."
        )
    strangers = [type(module).__name__ for module in others if module not in names]
    if strangers:
        raise ValueError(
            f"{len(strangers)} of {len(others)} modules whose outputs are asked for "
            f"are not in the {type(model).__name__}: {', '.join(strangers)}. Ask for "
            f"modules of the model itself, not of a copy."
        )
