"""The project's own submissions: one for each way a notebook can come back.

They are made from the release and from the solutions, without any file of their own,
and always come out the same. Their digests therefore say which submissions are ours.
"""

import ast
import hashlib
import importlib
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from transformer_grading.checks.core import Task
from transformer_grading.instructor.exercise import Exercise, exercises
from transformer_grading.mistakes.core import source_of

NOISY = """

def _noisy(function):
    import functools, sys, warnings

    @functools.wraps(function)
    def call(*arguments):
        warnings.warn("a warning from inside an answer")
        print("a line on stderr", file=sys.stderr)
        return function(*arguments)

    warnings.warn("a warning beside an answer")
    return call


{name} = _noisy({name})"""

DYING = '''
def {name}(*arguments):
    """End the process without a word."""
    import os

    os._exit(1)'''

MESS = """\
%timeit -n 1 -r 1 sum(range(10))
import warnings
import matplotlib.pyplot as plt
import torch
plt.plot([1, 2])
plt.show()
warnings.warn("never mind")
print("a look at", {name})
torch.manual_seed(7)
torch.set_default_dtype(torch.float64)
torch.set_default_device("meta")"""
"""What learners leave in front of a check. The device stands for a GPU."""

TIDIED = 'torch.set_default_device("cpu")'


def right(exercise: Exercise) -> NotebookNode:
    """Solve everything."""
    return exercise.answered(exercise.solved)


def untouched(exercise: Exercise) -> NotebookNode:
    """Hand in what was handed out."""
    return exercise.answered({})


def partly(exercise: Exercise) -> NotebookNode:
    """Solve the first half of the cells, and leave the rest."""
    solved = list(exercise.solved.items())
    return exercise.answered(dict(solved[: len(solved) // 2]))


def wrong(exercise: Exercise) -> NotebookNode:
    """Make the first known mistake in every task that has one, and write no text."""
    checks = f"transformer_grading.checks.{exercise.name.partition('_')[2]}"
    tasks = vars(importlib.import_module(checks)).values()
    mistakes = {
        task.name: source_of(task.mistakes[0].ways[0], task.name)
        for task in tasks
        if isinstance(task, Task) and task.mistakes
    }
    functions = exercise.functions().items()
    return exercise.answered(
        {cell: mistakes[name] for cell, name in functions if name in mistakes}
    )


def raising(exercise: Exercise) -> NotebookNode:
    """Solve everything, but let the first solved cell raise before it defines."""
    first = next(iter(exercise.solved))
    broken = {first: "raise ValueError('this cell never worked')"}
    return exercise.answered(exercise.solved | broken)


def warning(exercise: Exercise) -> NotebookNode:
    """Solve everything, in code that warns and writes to stderr all the time."""
    noisy = {
        cell: exercise.solved[cell] + NOISY.format(name=name)
        for cell, name in exercise.functions().items()
    }
    return exercise.answered(exercise.solved | noisy)


def messy(exercise: Exercise) -> NotebookNode:
    """Solve everything under other names, without comments, between cells of one's own.

    Those print, plot, warn, time, seed, and change the settings of torch.
    """
    renamed = {
        cell: f"{_plain(exercise.solved[cell], f'my_{name}')}\n{name} = my_{name}"
        for cell, name in exercise.functions().items()
    }
    notebook = exercise.answered(exercise.solved | renamed)
    cells: list[NotebookNode] = []
    for cell in notebook.cells:
        check = re.search(r"^[A-Z_]+\.check\((\w+)", cell.source, re.M)
        if cell.cell_type == "code" and check:
            mess = MESS.format(name=check[1])
            cells += [_own(f"before-{cell.id}", mess), cell]
            cells += [_own(f"after-{cell.id}", TIDIED)]
        else:
            cells.append(cell)
    notebook.cells = cells
    return notebook


def _own(name: str, source: str) -> NotebookNode:
    cell: NotebookNode = nbformat.v4.new_code_cell(source, id=name)
    return cell


def _plain(source: str, name: str) -> str:
    """Give code without its comments, and its function with another name."""
    tree = ast.parse(source)
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef))
    function.name = name
    return ast.unparse(tree)


def dead(exercise: Exercise) -> NotebookNode:
    """Solve everything, but let the last function end the kernel when it is called."""
    cell, name = list(exercise.functions().items())[-1]
    return exercise.answered(exercise.solved | {cell: DYING.format(name=name)})


def skipping(exercise: Exercise) -> NotebookNode:
    """Solve nothing, and ask by a tag that the graded cells be not run."""
    notebook = exercise.answered({})
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata["tags"] = ["skip-execution"]
    return notebook


KINDS = (right, wrong, untouched, partly, raising, warning, messy, dead, skipping)


def known(root: Path) -> frozenset[str]:
    """Give the digests of all samples.

    They are computed each time and never read from a file, which somebody could edit.

    Args:
        root: the course's folder.
    """
    return frozenset(
        digest(_content(kind(exercise)))
        for exercise in exercises(root)
        for kind in KINDS
    )


def digest(content: bytes) -> str:
    """Give the sha256 of a file's content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def write(root: Path, into: Path) -> None:
    """Write the samples as if students had handed them in.

    Two more have a right answer under a wrong name, and nothing in the folder.

    Args:
        root: the course's folder.
        into: the folder that gets a folder for each student.
    """
    for exercise in exercises(root):
        name = f"{exercise.name}.ipynb"
        handed_in = {kind.__name__: (name, kind(exercise)) for kind in KINDS}
        handed_in["renamed"] = (f"{exercise.name} (1).ipynb", right(exercise))
        for student, (file, notebook) in handed_in.items():
            folder = into / student / exercise.name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(_content(notebook))
        (into / "missing" / exercise.name).mkdir(parents=True, exist_ok=True)


def _content(notebook: NotebookNode) -> bytes:
    text: str = nbformat.writes(notebook)
    return text.encode()
