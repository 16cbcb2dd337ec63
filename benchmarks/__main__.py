"""Answer the questions one by one, print their tables, and keep them in README.md."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import datetime
import importlib
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import torch

from benchmarks.core import Question

NAMES = ("attention", "multihead", "blocks", "transformer", "decoding", "memory")
README = Path(__file__).with_name("README.md")
BEGIN = "<!-- what follows is written by `make bench` -->"
MET, MISSED = "Every bar is met.", "A BAR IS MISSED."


def processor() -> str:
    """Name the processor, if the system does."""
    file = Path("/proc/cpuinfo")
    text = file.read_text() if file.exists() else ""
    found = re.search(r"model name\s*:\s*(.*)", text)
    return found[1] if found else platform.machine()


def circumstances(rounds: int) -> str:
    """Say when, where and how."""
    threads = torch.get_num_threads()
    return (
        f"{datetime.date.today()}, {processor()}, {threads} thread"
        f"{'s' if threads > 1 else ''}, float32, {rounds} interleaved rounds. Python "
        f"{platform.python_version()}, torch {torch.__version__}, transformers "
        f"{version('transformers')}."
    )


def answer(question: Question, rounds: int) -> Iterator[str]:
    """Answer one question, line by line: a table, how it was made, and the verdict."""
    yield f"## {question.title}\n\n{question.says}\n"
    yield f"| {' | '.join(question.columns)} |"
    yield f"|{'---|' * len(question.columns)}"
    met = True
    for row in question.rows(rounds):
        met &= row.met
        yield f"| {' | '.join(row.cells)} |"
    yield f"\n{circumstances(rounds)} {MET if met else MISSED}"


def kept(readme: str, answers: dict[str, str], order: list[str]) -> str:
    """Put answers into the text of README.md, in place of older ones alone.

    Args:
        readme: The text as it is.
        answers: The new answers, by the titles of their questions.
        order: The titles of all questions.
    """
    before, _, after = readme.partition(BEGIN)
    parts = re.split(r"^## (.*)$", after, flags=re.MULTILINE)[1:]
    older = dict(zip(parts[::2], parts[1::2], strict=True))
    texts = {title: f"## {title}\n\n{text.strip()}" for title, text in older.items()}
    texts |= answers
    answered = [texts[title].strip() for title in order if title in texts]
    return before + BEGIN + "\n\n" + "\n\n".join(answered) + "\n"


def asked(name: str) -> Question:
    """Give the question of a file."""
    question: Question = importlib.import_module(f"benchmarks.{name}").QUESTION
    return question


def main() -> int:
    """Print the answers, keep each if asked, and give 1 if a bar is missed."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", default=NAMES, help=f"some of {NAMES}")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--write", action="store_true", help="keep it in README.md")
    options = parser.parse_args()
    order, missed = [asked(name).title for name in NAMES], 0
    for name in options.names:
        lines = []
        for line in answer(asked(name), options.rounds):
            print(line, flush=True)
            lines.append(line)
        missed += MISSED in lines[-1]
        if options.write:
            answers = {asked(name).title: "\n".join(lines)}
            text = kept(README.read_text(encoding="utf-8"), answers, order)
            README.write_text(text, encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
