"""The words of the training command, and what they mean for model and training."""

import argparse
import math
from pathlib import Path

from transformer_lib.training.optimisers import Method
from transformer_lib.training.settings import Precision, TrainingSettings
from transformer_lib.transformer.config import Positions, TransformerConfig

ROOT, COSINE = "root", "cosine"


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of the command."""
    parser = argparse.ArgumentParser(
        prog="python -m transformer_lib.training",
        description=(
            "Train a Transformer to translate, from English to Brazilian Portuguese "
            "if nothing else is given. The same command again goes on where a run was "
            "stopped."
        ),
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    _add_data(parser.add_argument_group("pairs of sentences"))
    _add_model(parser.add_argument_group("model"))
    _add_training(parser.add_argument_group("training"))
    _add_machine(parser.add_argument_group("machine"))
    _add_output(parser.add_argument_group("output"))
    return parser


def model_config(chosen: argparse.Namespace, vocab: int) -> TransformerConfig:
    """Give the sizes of the model that was asked for.

    Args:
        chosen: What the command line says.
        vocab: Entries of the tokenizer.

    Returns:
        The config.

    Raises:
        ValueError: If no model can be built of it.
    """
    return TransformerConfig(
        vocab=vocab,
        d_model=chosen.d_model,
        n_heads=chosen.heads,
        d_ff=chosen.d_ff,
        n_encoder_blocks=chosen.encoder_blocks,
        n_decoder_blocks=chosen.decoder_blocks,
        dropout=chosen.dropout,
        norm_first=not chosen.post_norm,
        positions=Positions[chosen.positions.upper()],
        max_len=chosen.max_len,
    )


def training_settings(chosen: argparse.Namespace) -> TrainingSettings:
    """Give the choices of the run that was asked for.

    Args:
        chosen: What the command line says.

    Returns:
        The settings.

    Raises:
        ValueError: If a choice cannot be meant.
    """
    falls = chosen.schedule == COSINE
    if falls and chosen.steps <= chosen.warmup:
        raise ValueError(
            f"steps is {chosen.steps} and warmup {chosen.warmup}, but the rate comes "
            f"down after it has risen: raise the first or lower the second."
        )
    return TrainingSettings(
        d_model=chosen.d_model,
        steps=chosen.steps,
        budget=chosen.budget,
        accumulation=chosen.accumulation,
        method=Method(chosen.method),
        factor=chosen.rate * math.sqrt(chosen.d_model * max(1, chosen.warmup)),
        warmup=chosen.warmup,
        decay_until=chosen.steps if falls else None,
        smoothing=chosen.smoothing,
        clip_norm=chosen.clip_norm or None,
        precision=Precision(chosen.precision),
        compile=chosen.compile,
        validate_every=chosen.validate_every,
        checkpoint_every=chosen.checkpoint_every,
        keep=chosen.keep,
        seed=chosen.seed,
    )


def _add_data(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    text = "pairs to {}: source, tab, target a line, xz; if not given, the shipped ones"
    add("--train", type=Path, metavar="FILE", help=text.format("learn from"))
    add("--validation", type=Path, metavar="FILE", help=text.format("measure on"))
    add("--vocab", type=int, default=4000, help="entries of the shared vocabulary")
    add("--max-len", type=int, default=128, help="longest row that is used, in tokens")


def _add_model(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--d-model", type=int, default=192, help="features of a token")
    add("--heads", type=int, default=4, help="attention heads, side by side")
    add("--d-ff", type=int, default=768, help="features inside the small networks")
    add("--encoder-blocks", type=int, default=3, help="blocks that read")
    add("--decoder-blocks", type=int, default=3, help="blocks that write")
    add("--dropout", type=float, default=0.1, help="share of features dropped")
    add("--post-norm", action="store_true", help="normalise sums, as the paper")
    names = [positions.name.lower() for positions in Positions]
    add("--positions", choices=names, default="sinusoidal", help="how they are told")


def _add_training(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--steps", type=int, default=4000, help="updates of the weights")
    add("--minutes", type=float, help="stop earlier, to go on another time")
    add("--budget", type=int, default=1000, help="tokens of a batch on each side")
    add("--accumulation", type=int, default=1, help="batches for one update")
    names = [method.value for method in Method]
    add("--method", choices=names, default="adam", help="what moves the matrices")
    add("--rate", type=float, default=2e-3, help="highest learning rate")
    add("--warmup", type=int, default=200, help="updates until it is reached")
    text = "how it falls: as the paper's root, or as a cosine to 0 at the last update"
    add("--schedule", choices=[ROOT, COSINE], default=COSINE, help=text)
    add("--smoothing", type=float, default=0.1, help="share of a label spread over all")
    add("--clip-norm", type=float, default=1.0, help="longest gradient; 0: any")
    add("--seed", type=int, default=0, help="where random numbers start")


def _add_machine(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--processes", type=int, default=1, help="processes that share every batch")
    add("--threads", type=int, default=1, help="threads of each of them")
    add("--device", choices=["cpu", "cuda"], help="cuda if there is one, if not given")
    names = [precision.value for precision in Precision]
    add("--precision", choices=names, default="float32", help="numbers of the products")
    add("--compile", action="store_true", help="slow start, faster updates")


def _add_output(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--out", type=Path, required=True, metavar="FOLDER", help="where the run goes")
    add("--log-every", type=int, default=10, help="updates for one line of log.csv")
    add("--validate-every", type=int, default=200, help="updates between measurements")
    add("--checkpoint-every", type=int, default=200, help="updates between checkpoints")
    add("--keep", type=int, default=2, help="checkpoints that stay, the newest")
    add("--tensorboard", action="store_true", help="write events for TensorBoard too")
    add("--quiet", action="store_true", help="show no progress bar")
