"""One training run from sentences to a published model.

Source: vaswani2017, section 5.
"""

import argparse
import datetime
import platform
import shlex
import sys
from pathlib import Path
from typing import Any

import tokenizers
import torch

from transformer_lib.data.pairs import Split
from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.training.arguments import model_config, training_settings
from transformer_lib.training.checkpoint import checkpoints
from transformer_lib.training.corpus import Limits
from transformer_lib.training.distributed import joined_processes, this_process
from transformer_lib.training.history import Update, Validation
from transformer_lib.training.language import make_corpus, pairs_of, tokenizer_of
from transformer_lib.training.log import MEASURED, RunLog
from transformer_lib.training.loop import Trainer, Watch
from transformer_lib.training.published import publish
from transformer_lib.transformer.model import Transformer

TOKENIZER, LOG, MODEL = "tokenizer.json", "log.csv", "model"


def prepare(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be run, and save the tokenizer, before any process starts.

    Args:
        chosen: What the command line says.

    Raises:
        OSError: If a file cannot be read or the folder not be written.
        ValueError: If a choice or a file is not what it must be.
        ImportError: If something that was asked for is not installed.
    """
    if chosen.device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is cuda, but PyTorch sees no GPU: use --device cpu.")
    for name in ("processes", "threads", "log_every"):
        if getattr(chosen, name) < 1:
            raise ValueError(f"{name} is {getattr(chosen, name)}, but at least 1.")
    if chosen.tensorboard:
        _tensorboard(chosen.out)
    training_settings(chosen)
    model_config(chosen, chosen.vocab)
    pairs = pairs_of(chosen.train, Split.TRAIN)
    pairs_of(chosen.validation, Split.DEV)
    try:
        chosen.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(
            f"{chosen.out} cannot be made ({error.strerror}): name a folder that you "
            f"may write to."
        ) from None
    tokenizer_of(chosen.out / TOKENIZER, pairs, chosen.vocab)


def train(chosen: argparse.Namespace) -> None:
    """Train, or go on, and publish the model as it is at the end.

    Args:
        chosen: What the command line says; `prepare` has seen it.
    """
    torch.set_num_threads(chosen.threads)
    tokenizer = Tokenizer.load(chosen.out / TOKENIZER)
    with joined_processes(chosen.device) as device:
        trainer = _make_trainer(chosen, tokenizer, device)
        if trainer.resume(chosen.out):
            _tell(f"going on after update {trainer.learner.step}")
        about = _about(chosen, trainer)
        history = trainer.history
        log = RunLog(chosen.out / LOG, about, history, every=chosen.log_every)
        watchers: list[Watch] = [log]
        if chosen.tensorboard and this_process().rank == 0:
            watchers.append(_tensorboard(chosen.out))

        def watch(update: Update, validation: Validation | None) -> None:
            for watcher in watchers:
                watcher(update, validation)

        trainer.fit(progress=not chosen.quiet, minutes=chosen.minutes, watch=watch)
        _finish(chosen, trainer, tokenizer, about | {"tokens": str(log.tokens)})


def last_checkpoint(folder: Path) -> str:
    """Say in a sentence from where a stopped run can go on."""
    places = checkpoints(folder)
    if not places:
        return "No checkpoint was written yet."
    return f"The last checkpoint is {places[-1]}: the same command goes on from there."


def _make_trainer(
    chosen: argparse.Namespace, tokenizer: Tokenizer, device: torch.device
) -> Trainer:
    config = model_config(chosen, tokenizer.vocab)
    limits = Limits.of(config)
    corpus, dropped = make_corpus(
        pairs_of(chosen.train, Split.TRAIN), tokenizer, limits
    )
    held_out, _ = make_corpus(pairs_of(chosen.validation, Split.DEV), tokenizer, limits)
    torch.manual_seed(chosen.seed)
    model = Transformer(config).to(device)
    weights = sum(parameter.numel() for parameter in model.parameters())
    _tell(f"{weights:,} weights; {len(corpus):,} pairs, {dropped} too long left out")
    return Trainer(
        model,
        corpus,
        training_settings(chosen),
        validation=held_out,
        folder=chosen.out,
        model_config=config.to_dict() | {"tokenizer": tokenizer.fingerprint},
    )


def _finish(
    chosen: argparse.Namespace,
    trainer: Trainer,
    tokenizer: Tokenizer,
    about: dict[str, str],
) -> None:
    step, model = trainer.learner.step, trainer.learner.model
    if this_process().rank > 0 or not isinstance(model, Transformer):
        return
    last = trainer.history.validations[-1]
    measured = {name: f"{x:.4f}" for name, x in zip(MEASURED, last[1:], strict=True)}
    measured["updates"] = f"{step} of {chosen.steps}"
    place = chosen.out / MODEL
    publish(place, model, tokenizer, about | measured)
    _tell(f"perplexity {last.perplexity:.2f} on held-out pairs; {place} is written")
    if step < chosen.steps:
        _tell(
            f"stopped after {step} of {chosen.steps} updates: the same command goes on"
        )


def _about(chosen: argparse.Namespace, trainer: Trainer) -> dict[str, str]:
    command = ["python", "-m", "transformer_lib.training", *chosen.words]
    return {
        "command": shlex.join(command),
        "seed": str(chosen.seed),
        "date": str(datetime.date.today()),
        "versions": f"Python {platform.python_version()}, torch {torch.__version__}, "
        f"tokenizers {tokenizers.__version__}",
        "device": f"{trainer.learner.device.type}, {chosen.processes} process(es) of "
        f"{torch.get_num_threads()} thread(s)",
        "pairs": f"{len(trainer.stream.corpus)} ({trainer.stream.corpus.fingerprint})",
    }


def _tensorboard(folder: Path) -> Watch:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise ImportError(
            "--tensorboard needs the package tensorboard: pip install tensorboard."
        ) from None
    writer: Any = SummaryWriter(str(folder / "tensorboard"))

    def write(update: Update, validation: Validation | None) -> None:
        for event in (update, validation):
            for name, value in event._asdict().items() if event else ():
                kind = type(event).__name__.lower()
                writer.add_scalar(f"{kind}/{name}", value, update.step)
        writer.flush()

    return write


def _tell(text: str) -> None:
    if this_process().rank == 0:
        print(text, file=sys.stderr, flush=True)
