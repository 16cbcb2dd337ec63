"""The training loop: update after update, with a look back and a save now and then.

Source: vaswani2017, section 5.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

from torch import nn
from tqdm.auto import tqdm

from transformer_lib.training.batching import Stream, collate, plan_epoch
from transformer_lib.training.checkpoint import (
    checkpoints,
    load_state,
    load_weights,
    read_header,
    refuse_other_config,
    remove_all_but,
    save_checkpoint,
)
from transformer_lib.training.corpus import Corpus, Limits
from transformer_lib.training.distributed import added_up, this_process, wait_for_all
from transformer_lib.training.evaluation import evaluate, mode
from transformer_lib.training.history import History, Update, Validation
from transformer_lib.training.learner import Learner
from transformer_lib.training.loss import Tally
from transformer_lib.training.settings import TrainingSettings
from transformer_lib.transformer.model import Transformer

Watch = Callable[[Update, Validation | None], None]


class Trainer:
    """Train a model on pairs of sentences, and go on exactly where a run was stopped.

    Attributes:
        learner: The model, and what it takes to correct it.
        stream: The batches, and which is next.
        history: All updates and validations so far.
    """

    def __init__(
        self,
        model: nn.Module,
        corpus: Corpus,
        settings: TrainingSettings,
        *,
        validation: Corpus | None = None,
        folder: Path | str | None = None,
        model_config: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run; nothing is trained or written yet.

        Args:
            model: Called as `model(source, decoder_input)`, returns logits; on the
                device where it is to be trained.
            corpus: The pairs to learn from.
            settings: The choices of the run.
            validation: Pairs to measure on, which are not learnt from.
            folder: Where checkpoints go; None: none are written.
            model_config: What the model is, in values that JSON knows; kept with its
                weights.

        Raises:
            ValueError: If the model is a Transformer of another width or padding than
                training was told, or if the pairs may hold ids that it has not.
        """
        for pairs in (corpus, validation or corpus):
            _refuse_another_model(model, pairs.limits, settings)
        self.settings = settings
        self.validation = validation
        self.folder = None if folder is None else Path(folder)
        self.learner = Learner(model, settings, pad_id=corpus.limits.pad_id)
        self.stream = Stream(corpus, settings.budget, seed=settings.seed)
        self.history = History()
        self.config = {
            "model": dict(model_config or {}),
            "settings": settings.bound(),
            "corpus": corpus.fingerprint,
        }

    def fit(
        self,
        *,
        progress: bool = True,
        minutes: float | None = None,
        watch: Watch | None = None,
    ) -> History:
        """Update the weights until `settings.steps` updates have been made.

        Args:
            progress: Whether to show a bar on the standard error stream.
            minutes: After how many minutes to stop earlier, measured and saved as at
                the end, to go on another time; never if not given.
            watch: Called in every process after every update, with what the update was
                like and with the validation that followed it, if one did.

        Returns:
            All updates and validations of the run so far.

        Raises:
            FloatingPointError: If the loss or the gradient is no longer a number.
            FileExistsError: If a new run would write among another's checkpoints.
        """
        self._refuse_a_used_folder()
        settings, learner, begin = self.settings, self.learner, time.monotonic()
        bar = tqdm(
            total=settings.steps,
            initial=learner.step,
            unit="update",
            disable=not progress or this_process().rank > 0,
        )
        with bar, mode(learner.model, training=True):
            last = learner.step >= settings.steps
            while not last:
                late = minutes is not None and self._is_late(begin + 60 * minutes)
                last = late or learner.step + 1 >= settings.steps
                update = self._advance(watch, last=last)
                bar.set_postfix(loss=f"{update.loss:.3f}", refresh=False)
                bar.update()
                if self.folder and (last or self._is_due(settings.checkpoint_every)):
                    self.save(self.folder)
        return self.history

    def validate(self, corpus: Corpus) -> Validation:
        """Measure the model on some pairs, without dropout and without learning.

        Args:
            corpus: The pairs.

        Returns:
            Means in which every token weighs alike.
        """
        rank, world_size = this_process()
        pad_id, smoothing = corpus.limits.pad_id, self.settings.smoothing
        shares = (
            collate(corpus, rows)
            .share(rank, world_size, pad_id)
            .to(self.learner.device)
            for rows in plan_epoch(corpus, self.settings.budget)
        )
        ours = evaluate(self.learner.model, shares, smoothing=smoothing, pad_id=pad_id)
        smoothed, plain, right, tokens = added_up(
            [float(number) for number in astuple(ours)], self.learner.device
        )
        whole = Tally(smoothed, plain, int(right), int(tokens))
        return Validation(
            self.learner.step, whole.loss, whole.perplexity, whole.accuracy
        )

    def save(self, folder: Path | str) -> None:
        """Write a checkpoint of this moment, and remove those that are too old.

        Args:
            folder: The folder of the run.
        """
        if this_process().rank == 0:
            state = {
                "learner": self.learner.state_dict(),
                "stream": self.stream.state_dict(),
                "history": self.history.to_dict(),
            }
            place = Path(folder) / f"step-{self.learner.step:09}"
            save_checkpoint(place, self.learner.model, state, self.config)
            remove_all_but(place.parent, self.settings.keep)
        wait_for_all()

    def resume(self, folder: Path | str) -> bool:
        """Go on from the newest checkpoint of a run, as if it had never stopped.

        On a CPU the weights are the same to the last bit; on a GPU they are as close
        as two runs that never stopped, since some of its sums vary in their order.

        Args:
            folder: The folder of the run.

        Returns:
            Whether there was a checkpoint; if not, the run begins anew.

        Raises:
            FileNotFoundError: If a file of the checkpoint is missing.
            ValueError: If it is damaged, or of a run with another config.
        """
        places = checkpoints(Path(folder))
        if not places:
            return False
        refuse_other_config(places[-1], read_header(places[-1])["config"], self.config)
        load_weights(places[-1], self.learner.model)
        state = load_state(places[-1])
        self.learner.load_state_dict(state["learner"])
        self.stream.load_state_dict(state["stream"])
        self.history = History.from_dict(state["history"])
        return True

    def _advance(self, watch: Watch | None, *, last: bool) -> Update:
        """Make one update, measure if it is time to, and tell of both."""
        batches = [next(self.stream) for _ in range(self.settings.accumulation)]
        update, validation = self.learner.update(batches), None
        self.history.updates.append(update)
        if self.validation and (last or self._is_due(self.settings.validate_every)):
            validation = self.validate(self.validation)
            self.history.validations.append(validation)
        if watch:
            watch(update, validation)
        return update

    def _is_late(self, end: float) -> bool:
        """Tell whether the time is over for any process: all stop together."""
        (late,) = added_up([float(time.monotonic() >= end)], self.learner.device)
        return late > 0

    def _is_due(self, every: int) -> bool:
        return self.learner.step % every == 0

    def _refuse_a_used_folder(self) -> None:
        places = checkpoints(self.folder) if self.folder else []
        if places and self.learner.step == 0:
            raise FileExistsError(
                f"{self.folder} holds the checkpoint {places[-1].name}, but this run "
                f"begins at step 0: go on with resume(), or name another folder."
            )


def _refuse_another_model(
    model: nn.Module, limits: Limits, settings: TrainingSettings
) -> None:
    if not isinstance(model, Transformer):
        return  # nothing is known of its sizes
    its = Limits.of(model.config)
    for name, ours, wanted in (
        ("d_model", settings.d_model, model.config.d_model),
        ("pad_id", limits.pad_id, its.pad_id),
    ):
        if ours != wanted:
            raise ValueError(
                f"{name} is {ours} in training, but {wanted} in the model: take the "
                f"model's own."
            )
    for name in ("source_vocab", "target_vocab"):
        if getattr(limits, name) > getattr(its, name):
            raise ValueError(
                f"{name} is {getattr(limits, name)} for the pairs, but the model has "
                f"{getattr(its, name)} entries: make the pairs with Limits.of(config)."
            )
