"""The command that translates: `python -m transformer_lib.decoding --help`."""

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from transformer_lib.data.pairs import EN_PT_BR as PAIRS
from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.decoding.bleu import corpus_bleu
from transformer_lib.decoding.translator import ALPHA, Translator
from transformer_lib.training.published import EN_PT_BR

REFUSED = 2
COLUMNS = ("part", "sentences", "beams", "alpha", "bleu")


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line.

    Args:
        arguments: The words after the command; those of the process by default.

    Returns:
        0 if all went well, 2 if something was refused.
    """
    chosen = _make_parser().parse_args(arguments)
    torch.set_num_threads(chosen.threads)
    try:
        translator = Translator.load(chosen.model)
        if chosen.score is not None:
            _score(translator, chosen)
        for text in _say(translator, chosen.text, chosen):
            print(text)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return REFUSED
    return 0


def _say(
    translator: Translator, texts: Sequence[str], chosen: argparse.Namespace
) -> list[str]:
    return translator.translate(texts, beams=chosen.beams, alpha=chosen.alpha)


def _score(translator: Translator, chosen: argparse.Namespace) -> None:
    pairs = load_pairs(Split[chosen.part.upper()], chosen.data)[: chosen.score]
    sources, references = zip(*pairs, strict=True)
    bleu = corpus_bleu(_say(translator, sources, chosen), references)
    if chosen.scores:
        how = (chosen.part, len(pairs), chosen.beams, chosen.alpha)
        row = (*how, f"{bleu.score:.2f}")
        keep_score(chosen.scores, dict(zip(COLUMNS, map(str, row), strict=True)))
    print(
        f"BLEU {bleu.score:.2f} on the first {len(pairs)} {chosen.part} pairs, "
        f"beams {chosen.beams}, alpha {chosen.alpha}, "
        f"brevity penalty {bleu.brevity_penalty:.3f}"
    )


def keep_score(path: Path, score: dict[str, str]) -> None:
    """Add a line to a table of scores, in place of one that was made the same way.

    Args:
        path: The table; made if it is not there.
        score: A text for each of `COLUMNS`.
    """
    rows = []
    if path.exists():
        with path.open(encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if not _alike(row, score)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows([*rows, score])


def _alike(row: dict[str, str], score: dict[str, str]) -> bool:
    return all(row[name] == score[name] for name in COLUMNS[:-1])


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m transformer_lib.decoding",
        description="Translate sentences, from English to Brazilian Portuguese if no "
        "other model is given.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("text", nargs="*", help="sentences, each in quotes")
    add("--beams", type=int, default=4, help="beginnings kept alive; 1: greedy")
    text = "how much long texts are favoured by beams"
    add("--alpha", type=float, default=ALPHA, help=text)
    add("--model", type=Path, default=EN_PT_BR, help="a published model")
    add("--score", type=int, metavar="N", help="BLEU of the first N held-out pairs")
    parts = [Split.DEV.name.lower(), Split.TEST.name.lower()]
    add("--data", type=Path, default=PAIRS, help="folder of the pairs to score on")
    add("--part", choices=parts, default=parts[1], help="of which part")
    add("--scores", type=Path, metavar="FILE", help="table to keep the score in")
    add("--threads", type=int, default=1, help="threads to translate with")
    return parser


if __name__ == "__main__":
    sys.exit(main())
