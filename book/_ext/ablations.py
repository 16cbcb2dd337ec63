"""Take one thing after another from the Transformer and train what is left; and an RNN.

    python book/_ext/ablations.py --steps 1000

Every model is trained on the same batches for as many updates, then translates the dev
pairs. Lines are added to `book/runs/10_ablations.csv` as they are made; those that are
there already are not made again. Two of these side by side may share the work, each
with kinds of its own.
"""

import argparse
import csv
import math
import platform
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.data.tokenizer import BOS_ID, EOS_ID, Tokenizer
from transformer_lib.decoding.bleu import corpus_bleu
from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping
from transformer_lib.decoding.sessions import TranslationSession
from transformer_lib.multihead import MultiHeadAttention
from transformer_lib.recurrence.translation import RecurrentSession, RecurrentTranslator
from transformer_lib.training.arguments import (
    make_parser,
    model_config,
    training_settings,
)
from transformer_lib.training.corpus import Limits
from transformer_lib.training.language import make_corpus, tokenizer_of
from transformer_lib.training.loop import Trainer
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

TABLE = Path(__file__).resolve().parents[1] / "runs" / "10_ablations.csv"
SENTENCES = 64  # translated side by side


class Kind(NamedTuple):
    """One kind of model.

    Attributes:
        words: What the training command is told besides its defaults.
        make: Makes the model of the sizes that it is given.
    """

    words: str = ""
    make: Callable[[TransformerConfig], nn.Module] = Transformer


def root(config: TransformerConfig) -> float:
    """Give √d_k, which the scores are divided by."""
    return math.sqrt(config.d_model // config.n_heads)


def queries(model: nn.Module) -> list[nn.Linear]:
    """List the layers that make queries."""
    return [m.w_q for m in model.modules() if isinstance(m, MultiHeadAttention)]


def unscaled(config: TransformerConfig) -> nn.Module:
    """Undo the division by √d_k: every query is that much longer."""
    model = Transformer(config)
    for layer in queries(model):
        layer.register_forward_hook(lambda *given: given[-1] * root(config))
    return model


def small_start(config: TransformerConfig) -> nn.Module:
    """Undo the division, and yet start with the usual scores."""
    model = unscaled(config)
    with torch.no_grad():
        for weight in (w for layer in queries(model) for w in layer.parameters()):
            weight.div_(root(config))
    return model


def recurrent(config: TransformerConfig) -> nn.Module:
    """Read and write with a GRU that looks back, of about as many weights."""
    return RecurrentTranslator(config.vocab, config.d_model * 5 // 4)


KINDS = {
    "everything": Kind(),
    "no label smoothing": Kind("--smoothing 0"),
    "no warm-up": Kind("--warmup 1"),
    "no positions": Kind("--positions none"),
    "no √d_k": Kind(make=unscaled),
    "no √d_k, but a small start": Kind(make=small_start),
    "post-LN": Kind("--post-norm"),
    "post-LN, no warm-up": Kind("--post-norm --warmup 1"),
    "no dropout": Kind("--dropout 0"),
    "Muon for the matrices": Kind("--method muon --rate 5e-3 --warmup 100"),
    "rate falls as a root": Kind("--schedule root"),
    "RNN with attention": Kind(make=recurrent),
}
PLAN = {1000: [*KINDS], 4000: ["no dropout", "RNN with attention"]}


def choices(name: str, steps: int, seed: int, folder: Path) -> argparse.Namespace:
    """Say in the training command's words how one model is trained."""
    given = ["--out", str(folder), "--steps", str(steps), "--seed", str(seed)]
    return make_parser().parse_args([*given, *KINDS[name].words.split()])


def prepare(
    name: str, steps: int, seed: int, folder: Path
) -> tuple[Trainer, Tokenizer]:
    """Make ready to train one model; it is measured on the dev pairs."""
    kind, chosen = KINDS[name], choices(name, steps, seed, folder)
    pairs = load_pairs(Split.TRAIN)
    tokenizer = tokenizer_of(folder / "tokenizer.json", pairs, chosen.vocab)
    config = model_config(chosen, tokenizer.vocab)
    corpus, dev = (
        make_corpus(load_pairs(split), tokenizer, Limits.of(config))[0]
        for split in (Split.TRAIN, Split.DEV)
    )
    torch.manual_seed(seed)
    settings = training_settings(chosen)
    return Trainer(kind.make(config), corpus, settings, validation=dev), tokenizer


@torch.no_grad()
def say(model: nn.Module, tokenizer: Tokenizer, texts: Sequence[str]) -> list[str]:
    """Translate texts with a model of either kind, by greedy search."""
    rnn = isinstance(model, RecurrentTranslator)
    session = RecurrentSession if rnn else TranslationSession
    said: list[str] = []
    for start in range(0, len(texts), SENTENCES):
        rows = [tokenizer.encode(text) for text in texts[start : start + SENTENCES]]
        source = pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
        prompt = torch.full((len(rows), 1), BOS_ID)
        stop = Stopping(max_new=80, eos_id=EOS_ID)
        written = greedy_search(session(model, source), prompt, stop)
        said += [tokenizer.decode(row) for row in written.tokens.tolist()]
    return said


def measure(name: str, steps: int, seed: int, folder: Path) -> dict[str, object]:
    """Train one model and tell how good it is."""
    run, tokenizer = prepare(name, steps, seed, folder)
    sources, references = zip(*load_pairs(Split.DEV), strict=True)
    start = time.process_time()
    history = run.fit()
    trained = time.process_time()
    model = run.learner.model.eval()
    said = say(model, tokenizer, sources)
    written = time.process_time()
    last = history.validations[-1]
    return {
        "model": name,
        "weights": sum(weight.numel() for weight in model.parameters()),
        "steps": steps,
        "seed": seed,
        "tokens": sum(update.tokens for update in history.updates),
        "training_seconds": f"{trained - start:.0f}",
        "writing_seconds": f"{written - trained:.1f}",
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
        return {(row["model"], row["steps"], row["seed"]) for row in rows}


def add(path: Path, row: dict[str, object]) -> None:
    """Add a line to the table, and begin it if it is new."""
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*row], lineterminator="\n")
        if new:
            made = f"Python {platform.python_version()}, torch {torch.__version__}"
            file.write(f"# make ablations; {date.today()}, {made}, cpu, 1 thread\n")
            writer.writeheader()
        writer.writerow(row)


def main() -> None:
    """Make the lines that the table lacks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    option = parser.add_argument
    kinds, lengths = [*KINDS], [*PLAN]
    option("--seeds", type=int, default=1, help="models of each kind")
    option("--kinds", nargs="+", choices=kinds, default=kinds, help="which of them")
    text = "updates of each model; of the longer runs there are fewer kinds"
    option("--steps", nargs="+", type=int, choices=lengths, default=lengths, help=text)
    option("--table", type=Path, default=TABLE, help="where lines go")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    there = done(chosen.table)
    wanted = [
        (name, steps, seed)
        for seed in range(chosen.seeds)
        for steps in chosen.steps
        for name in PLAN[steps]
        if name in chosen.kinds and (name, str(steps), str(seed)) not in there
    ]
    with TemporaryDirectory() as folder:
        for name, steps, seed in wanted:
            row = measure(name, steps, seed, Path(folder))
            add(chosen.table, row)
            print(row, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
