"""A small book in a folder of its own, built and run by the real machinery."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ROOT = Path(__file__).parents[1]
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
ONE = """\
import os, uuid
from pathlib import Path
from transformer_lib import toy
print("value", toy.VALUE, "data", Path(toy.__file__).with_name("data.txt").read_text())
print("device", os.environ["TRANSFORMER_LIB_DEVICE"])
print("threads", os.environ["OMP_NUM_THREADS"])
print("run", uuid.uuid4())"""
FILES = {
    "_toc.yml": "format: jb-book\nroot: book/index\nchapters:\n"
    "  - file: book/one\n  - file: book/two\n  - file: book/claims\n",
    "book/index.md": "# Home\n",
    "book/claims.md": "# Ledger\n\n```{claims}\nC07 A\n: Yes.\n\nC08 B\n: No.\n```\n",
    "transformer_lib/toy.py": "VALUE = 1",
    "transformer_lib/data.txt": "1",
}


def write(path, source, *tags, **metadata):
    cell = new_code_cell(source, metadata={"tags": list(tags)}, id="the-cell")
    headings = f"# Page {path.stem}\n\n## Part {path.stem}\n\n### Step"
    title = new_markdown_cell(headings, id="title")
    metadata = {"kernelspec": KERNEL, **metadata}
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=[title, cell], metadata=metadata), path)


class Book:
    """Three pages with the real configuration; a stand-in for `transformer_lib`."""

    def __init__(self, root):
        self.root = root
        for name in ("book/_ext", "book/_assets"):
            shutil.copytree(ROOT / name, root / name)
        for name in ("_config.yml", "requirements.txt", "book/references.bib"):
            shutil.copy(ROOT / name, root / name)
        self.one, self.two = root / "book/one.ipynb", root / "book/two.ipynb"
        self.solution = root / "solutions/one/one.ipynb"

    def write(self):
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        write(self.one, ONE, "claim-C07")
        write(self.two, "print('began')", "claim-C08")
        write(self.solution, "print(1)")

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        assert old in text
        (self.root / name).write_text(text.replace(old, new))

    def run(self, *command, **environment):
        environment = {**os.environ, "NO_COLOR": "1", **environment}
        return subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True
        )

    def build(self):
        command = Path(sys.executable).with_name("jupyter-book")
        return self.run(command, "build", ".", "-W", "-n", "--keep-going")

    def execute(self, *options, **environment):
        command = [sys.executable, "book/_ext/execution.py", *options]
        return self.run(*command, **environment)

    def page(self, name):
        return (self.root / f"_build/html/book/{name}.html").read_text()

    def printed(self, name, word):
        """Return what the executed copy of a lesson prints after a word."""
        path = self.root / f"_build/executed/book/{name}.ipynb"
        copy = nbformat.read(path, as_version=4)
        words = "".join(part.text for part in copy.cells[-1].outputs).split()
        return words[words.index(word) + 1]
