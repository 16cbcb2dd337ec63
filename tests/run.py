"""What `make test` runs: every step, whatever fails, and then what each one took."""

import os
import subprocess
import sys
import time
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
    """What the step may take on two cores; a longer one is marked, not failed."""


STEPS = [
    Step("lint", ["make", "lint"], 2),
    Step("exercises drift", ["make", "drift"], 1),
    Step("unit, shapes checked", PYTEST, 5),
    Step("unit, as users run", [*PYTEST, "-m", "unhooked"], 2),
    Step("mutants", [*PLAIN, "-m", "mutants"], 5),
    Step("book", ["make", "book"], 7),
    Step("notebooks", [*PYTEST, "-m", "notebooks"], 14),
    Step("grading", [*PYTEST, "-m", "grading"], 6),
    Step("browser", [*PYTEST, "-m", "browser"], 5),
    Step("coverage", COVERAGE, 1),
]


@dataclass(frozen=True)
class Result:
    """How a step went."""

    step: Step
    seconds: float
    passed: bool


def run(step: Step) -> Result:
    """Run one step with its output shown."""
    print(f"\n== {step.name} ==", flush=True)
    start = time.monotonic()
    passed = subprocess.run(step.command, check=False).returncode == 0
    return Result(step, time.monotonic() - start, passed)


def table(results: list[Result]) -> str:
    """Say what each step took of its budget, and which failed."""
    lines = [f"\n{'step':24}{'seconds':>9}{'budget':>12}"]
    for result in results:
        budget = f"{result.step.minutes:g} min"
        over = " over budget" if result.seconds > 60 * result.step.minutes else ""
        verdict = "ok" if result.passed else "FAILED"
        lines.append(
            f"{result.step.name:24}{result.seconds:9.0f}{budget:>12}  {verdict}{over}"
        )
    total = sum(result.seconds for result in results)
    over = " over budget" if total > 60 * MINUTES else ""
    lines.append(f"{'total':24}{total:9.0f}{f'{MINUTES} min':>12}{over}")
    return "\n".join(lines)


def main(steps: list[Step], setup: float) -> int:
    """Run all the steps and print the table; 1 if any failed.

    Args:
        steps: what to run, in order.
        setup: seconds that the set-up took before.
    """
    results = [Result(Step("set-up", [], 3), setup, True), *map(run, steps)]
    print(table(results), flush=True)
    failed = [result.step.name for result in results if not result.passed]
    print(f"FAILED: {', '.join(failed)}" if failed else "All steps passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(STEPS, time.time() - float(os.environ["STARTED"])))
