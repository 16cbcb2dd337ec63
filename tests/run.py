"""What `make test` runs: every step, whatever fails, and then what each one took."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

PLAIN = ["python", "-m", "pytest", "-q"]
PYTEST = ["coverage", "run", *PLAIN[1:]]
COVERAGE = ["sh", "-c", "coverage combine --quiet && coverage report"]
MINUTES = 45


@dataclass(frozen=True)
class Step:
    """One subprocess of the run."""

    name: str
    command: list[str]
    minutes: float
    """What it may take beside another, on two cores; more is marked, not failed."""


STAGES = [
    [Step("book", ["make", "book"], 4)],
    [
        Step("notebooks", [*PYTEST, "-m", "notebooks"], 14),
        Step("grading", [*PYTEST, "-m", "grading"], 10),
        Step("browser", [*PYTEST, "-m", "browser"], 10),
        Step("unit, shapes checked", PYTEST, 8),
        Step("unit, as users run", [*PYTEST, "-m", "unhooked"], 5),
        Step("mutants", [*PLAIN, "-m", "mutants"], 5),
        Step("lint", ["make", "lint"], 2),
        Step("exercises drift", ["make", "drift"], 1),
    ],
    [Step("coverage", COVERAGE, 1)],
]
"""Steps of a stage run two at a time, in this order: the longest begin."""


@dataclass(frozen=True)
class Result:
    """How a step went."""

    step: Step
    seconds: float
    passed: bool


def run(step: Step) -> Result:
    """Run one step, and show its output when it has ended."""
    start = time.monotonic()
    done = subprocess.run(
        step.command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    print(f"\n== {step.name} ==\n{done.stdout}", end="", flush=True)
    return Result(step, time.monotonic() - start, done.returncode == 0)


def two_at_a_time(stage: list[Step]) -> list[Result]:
    """Run the steps of a stage: most of them keep one core busy."""
    print(f"\n… {', '.join(step.name for step in stage)}", flush=True)
    with ThreadPoolExecutor(2) as pool:
        return [*pool.map(run, stage)]


def table(results: list[Result], total: float) -> str:
    """Say what each step took of its budget, and which failed."""
    lines = [f"\n{'step':24}{'seconds':>9}{'budget':>12}"]
    for result in results:
        budget = f"{result.step.minutes:g} min"
        over = " over budget" if result.seconds > 60 * result.step.minutes else ""
        verdict = "ok" if result.passed else "FAILED"
        lines.append(
            f"{result.step.name:24}{result.seconds:9.0f}{budget:>12}  {verdict}{over}"
        )
    over = " over budget" if total > 60 * MINUTES else ""
    lines.append(f"{'total':24}{total:9.0f}{f'{MINUTES} min':>12}{over}")
    return "\n".join(lines)


def main(stages: list[list[Step]], setup: float) -> int:
    """Run all the steps and print the table; 1 if any failed.

    Args:
        stages: what to run, one stage after the other.
        setup: seconds that the set-up took before.
    """
    start = time.monotonic()
    results = [Result(Step("set-up", [], 3), setup, True)]
    for stage in stages:
        results += two_at_a_time(stage)
    print(table(results, setup + time.monotonic() - start), flush=True)
    failed = [result.step.name for result in results if not result.passed]
    print(f"FAILED: {', '.join(failed)}" if failed else "All steps passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(STAGES, time.time() - float(os.environ["STARTED"])))
