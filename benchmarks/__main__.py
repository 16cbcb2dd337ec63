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


def processor() -> str:
    """Name the processor, if the system does."""
    file = Path("/proc/cpuinfo")
    text = file.read_text() if file.exists() else ""
    found = re.search(r"model name\s*:\s*(.*)", text)
    return found[1] if found else platform.machine()


def head(rounds: int) -> str:
    """Say when, where and how."""
    threads = torch.get_num_threads()
    return (
        f"{datetime.date.today()}, {processor()}, {threads} thread"
        f"{'s' if threads > 1 else ''}, float32, {rounds} interleaved rounds. Python "
        f"{platform.python_version()}, torch {torch.__version__}, transformers "
        f"{version('transformers')}."
    )


def table(question: Question, rounds: int, all_met: list[bool]) -> Iterator[str]:
    """Answer one question in the lines of a Markdown table."""
    yield f"\n## {question.title}\n\n{question.says}\n"
    yield f"| {' | '.join(question.columns)} |"
    yield f"|{'---|' * len(question.columns)}"
    for row in question.rows(rounds):
        all_met.append(row.met)
        yield f"| {' | '.join(row.cells)} |"


def main() -> int:
    """Print the tables, write them if asked, and give 1 if a bar is missed."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", default=NAMES, help=f"some of {NAMES}")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--write", action="store_true", help="keep it in README.md")
    options = parser.parse_args()
    lines, all_met = [head(options.rounds)], list[bool]()
    print(lines[0])
    for name in options.names:
        question = importlib.import_module(f"benchmarks.{name}").QUESTION
        for line in table(question, options.rounds, all_met):
            print(line, flush=True)
            lines.append(line)
    lines.append("\nAll bars are met." if all(all_met) else "\nA BAR IS MISSED.")
    print(lines[-1])
    if options.write:
        before = README.read_text(encoding="utf-8").partition(BEGIN)[0]
        text = before + BEGIN + "\n\n" + "\n".join(lines) + "\n"
        README.write_text(text, encoding="utf-8")
    return 0 if all(all_met) else 1


if __name__ == "__main__":
    sys.exit(main())
