"""What an instructor should listen for: the beliefs that a chapter's questions meet.

The directive `{misconceptions} attention` lists the wrong options of that quiz that
state a widespread belief: the question, the option, and what the lesson answers.
"""

import importlib
import inspect
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class MisconceptionsDirective(SphinxDirective):
    """List beliefs: what is said, its number, and what to answer."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Ask the questions of a chapter for what their options state."""
        quiz = importlib.import_module(f"transformer_grading.quiz.{self.arguments[0]}")
        self.env.note_dependency(inspect.getfile(quiz))
        told = nodes.bullet_list()
        for belief, question, text, why in sorted(_beliefs(quiz)):
            html = f"{question} <em>{text}</em> ({belief}) {why}"
            said = nodes.raw("", html, format="html")
            told += nodes.list_item("", nodes.paragraph("", "", said))
        return [told] if len(told) else []


def _beliefs(quiz) -> Iterator[tuple[str, ...]]:
    from transformer_lib.widgets.selfcheck import _marked  # it takes a second

    for name, question in inspect.getmembers(quiz, inspect.isfunction):
        if question.__module__.startswith(quiz.__name__) and not name.startswith("_"):
            check = question()
            for option, belief in zip(check.options, check.beliefs, strict=True):
                if belief:
                    asked = check.question.removeprefix("Predict: ")
                    parts = (
                        asked[0].upper() + asked[1:],
                        option["text"],
                        option["why"],
                    )
                    yield belief, *map(_marked, parts)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("misconceptions", MisconceptionsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
