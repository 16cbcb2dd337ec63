"""How the graders were tried: the written matrices, counted and shown.

The directive `{graders}` reads the summaries that `make kill-matrix` writes, and which
rows of the public record of mistakes have to wait for a later exercise.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PROOFS = "tests/proofs/kill_matrix"
COUNTS = re.compile(
    r"^wrong ways (\d+), killed (\d+), survivors \d+\n"
    r"named (\d+) of \d+ \S+ false (\d+)$",
    re.M,
)
HEAD = ("exercise", "tasks", "wrong answers", "lose points", "named", "named wrongly")


class GradersDirective(SphinxDirective):
    """List the exercises with what their graders were tried on."""

    def run(self) -> list[nodes.Node]:
        """Read the summaries, so that the page is made anew when they change."""
        found = sorted((Path(self.env.srcdir) / PROOFS).glob("*.txt"))
        for path in found:
            self.env.note_dependency(str(path))
        texts = {path.stem: path.read_text(encoding="utf-8") for path in found}
        rows = [self._row(name, text) for name, text in texts.items()]
        lines = [
            f"| {' | '.join((*HEAD, 'right styles', 'judged as they should be'))} |",
            "|---" * (len(HEAD) + 2) + "|",
            *rows,
            "",
            *self._waiting(),
            "## Line by line",
            "",
            "A line for each wrong answer says which properties it breaks, in the "
            "order above it; then come the right styles with what they earn, and the "
            "rows of the public record of mistakes with where they stand.",
            "",
            *(line for name, text in texts.items() for line in _shown(name, text)),
        ]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)

    def _row(self, name: str, text: str) -> str:
        counts = COUNTS.search(text)
        if counts is None or not text.endswith("all bars met\n"):
            raise self.error(f"{name}: a bar is missed; run make kill-matrix.")
        tasks = len(re.findall(r"\(x broken, \. holds\)$", text, re.M))
        right = len(re.findall(r"^  (?:kept|BROKEN) ", text, re.M))
        kept = len(re.findall(r"^  kept ", text, re.M))
        cells = (tasks, *counts.groups(), right, kept)
        return f"| {{doc}}`{name}` | {' | '.join(map(str, cells))} |"

    def _waiting(self) -> list[str]:
        from transformer_grading.instructor.record import WAITING

        total = sum(len(some.split()) for some in WAITING.values())
        return [
            f"Of the public record of mistakes, {total} rows have no exercise yet:",
            "",
            *(f"* {why}: {some}" for why, some in WAITING.items()),
            "",
        ]


def _shown(name: str, text: str) -> list[str]:
    """Fold a summary away under its name."""
    title = f"{{doc}}`{name}`"
    lines = text.split("\n\n", 1)[1].rstrip().splitlines()
    return [
        f"### {title}",
        "",
        "````{dropdown} Every answer that was tried",
        "```text",
    ] + [
        *lines,
        "```",
        "````",
        "",
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("graders", GradersDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
