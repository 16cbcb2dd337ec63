"""The command `transformer-grade`: check a notebook; make, try and run graders."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from transformer_grading.checks import notebook


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line.

    Args:
        arguments: the words after the command; those of the process by default.

    Returns:
        0 if all is well, 1 if something was refused or does not hold, 2 if nothing
        could be done.
    """
    chosen = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = chosen.run
    return run(chosen)


def _check(chosen: argparse.Namespace) -> int:
    try:
        checked = notebook.check(chosen.notebook)
    except notebook.NotebookError as error:
        print(error, file=sys.stderr)
        return 2
    print(notebook.table(checked))
    return 0 if all(cell.held for cell in checked) else 1


def _samples(chosen: argparse.Namespace) -> int:
    from transformer_grading.instructor import samples

    samples.write(chosen.root, chosen.folder)
    return 0


def _grade(chosen: argparse.Namespace) -> int:
    from transformer_grading.instructor import runner
    from transformer_grading.instructor.results import REFUSED, table

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


def _matrix(chosen: argparse.Namespace) -> int:
    from transformer_grading.instructor import matrices
    from transformer_grading.instructor.catalogue import CatalogueError

    try:
        return matrices.run(
            chosen.root,
            only=chosen.only,
            sample=chosen.sample,
            catalogue=chosen.catalogue,
            into=chosen.write,
        )
    except CatalogueError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="transformer-grade", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run, text, add_arguments in (
        (
            "check",
            _check,
            "run your own notebook and say what passes so far",
            _of_check,
        ),
        ("samples", _samples, "write the project's submissions", _of_samples),
        ("grade", _grade, "grade the folder's submitted/", _of_grade),
        ("matrix", _matrix, "try known mistakes on the graders", _of_matrix),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        add_arguments(command.add_argument)
    return parser


Add = Callable[..., object]


def _of_check(add: Add) -> None:
    add("notebook", type=Path, help="an exercise with your answers")


def _of_samples(add: Add) -> None:
    add("folder", type=Path, nargs="?", default=Path("_build/grading/submitted"))
    _of_root(add)


def _of_grade(add: Add) -> None:
    add("folder", type=Path, nargs="?", default=Path("_build/grading"))
    _of_root(add)


def _of_matrix(add: Add) -> None:
    _of_root(add)
    add("--only", default="", help="one assignment, such as 02")
    add("--sample", action="store_true", help="take every fifth alone")
    add("--catalogue", type=Path, help="try the variants of a folder too")
    add("--write", type=Path, help="write a dated summary into a folder")


def _of_root(add: Add) -> None:
    add("--root", type=Path, default=Path(), help="the course's own folder")


if __name__ == "__main__":
    sys.exit(main())
