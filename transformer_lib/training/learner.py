"""One update of a model's weights: guess, measure, correct.

Source: vaswani2017, section 5.3; kingma2015, algorithm 1.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel

from transformer_lib.training.batching import Batch
from transformer_lib.training.distributed import (
    added_up,
    gradients_exchanged,
    replicate,
    this_process,
)
from transformer_lib.training.history import Update
from transformer_lib.training.loss import fused_cross_entropy, shift_right
from transformer_lib.training.optimisers import make_optimisers
from transformer_lib.training.schedule import warmup_schedule
from transformer_lib.training.seeds import seed_at
from transformer_lib.training.settings import Precision, TrainingSettings


class Learner:
    """A model with all that it takes to correct it: loss, optimiser, schedule.

    Attributes:
        model: The model; its weights are changed in place.
        step: How many updates have been made.
        optimisers: What turns gradients into steps, each for its share of the weights.
        schedules: The learning rate of each, stepped once an update.
    """

    def __init__(
        self, model: nn.Module, settings: TrainingSettings, *, pad_id: int = 0
    ) -> None:
        """Prepare for the first update.

        Args:
            model: Called as `model(source, decoder_input)`, returns logits; on the
                device where it is to be trained.
            settings: The choices of the run.
            pad_id: The id of padding, which counts for nothing.
        """
        self.model = model
        self.settings = settings
        self.pad_id = pad_id
        self.device = next(model.parameters()).device
        self.step = 0
        self.optimisers = make_optimisers(model, settings.method)
        self.schedules = [
            warmup_schedule(
                optimiser,
                d_model=settings.d_model,
                warmup=settings.warmup,
                factor=settings.factor,
                decay_until=settings.decay_until,
            )
            for optimiser in self.optimisers
        ]
        self.replica = replicate(model)
        self.forward: Callable[[Tensor, Tensor], Tensor] = (
            torch.compile(self.replica, dynamic=True)
            if settings.compile
            else self.replica
        )

    def update(self, batches: Sequence[Batch]) -> Update:
        """Change the weights once, after looking at some batches.

        The dropout of each update starts from a seed of its own, and PyTorch's own
        generator with it.

        Args:
            batches: What the gradient is taken over; the same in every process, which
                takes its share of them.

        Returns:
            What the update was like.

        Raises:
            FloatingPointError: If the loss or the gradient is no longer a number; the
                weights are then as before.
        """
        seed = seed_at(self.settings.seed, "dropout", self.step, this_process().rank)
        torch.manual_seed(seed)
        self.model.zero_grad()
        loss = self.backward(batches)
        longest = self.settings.clip_norm or math.inf
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), longest).item()
        rate = float(self.schedules[0].get_last_lr()[0])
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise FloatingPointError(
                f"update {self.step + 1} was not made: the loss is {loss}, the length "
                f"of the gradient {norm}, at learning rate {rate:.2g}. The weights are "
                f"those after update {self.step}, and no checkpoint was touched. Lower "
                f"factor, lengthen warmup or set clip_norm, and go on from there."
            )
        for optimiser, schedule in zip(self.optimisers, self.schedules, strict=True):
            optimiser.step()
            schedule.step()
        self.step += 1
        tokens = sum(batch.guesses(self.pad_id) for batch in batches)
        return Update(self.step, loss, rate, norm, tokens)

    def backward(self, batches: Sequence[Batch]) -> float:
        r"""Add the gradient of the mean loss to the gradients of the weights.

        $$L = \frac{\sum_b \sum_t \ell_{b,t}}{\sum_b \mathrm{tokens}_b}$$

        The mean is over the tokens of all batches and all processes together: sharing
        the same rows out among more of either changes nothing.

        Args:
            batches: What the mean is taken over; the same in every process.

        Returns:
            The mean loss in nats a token.
        """
        rank, world_size = this_process()
        tokens = max(1, sum(batch.guesses(self.pad_id) for batch in batches))
        losses = []
        for n, batch in enumerate(batches, start=1):
            share = batch.share(rank, world_size, self.pad_id).to(self.device)
            with gradients_exchanged(self.replica, now=n == len(batches)):
                loss = self.loss(share)
                # The exchange takes the mean over processes, where the sum is meant.
                (loss * world_size / tokens).backward()
            losses.append(loss.detach())
        (total,) = added_up([torch.stack(losses).sum().item()], self.device)
        return total / tokens

    def loss(self, batch: Batch) -> Tensor:
        """Sum the smoothed loss over the tokens of one batch.

        Args:
            batch: The batch, on the model's device.

        Returns:
            The loss in nats, summed.
        """
        decoder_input, labels = shift_right(batch.target)
        with self._numbers():
            logits = self.forward(batch.source, decoder_input)
        return fused_cross_entropy(
            logits, labels, smoothing=self.settings.smoothing, pad_id=self.pad_id
        )

    @contextmanager
    def _numbers(self) -> Iterator[None]:
        """Choose the numbers of the forward pass, and kernels that are good at them."""
        if self.settings.precision is Precision.FLOAT32:
            yield
            return
        # A CPU's fused attention is slow on its way back in bfloat16.
        cpu = self.device.type == "cpu"
        kernels = sdpa_kernel(SDPBackend.MATH) if cpu else nullcontext()
        with torch.autocast(self.device.type, torch.bfloat16), kernels:
            yield

    def state_dict(self) -> dict[str, Any]:
        """What the next update depends on, the weights aside."""
        return {
            "step": self.step,
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "schedules": [schedule.state_dict() for schedule in self.schedules],
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from what `state_dict` returned."""
        self.step = state["step"]
        for name in ("optimisers", "schedules"):
            for part, its in zip(getattr(self, name), state[name], strict=True):
                part.load_state_dict(its)
