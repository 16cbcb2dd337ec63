"""Look for misspelt and for American words in all that is written to be read.

Code keeps the spelling of the libraries it calls: only text is looked at, which is that
of pages, lessons and questions, of messages and of docstrings, without code in it.
"""

import ast
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from repository import ROOT, Repository
from writing import CODE, MATHS, ROLE

PAGES = r"[A-Z]+\.md|(book|benchmarks|tests)/[\w/]*\.md"
NOTEBOOKS = r"(book|solutions)/.*\.ipynb"
MODULES = r"(transformer_lib|transformer_grading)/.*\.py"
NAME = r"\b[\w.]+\([^)]*\)|\b\w+[._]\w+\b|--[\w-]+|color-\w+|currentColor|^ +\w+: "


def written(repo: Repository) -> dict[str, str]:
    """The text that each file shows to a reader."""
    found = {path: repo.text(path) for path in repo.matching(PAGES)}
    found |= {path: repo.prose(path) for path in repo.matching(NOTEBOOKS)}
    for path in repo.matching(MODULES):
        nodes = ast.walk(repo.tree(path))
        strings = (n.value for n in nodes if isinstance(n, ast.Constant))
        found[path] = "\n".join(s for s in strings if isinstance(s, str) and " " in s)
    return {path: plain(text) for path, text in found.items()}


def plain(text: str) -> str:
    """A text without its code, maths and roles."""
    text = re.sub(r"^```(\w+)?$.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(
        f"{MATHS}|{ROLE}|{CODE.partition('|')[2]}|{NAME}",
        " ",
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


def misspelt(repo: Repository) -> list[str]:
    """Each word that is written otherwise in British English, with its place."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in written(repo).items():
            file = Path(folder, f"{path}.txt")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        command = [str(Path(sys.executable).with_name("typos")), "--format", "brief"]
        command += ["--locale", "en-gb", "--config", str(ROOT / "pyproject.toml"), "."]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode not in (0, 2):
        raise RuntimeError(run.stderr)
    return [
        re.sub(r"^\./(.*)\.txt:\d+:\d+: error", r"\1", t)
        for t in run.stdout.splitlines()
    ]


if __name__ == "__main__":
    sys.exit("\n".join(misspelt(Repository())) or None)
