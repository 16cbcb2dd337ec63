"""The command `transformer-grade`: make sample submissions, and grade them."""

import argparse
import sys
from pathlib import Path

from transformer_grading.instructor import runner, samples
from transformer_grading.instructor.results import REFUSED, table


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line.

    Args:
        arguments: the words after the command; those of the process by default.

    Returns:
        0 if all is well, 1 if a submission was refused, 2 if nothing could be graded.
    """
    chosen = _parser().parse_args(arguments)
    if chosen.command == "samples":
        samples.write(chosen.root, chosen.folder)
        return 0
    try:
        results = runner.grade(chosen.root, chosen.folder)
    except runner.GradingError as error:
        print(error, file=sys.stderr)
        return 2
    for assignment in dict.fromkeys(result.assignment for result in results):
        print(f"\n{assignment}")
        print(table([r for r in results if r.assignment == assignment]))
    print(f"\nGradebook, feedback/ and results.* are in {chosen.folder}.")
    return 1 if any(result.status == REFUSED for result in results) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="transformer-grade", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, default, text in [
        (
            "samples",
            Path("_build/grading/submitted"),
            "write the project's submissions",
        ),
        ("grade", Path("_build/grading"), "grade the folder's submitted/"),
    ]:
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("folder", type=Path, nargs="?", default=default)
        command.add_argument(
            "--root", type=Path, default=Path(), help="the course's own folder"
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
