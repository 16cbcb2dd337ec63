"""The exam bank: the exam questions of all lessons, by chapter and kind, with schemes.

A lesson's exam questions are cells with the tag `exam`, each beginning with its number,
its marks and its kind in bold. The directive `{exam-bank}` lists them; every question
links to its place in the lesson, where it gets an anchor.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from tables import table

KINDS = ("recall", "derive", "compute", "debug", "design")
HEAD = re.compile(rf"(\d+) \((\d+) marks, ({'|'.join(KINDS)})\)")
LESSON = re.compile(r"book/\d")


@dataclass(frozen=True)
class Question:
    """One exam question: where it stands, and its text with its scheme."""

    page: str
    number: int
    kind: str
    text: str

    @property
    def anchor(self) -> str:
        """Name the question in its lesson."""
        return f"exam-{self.number}"

    @property
    def here(self) -> str:
        """Name the question in the bank."""
        return f"{Path(self.page).name.partition('_')[0]}-{self.anchor}"


class ExamBankDirective(SphinxDirective):
    """List the exam questions of all lessons, with a table of what is where."""

    def run(self) -> list[nodes.Node]:
        """Read the lessons' cells, so that the page is made anew when they change."""
        self.env.note_dependency("_toc.yml")
        chapters = {page: list(self._questions(page)) for page in _lessons(self.env)}
        return [
            _table(chapters),
            *(self._part(p, asked) for p, asked in chapters.items()),
        ]

    def _questions(self, page: str) -> Iterator[Question]:
        path = self.env.doc2path(page)
        self.env.note_dependency(path)
        for cell in nbformat.read(path, as_version=4).cells:
            if "exam" in cell.metadata.get("tags", []):
                head = HEAD.match(cell.source.removeprefix("**"))
                if head is None:
                    raise self.error(f"{page}, {cell.id} is no exam question.")
                yield Question(page, int(head[1]), head[3], cell.source)

    def _part(self, page: str, asked: list[Question]) -> nodes.section:
        number = Path(page).name[:2]
        title = f"Chapter {int(number)}: {_title(self.env.doc2path(page))}"
        part = nodes.section("", nodes.title("", title), ids=[f"bank-{number}"])
        part["names"] = [f"bank {number}"]
        for question in sorted(asked, key=lambda q: (KINDS.index(q.kind), q.number)):
            shown = nodes.container(ids=[question.here], classes=["exam-question"])
            shown += self.parse_text_to_nodes(question.text)
            uri = self.env.app.builder.get_relative_uri(self.env.docname, page)
            link = nodes.reference("", "In its lesson", internal=True)
            link["refuri"] = f"{uri}#{question.anchor}"
            shown += nodes.paragraph("", "", link)
            part += shown
        return part


def _lessons(env: BuildEnvironment) -> list[str]:
    return sorted(page for page in env.found_docs if LESSON.match(page))


def _title(path: Path) -> str:
    first = nbformat.read(path, as_version=4).cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def _table(chapters: dict[str, list[Question]]) -> nodes.table:
    """Lay out a row for each chapter and a column for each kind."""
    rows = []
    for page, asked in chapters.items():
        number = Path(page).name[:2]
        name = nodes.reference("", str(int(number)), refid=f"bank-{number}")
        kinds = [[q for q in asked if q.kind == kind] for kind in KINDS]
        rows.append([name, *(nodes.inline("", "", *_links(kind)) for kind in kinds)])
    return table([nodes.Text(text) for text in ("chapter", *KINDS)], rows)


def _links(asked: list[Question]) -> Iterator[nodes.Node]:
    for place, question in enumerate(asked):
        if place:
            yield nodes.Text(", ")
        yield nodes.reference("", str(question.number), refid=question.here)


def _anchor(app: Sphinx, doctree: nodes.document) -> None:
    """Give the questions of a lesson the anchors that the bank links to."""
    if not LESSON.match(app.env.docname):
        return
    for strong in doctree.findall(nodes.strong):
        head = HEAD.fullmatch(strong.astext())
        if head and isinstance(strong.parent, nodes.paragraph):
            strong.parent["ids"].append(f"exam-{head[1]}")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive and the anchors."""
    app.add_directive("exam-bank", ExamBankDirective)
    app.connect("doctree-read", _anchor)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
