"""Read this repository as data: its chapters, its files, its code."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import nbformat
import yaml

ROOT = Path(__file__).resolve().parents[1]
# Modules without a chapter: those of a line may import those of the lines below.
UNTAUGHT = ["course_map", "notation | notebook | widgets | experiment | sizes | data"]


class Repository:
    """The files that git knows or would add, below one folder."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    @cached_property
    def paths(self) -> list[str]:
        """Every file, relative to the root, in order."""
        command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
        listed = subprocess.run(command, cwd=self.root, capture_output=True, check=True)
        names = sorted(set(listed.stdout.decode().split("\0")) - {""})
        return [name for name in names if (self.root / name).is_file()]

    @cached_property
    def chapters(self) -> list[str]:
        """Number and slug of every chapter, in reading order, from _toc.yml."""
        toc = yaml.safe_load(self.text("_toc.yml"))
        files = [entry["file"] for part in toc["parts"] for entry in part["chapters"]]
        return [f.removeprefix("book/") for f in files if re.match(r"book/\d", f)]

    @property
    def slugs(self) -> list[str]:
        """The chapters' slugs, in reading order."""
        return [chapter.partition("_")[2] for chapter in self.chapters]

    @cached_property
    def layers(self) -> list[str]:
        """The lines of import-linter's contract: later modules first, support last."""
        linter = tomllib.loads(self.text("pyproject.toml"))["tool"]["importlinter"]
        return next(c for c in linter["contracts"] if c["type"] == "layers")["layers"]

    @property
    def order(self) -> list[str]:
        """The modules that are taught, in reading order, with or without a chapter."""
        return self.layers[: -len(UNTAUGHT)][::-1]

    @property
    def numbered(self) -> list[str]:
        """The same with their numbers, as a chapter is called."""
        return [f"{n:02}_{slug}" for n, slug in enumerate(self.order, 1)]

    def text(self, path: str) -> str:
        """The text of one file."""
        return (self.root / path).read_text(encoding="utf-8")

    def matching(self, pattern: str) -> list[str]:
        """The files whose whole path fits a regular expression."""
        return [path for path in self.paths if re.fullmatch(pattern, path)]

    def named(self, pattern: str) -> set[str]:
        """What the first group of a pattern stands for in the files that fit it."""
        fits = (re.fullmatch(pattern, path) for path in self.paths)
        return {fit[1] for fit in fits if fit}

    def cells(self, notebook: str) -> list[nbformat.NotebookNode]:
        """The code cells of a notebook."""
        cells = nbformat.reads(self.text(notebook), as_version=4).cells
        return [cell for cell in cells if cell.cell_type == "code"]

    def markdown(self, notebook: str) -> list[nbformat.NotebookNode]:
        """The text cells of a notebook."""
        cells = nbformat.reads(self.text(notebook), as_version=4).cells
        return [cell for cell in cells if cell.cell_type == "markdown"]

    def prose(self, notebook: str) -> str:
        """The text of a notebook."""
        return "\n".join(cell.source for cell in self.markdown(notebook))

    def trees(self, notebook: str) -> list[ast.Module]:
        """The parsed code of each cell of a notebook, magics aside."""
        sources = [cell.source for cell in self.cells(notebook)]
        plain = [re.sub(r"^[%!].*$", "", s, flags=re.MULTILINE) for s in sources]
        return [ast.parse(source, notebook) for source in plain]

    def tree(self, path: str) -> ast.Module:
        """The parsed code of a module or a notebook, magics aside."""
        if not path.endswith(".ipynb"):
            return ast.parse(self.text(path), path)
        cells = self.trees(path)
        return ast.Module([node for cell in cells for node in cell.body], [])


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function, with its docstring taken out of the body."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:]
            yield node


def imported(tree: ast.AST, package: str) -> set[str]:
    """The modules of a package that some code imports, by their first name."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            names |= {f"{package}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {n.split(".")[1] for n in names if n.startswith(f"{package}.")}


def fingerprint(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The shape of a function's body, whatever its own variables are called."""
    body = ast.Module(function.body, [])
    own = [a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)]
    names = [node for node in ast.walk(body) if isinstance(node, ast.Name)]
    own += [node.id for node in names if isinstance(node.ctx, ast.Store)]
    number = {name: f"_{n}" for n, name in enumerate(dict.fromkeys(own))}
    for node in names:
        node.id = number.get(node.id, node.id)
    return ast.dump(body)
