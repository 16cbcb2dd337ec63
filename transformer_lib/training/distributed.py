"""Several processes that train one model together, each on its share of every batch.

All hold the same weights. Each computes the gradient of its own rows; the gradients are
added up, and all make the same update.

Source: vaswani2017, section 5.2.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Process(NamedTuple):
    """This process among those that train together.

    Attributes:
        rank: Which one it is, from 0; process 0 writes and prints for all.
        world_size: How many there are; 1 if it is alone.
    """

    rank: int
    world_size: int


def this_process() -> Process:
    """Tell which process this is, and of how many."""
    if dist.is_available() and dist.is_initialized():
        return Process(dist.get_rank(), dist.get_world_size())
    return Process(0, 1)


@contextmanager
def joined_processes(kind: str | None = None) -> Iterator[torch.device]:
    """Join the processes that `torchrun` has started; alone, there is nothing to join.

    Args:
        kind: `cpu` or `cuda`; if not given, `cuda` if there are GPUs.

    Yields:
        The device of this process: its own GPU, or the CPU.
    """
    cuda = torch.cuda.is_available() if kind is None else kind == "cuda"
    rank = int(os.environ.get("LOCAL_RANK", 0))
    device = torch.device("cuda", rank) if cuda else torch.device("cpu")
    if "WORLD_SIZE" not in os.environ:
        yield device
        return
    if cuda:
        torch.cuda.set_device(device)
    dist.init_process_group(
        "nccl" if cuda else "gloo", device_id=device if cuda else None
    )
    try:
        yield device
    finally:
        dist.destroy_process_group()


def replicate(model: nn.Module) -> nn.Module:
    """Let a model average its gradients with those of its replicas, if there are any.

    Args:
        model: Takes the weights of process 0.

    Returns:
        What to call in place of the model; the model itself if the process is alone.
    """
    if this_process().world_size == 1:
        return model
    return DistributedDataParallel(model)


def gradients_exchanged(model: nn.Module, *, now: bool) -> AbstractContextManager[None]:
    """Tell whether the next backward pass ends with the exchange of gradients.

    Args:
        model: What `replicate` returned.
        now: False while gradients of more batches are still to come.

    Returns:
        A context for the forward and the backward pass.
    """
    if isinstance(model, DistributedDataParallel) and not now:
        held_back: AbstractContextManager[None] = model.no_sync()
        return held_back
    return nullcontext()


def added_up(values: Sequence[float], device: torch.device) -> list[float]:
    """Add up, number by number, what the processes hold.

    Args:
        values: The numbers of this process.
        device: Where this process trains.

    Returns:
        The sums, the same in every process.
    """
    if this_process().world_size == 1:
        return list(values)
    sums = torch.tensor(values, dtype=torch.float64, device=device)
    dist.all_reduce(sums)
    return sums.tolist()


def wait_for_all() -> None:
    """Wait until every process has come here."""
    if this_process().world_size > 1:
        dist.barrier()
