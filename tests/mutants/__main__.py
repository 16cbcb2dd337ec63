"""Put known mistakes into copies of the library; 1 unless tests notice every one."""

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before NumPy starts threads, which cannot fork

import argparse
import datetime
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import torch

from mutants.catalogue import digest, every_mutant, reasons, sample
from mutants.controls import CONTROLS
from mutants.core import Mutant, Result, run
from mutants.record import TOPIC_OF, TOPICS


def line(result: Result) -> str:
    """Say in one line what became of a mutant."""
    mutant = result.mutant
    return (
        f"  {mutant.row or '-':4}{result.verdict.value:8}{result.seconds:5.1f} s  "
        f"{mutant.file}: {mutant.does}  <- {result.by or 'no test'}"
    )


def tried(mutants: list[Mutant], jobs: int) -> list[Result]:
    """Run the mutants and print each when it is through; give them in their order."""
    results: dict[Mutant, Result] = {}
    for result in run(mutants, jobs):
        results[result.mutant] = result
        print(line(result), flush=True)
    return [results[mutant] for mutant in mutants]


def by_topic(results: Iterable[Result]) -> Iterator[str]:
    """List the results below the topics of the record, then those of no topic."""
    left, elsewhere = list(results), reasons()
    for topic, rows in TOPICS.items():
        yield topic
        for row in rows.split():
            yield from (line(r) for r in left if r.mutant.row == row)
            if row in elsewhere:
                yield f"  {row:4}not in the library: {elsewhere[row]}"
    yield "Not in the record"
    yield from (line(r) for r in left if not r.mutant.row)


def closing(results: list[Result]) -> Iterator[str]:
    """Count."""
    alive = [r for r in results if not r.dead]
    rows = {r.mutant.row for r in results} & set(TOPIC_OF)
    yield f"mutants {len(results)}, killed {len(results) - len(alive)}"
    yield (
        f"rows of the record {len(TOPIC_OF)}: {len(rows)} put into the library, "
        f"{len(reasons())} cannot be"
    )
    yield "all killed" if not alive else f"NOT KILLED: {len(alive)}"


def summary(results: list[Result], sha256: str) -> Iterator[str]:
    """Say all, for the record."""
    yield f"sha256 {sha256}"
    when = f"{datetime.date.today()}, Python {platform.python_version()}"
    yield f"{when}, torch {torch.__version__}\n"
    yield from by_topic(results)
    yield ""
    yield from closing(results)


def controls_hold(jobs: int) -> bool:
    """Run the mutants whose fate is known, and say whether it was that."""
    results = tried([mutant for mutant, _ in CONTROLS], jobs)
    wanted = [verdict for _, verdict in CONTROLS]
    print(f"wanted: {', '.join(verdict.value for verdict in wanted)}")
    return [result.verdict for result in results] == wanted


def main() -> int:
    """Do what the options say."""
    parser = argparse.ArgumentParser("python -m mutants", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--sample", action="store_true", help="one a topic only")
    parser.add_argument("--controls", action="store_true", help="try the machinery")
    parser.add_argument("--only", default="", help="files or rows that hold this text")
    parser.add_argument("--write", type=Path, help="write a dated summary of all")
    options = parser.parse_args()
    if options.controls:
        return 0 if controls_hold(options.jobs) else 1
    chosen = sample() if options.sample else every_mutant()
    chosen = [m for m in chosen if options.only in f"{m.row} {m.file}"]
    if options.write and chosen != every_mutant():
        parser.error("--write is for all mutants, without --sample and --only")
    before = digest()
    results = tried(chosen, options.jobs)
    print(*closing(results), sep="\n")
    if options.write and digest() != before:
        print("the sources changed meanwhile: run it again")
        return 1
    if options.write:
        text = "\n".join(summary(results, before)) + "\n"
        options.write.write_text(text, encoding="utf-8")
    return 0 if all(result.dead for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
