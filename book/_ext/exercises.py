"""What there is to do: the tasks of all exercises, with level, minutes and points.

The directive `{exercises}` reads the notebooks that students get. The title of a task
is a heading with its number, and below it stand, in italics, how hard it is, how many
minutes it takes and how many points it earns.
"""

import re
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

TASK = re.compile(
    r"^## (\d+) · (.+)\n\n\*(Easy|Medium|Hard) · (\d+) minutes · (\d+) points", re.M
)
TOTAL = re.compile(r"\*\*Points:\*\* ([^.]+)\.")


class ExercisesDirective(SphinxDirective):
    """List every exercise: where to get it, and what its tasks are."""

    def run(self) -> list[nodes.Node]:
        """Read the notebooks, so that the page is made anew when they change."""
        found = sorted(Path(self.env.srcdir).glob("exercises/*/*.ipynb"))
        parts = [part for path in found for part in self._exercise(path)]
        for path in found:
            self.env.note_dependency(str(path))
        return parts

    def _exercise(self, path: Path) -> list[nodes.Node]:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n\n".join(c.source for c in cells if c.cell_type == "markdown")
        name, points = path.stem, TOTAL.search(" ".join(text.split()))
        title = text.partition("\n")[0].partition(" · ")[2]
        tasks = TASK.findall(text)
        if points is None or not tasks:
            raise self.error(f"{name} does not say its points and its tasks.")
        rows = [
            f"| {n}. {title} | {level.lower()} | {minutes} | {earned} |"
            for n, title, level, minutes, earned in tasks
        ]
        total = sum(int(minutes) for *_, minutes, _ in tasks)
        lines = [
            f"## Chapter {int(name[:2])}: {title}",
            "",
            f"After the lesson {{doc}}`{name}`: "
            f"{{download}}`the notebook <../exercises/{name}/{name}.ipynb>`, "
            f"about {total // 60} hours {total % 60} minutes. "
            f"Points: {points[1]}.",
            "",
            "| task | level | minutes | points |",
            "|---|---|---|---|",
            *rows,
        ]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("exercises", ExercisesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
