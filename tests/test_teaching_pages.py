"""Pages made from the lessons: exam bank, misconceptions, seconds; and all links."""

import re
import sys
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from repository import ROOT, Repository
from small_book import KERNEL, Book

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from exam import HEAD, KINDS  # noqa: E402

pytest_plugins = ["pages"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
SITE = ROOT / "_build" / "html"
QUESTION = """**{n} (3 marks, {kind})** Why $x_{n}$?

<details>
<summary>Marking scheme</summary>

3: because of `{kind}`.
</details>"""
FILES = {
    "_toc.yml": "format: jb-book\nroot: book/index\nchapters:\n"
    "  - file: book/03_first\n  - file: book/bank\n",
    "book/index.md": "# Home\n",
    "book/bank.md": "# Bank\n\n## All\n\n```{exam-bank}\n```\n\n```{seconds}\n```\n",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book of one lesson with two exam questions, and a bank of them."""
    made = Book(tmp_path_factory.mktemp("a bank"))
    for name, text in FILES.items():
        (made.root / name).write_text(text)
    write_lesson(made, "debug", "recall")
    return made


def write_lesson(book, *kinds):
    cells = [new_markdown_cell("# First\n\n## Exam", id="title")]
    for n, kind in enumerate(kinds, 1):
        cell = new_markdown_cell(QUESTION.format(n=n, kind=kind), id=f"exam-{kind}")
        cell.metadata.tags = ["exam"]
        cells.append(cell)
    path = book.root / "book/03_first.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": KERNEL}), path)


def test_the_bank_lists_questions_by_kind_and_leads_to_their_lesson(book):
    result = book.build()
    assert result.returncode == 0 and not result.stderr, result.stderr
    bank, lesson = book.page("bank"), book.page("03_first")
    assert bank.index("2 (3 marks, recall)") < bank.index("1 (3 marks, debug)")
    assert "Chapter 3: First" in bank and "because of" in bank
    for n in (1, 2):
        assert f'href="03_first.html#exam-{n}"' in bank
        assert f'id="exam-{n}"' in lesson
        assert f'href="#03-exam-{n}"' in bank and f'id="03-exam-{n}"' in bank
    assert re.search(r'href="03_first.html"[^>]*>First</a>.*\d\.\d', bank, re.DOTALL)


def test_a_changed_question_is_changed_in_the_bank(book):
    write_lesson(book, "debug", "design", "recall")
    result = book.build()
    assert result.returncode == 0 and not result.stderr, result.stderr
    assert "2 (3 marks, design)" in book.page("bank")
    assert "3 (3 marks, recall)" in book.page("bank")


def test_a_cell_that_is_no_question_stops_the_build(book):
    write_lesson(book, "guess")
    result = book.build()
    assert result.returncode != 0
    assert "book/03_first, exam-guess is no exam question" in result.stderr


def test_the_bank_of_this_book_has_every_question(site):
    repo, bank = Repository(), (SITE / "book/exam_bank.html").read_text()
    asked = [
        (chapter, HEAD.search(cell.source))
        for chapter in repo.chapters
        for cell in repo.markdown(f"book/{chapter}.ipynb")
        if "exam" in cell.metadata.get("tags", [])
    ]
    assert {head[3] for _, head in asked} == set(KINDS)
    for chapter, head in asked:
        assert f'href="{chapter}.html#exam-{head[1]}"' in bank


def test_instructors_hear_of_every_belief_that_is_asked_about(site):
    from test_quiz import told

    page = (SITE / "book/instructor.html").read_text()
    assert [belief for belief, _, _ in told() if f"({belief})" not in page] == []


def words(page):
    """What stands on a page, in one line."""
    text = re.sub(r"<[^>]+>", " ", (SITE / f"book/{page}.html").read_text())
    return " ".join(unescape(text).split())


def test_every_task_of_an_exercise_is_listed_with_its_level_minutes_and_points(site):
    page = words("exercises")
    for path in ROOT.glob("exercises/*/*.ipynb"):
        seen = 0
        for cell in nbformat.read(path, as_version=4).cells:
            head, _, rest = cell.source.partition("\n\n")
            facts = re.match(r"\*(\w+) · (\d+) minutes · (\d+) points", rest)
            if cell.cell_type == "markdown" and facts:
                title = head.removeprefix("## ").replace(" ·", ".")
                level, minutes, points = facts.groups()
                assert f"{title} {level.lower()} {minutes} {points}" in page
                seen += 1
        assert seen >= 4, path.stem


def test_what_the_graders_were_tried_on_is_counted_as_the_matrices_say(site):
    page = words("graders")
    proofs = sorted(ROOT.glob("tests/proofs/kill_matrix/*.txt"))
    assert len(proofs) == len([*ROOT.glob("exercises/*/*.ipynb")])
    for path in proofs:
        text = path.read_text()
        killed, right = text.count(" killed "), text.count("\n  kept ")
        killed -= 1  # the line that counts them
        row = rf"\d+ {killed} {killed} \d+ 0 {right} {right} "
        assert re.search(row, page), path.stem


class Links(HTMLParser):
    """The addresses that a page leads to, and the names that it can be entered by."""

    def __init__(self, text):
        super().__init__()
        self.to, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names |= {found[key] for key in ("id", "name") if found.get(key)}
        self.to += [found[key] for key in ("href", "src") if found.get(key)]


def dead_links(site):
    """The links of a folder's pages that lead to no file, or to no place in a page."""
    found = (path for path in site.rglob("*.html") if "_static" not in path.parts)
    pages = {path.resolve(): Links(path.read_text()) for path in found}
    for path, links in pages.items():
        for address in links.to:
            if re.match(r"[a-z]+:|//", address):
                continue
            file, name = map(unquote, urldefrag(re.sub(r"\?[^#]*", "", address)))
            target = (path.parent / file).resolve() if file else path
            known = pages[target].names if target in pages else {name}
            if not target.exists() or (name and name not in known):
                yield f"{path.name} leads to {address}"


def test_every_link_leads_somewhere(site):
    assert [*dead_links(SITE)] == []


def test_a_dead_link_is_seen(tmp_path):
    (tmp_path / "a.html").write_text(
        "<p id='here'></p><a href='#here'>1</a><a href='b.html?x=1#there'>2</a>"
        "<a href='https://example.org/x'>3</a><a href='#gone'>4</a>"
        "<a href='b.html#gone'>5</a><img src='c.png'>"
    )
    (tmp_path / "b.html").write_text("<a name='there' href='a.html'>1</a>")
    dead = [link.partition(" leads to ")[2] for link in dead_links(tmp_path)]
    assert dead == ["#gone", "b.html#gone", "c.png"]
