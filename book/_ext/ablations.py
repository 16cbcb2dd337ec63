"""Take one thing after another from the Transformer and train what is left.

    python book/_ext/ablations.py --steps 2000

Every model is trained on the same batches for as many updates, then translates the dev
pairs. Lines are added to `book/runs/10_ablations.csv` as they are made; those that are
there already are not made again.
"""

import argparse
import csv
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import nn

from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.decoding.bleu import corpus_bleu
from transformer_lib.decoding.translator import Translator
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.training.arguments import (
    make_parser,
    model_config,
    training_settings,
)
from transformer_lib.training.corpus import Limits
from transformer_lib.training.language import make_corpus, tokenizer_of
from transformer_lib.training.loop import Trainer
from transformer_lib.transformer.model import Transformer

TABLE = Path(__file__).resolve().parents[1] / "runs" / "10_ablations.csv"
Change = Callable[[nn.Module], None]


def unscale(model: nn.Module) -> None:
    """Undo the division by √d_k: every query is that much longer."""

    def lengthen(attention: MultiHeadAttention) -> None:
        factor = math.sqrt(attention.d_k)
        attention.w_q.register_forward_hook(lambda *given: given[-1] * factor)

    for part in model.modules():
        if isinstance(part, MultiHeadAttention):
            lengthen(part)


def as_it_is(model: nn.Module) -> None:
    """Change nothing."""


ABLATIONS: dict[str, tuple[str, Change]] = {
    "everything": ("", as_it_is),
    "no label smoothing": ("--smoothing 0", as_it_is),
    "no warm-up": ("--warmup 1", as_it_is),
    "no positions": ("--positions none", as_it_is),
    "no √d_k": ("", unscale),
    "post-LN": ("--post-norm", as_it_is),
    "post-LN, no warm-up": ("--post-norm --warmup 1", as_it_is),
    "no dropout": ("--dropout 0", as_it_is),
    "rate falls as a root": ("--schedule root", as_it_is),
}


def prepare(
    name: str, steps: int, seed: int, folder: Path
) -> tuple[Trainer, Tokenizer]:
    """Make ready to train one model; it is measured on the dev pairs."""
    words, change = ABLATIONS[name]
    given = ["--out", str(folder), "--steps", str(steps), "--seed", str(seed)]
    chosen = make_parser().parse_args([*given, *words.split()])
    pairs = load_pairs(Split.TRAIN)
    tokenizer = tokenizer_of(folder / "tokenizer.json", pairs, chosen.vocab)
    config = model_config(chosen, tokenizer.vocab)
    corpus, dev = (
        make_corpus(load_pairs(split), tokenizer, Limits.of(config))[0]
        for split in (Split.TRAIN, Split.DEV)
    )
    torch.manual_seed(seed)
    model = Transformer(config)
    change(model)
    settings = training_settings(chosen)
    return Trainer(model, corpus, settings, validation=dev), tokenizer


def measure(name: str, steps: int, seed: int, folder: Path) -> dict[str, object]:
    """Train one model and tell how good it is."""
    run, tokenizer = prepare(name, steps, seed, folder)
    start = time.process_time()
    history = run.fit()
    seconds = time.process_time() - start
    translator = Translator(run.learner.model.eval(), tokenizer)
    sources, references = zip(*load_pairs(Split.DEV), strict=True)
    said = translator.translate(sources, beams=1)
    last = history.validations[-1]
    return {
        "ablation": name,
        "steps": steps,
        "seed": seed,
        "tokens": sum(update.tokens for update in history.updates),
        "cpu_seconds": f"{seconds:.0f}",
        "perplexity": f"{last.perplexity:.4g}",
        "accuracy": f"{last.accuracy:.4f}",
        "bleu": f"{corpus_bleu(said, references).score:.2f}",
    }


def done(path: Path) -> set[tuple[str, str, str]]:
    """Say what the table holds already."""
    if not path.exists():
        return set()
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["ablation"], row["steps"], row["seed"]) for row in rows}


def add(path: Path, row: dict[str, object]) -> None:
    """Add a line to the table, and begin it if it is new."""
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*row], lineterminator="\n")
        if new:
            file.write(f"# make ablations; torch {torch.__version__}, cpu, 1 thread\n")
            writer.writeheader()
        writer.writerow(row)


def main() -> None:
    """Make the lines that the table lacks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=2000, help="updates of each model")
    parser.add_argument("--seeds", type=int, default=2, help="models of each kind")
    parser.add_argument("--table", type=Path, default=TABLE, help="where lines go")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    there = done(chosen.table)
    with TemporaryDirectory() as folder:
        for seed in range(chosen.seeds):
            for name in ABLATIONS:
                if (name, str(chosen.steps), str(seed)) not in there:
                    row = measure(name, chosen.steps, seed, Path(folder))
                    add(chosen.table, row)
                    print(row, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
