"""How the graders were tried: the written matrices, counted and shown.

The directive `{graders}` reads the summaries that `make kill-matrix` writes.
"""

import re
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PROOFS = "tests/proofs/kill_matrix"
COUNTS = re.compile(
    r"^wrong ways (\d+), killed (\d+), survivors \d+\n"
    r"named (\d+) of \d+ \S+ false (\d+)$",
    re.M,
)
HEAD = (
    *("exercise", "tasks", "wrong answers", "lose points", "named", "named wrongly"),
    *("right styles", "judged as they should be"),
)
LEGEND = (
    "A line below for each wrong answer says which properties it breaks. Then come "
    "the right styles with what they earn, and the rows of the public record with "
    "the tasks in which they are tried: mistakes that somebody made and reported, "
    "in an issue, a forum or a pull request. Every row of it is tried somewhere."
)


class GradersDirective(SphinxDirective):
    """List the exercises with what their graders were tried on."""

    def run(self) -> list[nodes.Node]:
        """Read the summaries, so that the page is made anew when they change."""
        found = sorted((Path(self.env.srcdir) / PROOFS).glob("*.txt"))
        for path in found:
            self.env.note_dependency(str(path))
        texts = {path.stem: path.read_text(encoding="utf-8") for path in found}
        rows = [self._row(name, text) for name, text in texts.items()]
        table = [
            f"| {' | '.join(HEAD)} |",
            "|---" * len(HEAD) + "|",
            *rows,
        ]
        lessons = {name: Path(self.env.doc2path(f"book/{name}")) for name in texts}
        shown = [s for name, text in texts.items() for s in _shown(lessons[name], text)]
        return self.parse_text_to_nodes("\n".join([*table, "", LEGEND, *shown]))

    def _row(self, name: str, text: str) -> str:
        counts = COUNTS.search(text)
        if counts is None or not text.endswith("all bars met\n"):
            raise self.error(f"{name}: a bar is missed; run make kill-matrix.")
        tasks = len(re.findall(r"\(x broken, \. holds\)$", text, re.M))
        right = len(re.findall(r"^  (?:kept|BROKEN) ", text, re.M))
        kept = len(re.findall(r"^  kept ", text, re.M))
        cells = (tasks, *counts.groups(), right, kept)
        return f"| {{doc}}`{name}` | {' | '.join(map(str, cells))} |"


def _shown(lesson: Path, text: str) -> list[str]:
    """Fold a summary away under the title of its chapter."""
    lines = text.split("\n\n", 1)[1].rstrip().splitlines()
    title = nbformat.read(lesson, as_version=4).cells[0].source.partition("\n")[0]
    chapter = f"Chapter {int(lesson.stem[:2])}, {title.removeprefix('# ')}"
    return [
        "",
        f"````{{dropdown}} {chapter}: every answer that was tried",
        "```text",
        *(*lines, "```", "````"),
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("graders", GradersDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
