"""What a part of a model costs, counted while it runs.

Every measure also works on the `meta` device, where tensors have sizes but no numbers:
sizes that no machine could hold are counted in a moment. Only the fused attention keeps
other things there, since `meta` has no such kernel.

Source: vaswani2017, section 4.
"""

import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor, UntypedStorage, nn
from torch.autograd.graph import Node
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode

from transformer_lib.recurrence.probes import dependency_chain


def count_parameters(module: nn.Module) -> int:
    """Count the numbers that a module learns; what is shared counts once.

    Args:
        module: The module.

    Returns:
        How many there are.
    """
    return sum(parameter.numel() for parameter in module.parameters())


def multiply_adds(run: Callable[[], object]) -> int:
    """Count the multiply-adds of all matrix products of a run.

    Args:
        run: What to count; if it calls `backward`, that is counted too.

    Returns:
        Multiplications of two numbers whose product goes into a sum.
    """
    counter = FlopCounterMode(display=False)
    # It knows the fused kernels of a GPU; that of a CPU does the same work.
    aten, known = torch.ops.aten, counter.flop_registry
    for way in ("", "_backward"):
        kernel = f"_scaled_dot_product_flash_attention{{}}{way}"
        known[getattr(aten, kernel.format("_for_cpu"))] = known[
            getattr(aten, kernel.format(""))
        ]
    with counter:
        run()
    flops: int = counter.get_total_flops()
    return flops // 2


def depth(output: Tensor) -> int:
    """Count the matrix products that must wait for each other to make a tensor.

    Args:
        output: A result of operations on tensors that require a gradient.

    Returns:
        Products on the longest path through the graph that PyTorch keeps for the
        backward pass; a fused attention counts as the two it stands for. What a custom
        function does inside, as `tiled_attention`'s, is not seen.

    Raises:
        ValueError: If the output has no graph.
    """
    products: int = dependency_chain(output, _matrix_products)
    return products


def saved_bytes(run: Callable[[], object], besides: Iterable[Tensor] = ()) -> int:
    """Count what a run keeps for the backward pass.

    Args:
        run: What to count: a forward pass.
        besides: Tensors that are there anyway and do not count, such as parameters.

    Returns:
        Bytes; memory that several tensors share counts once.
    """
    saved: set[UntypedStorage] = set()

    def keep(x: Tensor) -> Tensor:
        saved.add(x.untyped_storage())
        return x.detach()

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda x: x):
        run()
    saved -= {x.untyped_storage() for x in besides}
    return sum(_size(storage) for storage in saved)


def peak_bytes(run: Callable[[], object]) -> int:
    """Count the most memory that a run holds at one time, beyond what was there.

    Args:
        run: What to count; if it calls `backward`, that is counted too.

    Returns:
        Bytes of all tensors that live at that time. What a kernel uses inside is not
        seen.
    """
    allocations = _Allocations()
    with allocations:
        run()
    return allocations.peak


def _matrix_products(operation: Node) -> int:
    name: str = operation.name()
    if name.startswith("ScaledDotProduct"):
        return 2
    return int(name in {"MmBackward0", "AddmmBackward0", "BmmBackward0"})


class _Allocations(TorchDispatchMode):
    """Watch every operation for memory that comes, and for when it goes."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.now = self.peak = 0
        self.known: weakref.WeakSet[UntypedStorage] = weakref.WeakSet()

    def __torch_dispatch__(
        self,
        operation: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        self.known.update(_storages((args, kwargs)))
        results = operation(*args, **(kwargs or {}))
        for storage in _storages(results):
            if storage not in self.known:
                self.known.add(storage)
                self._change(_size(storage))
                weakref.finalize(storage, self._change, -_size(storage))
        return results

    def _change(self, size: int) -> None:
        self.now += size
        self.peak = max(self.peak, self.now)


def _storages(tree: Any) -> set[UntypedStorage]:
    leaves = tree_leaves(tree)
    return {x.untyped_storage() for x in leaves if isinstance(x, Tensor)}


def _size(storage: UntypedStorage) -> int:
    size: int = storage.nbytes()
    return size
