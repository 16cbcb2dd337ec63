"""Numbers have a source, figures and questions a form, and words are British."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
import spelling
import writing
from breaking import Check, append, complaints, replace
from repository import Repository

LESSON = "book/02_attention.ipynb"
GLOSSARY = "book/glossary.md"
NEW_TERM = "```{glossary}\nthingummy\n  Is for nothing.\n\n"

WRONG = "".join(("wei", "gth"))  # or this file would be misspelt

CHECKS: list[Check] = [
    writing.typed_numbers,
    writing.told_figures,
    writing.known_terms,
    writing.exam_questions,
    spelling.misspelt,
]


def retell(text: str) -> Callable[[Path], None]:
    """Put a sentence into the first cell of the lesson, as it stands in a notebook."""
    return replace(LESSON, "How can a network", f"{text} How can a network")


def requestion(old: str, new: str) -> Callable[[Path], None]:
    """Change the text of the first exam question that has it."""

    def change(root: Path) -> None:
        notebook = nbformat.read(root / LESSON, as_version=4)
        exams = [c for c in notebook.cells if "exam" in c.metadata.get("tags", [])]
        cell = next(c for c in exams if re.search(old, c.source))
        cell.source = re.sub(old, lambda _: new, cell.source, count=1)
        nbformat.write(notebook, root / LESSON)

    return change


def forget_question(root: Path) -> None:
    """Take the tag of an exam question away."""
    notebook = nbformat.read(root / LESSON, as_version=4)
    cell = next(c for c in notebook.cells if c.id == "exam-design")
    cell.metadata.tags = []
    nbformat.write(notebook, root / LESSON)


def double_figure(root: Path) -> None:
    """Show a figure a second time."""
    notebook = nbformat.read(root / LESSON, as_version=4)
    cell = next(c for c in notebook.cells if c.id == "figure-mask")
    notebook.cells.append(nbformat.v4.new_code_cell(cell.source))
    nbformat.write(notebook, root / LESSON)


BROKEN = [
    (writing.typed_numbers, retell("It takes 0.25 of it."), "'0.25'"),
    (writing.typed_numbers, retell("It takes 12 % of it."), "'12 %'"),
    (writing.typed_numbers, retell("It takes 30 ms alone."), "'30 ms'"),
    (writing.typed_numbers, retell("It has 1.58 bits."), "'1.58'"),
    (writing.typed_numbers, retell("It takes 3 MiB."), "'3 MiB'"),
    (
        writing.told_figures,
        replace(LESSON, "Three by three weights", "three by three weights"),
        "no full sentence",
    ),
    (
        writing.told_figures,
        double_figure,
        "tell two figures alike",
    ),
    (writing.known_terms, retell("A **thingummy** is new."), "'thingummy' is not in"),
    (
        writing.known_terms,
        replace(GLOSSARY, r"```\{glossary\}\n", NEW_TERM),
        "'thingummy' is bold nowhere",
    ),
    (writing.exam_questions, requestion("5 marks, compute", "5 marks"), "must be: "),
    (writing.exam_questions, requestion("5 marks", "6 marks"), "has 5 marks, .* 6"),
    (writing.exam_questions, requestion(r"\*\*3", "**4"), "it is number 3, not 4"),
    (
        writing.exam_questions,
        requestion("7 marks, design", "7 marks, derive"),
        "design",
    ),
    (writing.exam_questions, requestion("Three", "In the cell above, three"), "leans"),
    (writing.exam_questions, forget_question, "has 7 exam questions, not 8"),
    (writing.exam_questions, forget_question, "exam-design looks like an exam"),
    (spelling.misspelt, retell("A dark color."), "color.*colour"),
    (spelling.misspelt, append("README.md", f"\nA {WRONG}.\n"), f"README.*{WRONG}"),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_holds_of_this_repository(check: Check) -> None:
    assert "\n".join(check(Repository())) == ""


@pytest.mark.parametrize("check, change, complaint", BROKEN)
def test_it_fails_when_broken(
    check: Check, change: Callable[[Path], None], complaint: str, tmp_path: Path
) -> None:
    assert re.search(complaint, complaints(check, change, tmp_path))


def test_each_check_is_seen_to_fail() -> None:
    assert {check for check, _, _ in BROKEN} == set(CHECKS)


@pytest.mark.parametrize(
    "text",
    [
        "It takes $0.25$ of `0.25`, {glue:text}`share` and 3 tokens.",
        "It took 12 hours {cite:p}`vaswani2017`.",
        "*Reading: about 75 minutes. Difficulty: moderate.*",
        "Python 3.11 and 32-bit numbers, section 3.2, 5,000 tokens.",
        "$$0.25\n\\quad 12 s$$",
    ],
)
def test_numbers_that_are_no_measurement_may_be_typed(text: str) -> None:
    found = [re.findall(writing.NUMBER, s) for s in writing.sentences(text)]
    assert found == [[]] * len(found)


@pytest.mark.parametrize(
    "one, other", [("Queries", "query"), ("keys", "key"), ("softmax", "softmax")]
)
def test_a_term_may_be_in_the_plural_where_it_is_born(one: str, other: str) -> None:
    assert writing.stem(one) == writing.stem(other)


def test_bold_in_admonitions_lists_and_corrections_is_no_new_term() -> None:
    text = """:::{admonition} After this
* **compute** this
:::
**Put right:** the **term** is new.
1. **first**"""
    assert re.findall(r"\*\*(.*?)\*\*", writing.running(text)) == ["term"]


def test_every_command_that_a_page_names_is_there() -> None:
    repo = Repository()
    there = set(re.findall(r"^([a-z-]+):", repo.text("Makefile"), re.MULTILINE))
    for path, text in {
        **{path: repo.text(path) for path in repo.matching(spelling.PAGES)},
        **{path: repo.prose(path) for path in repo.matching(spelling.NOTEBOOKS)},
    }.items():
        spans = re.findall(r"`(?:[A-Z_]+=\S+ )*make ([^`]+)`", text)
        named = {word for span in spans for word in shlex.split(span) if word.islower()}
        assert {word for word in named if "=" not in word} <= there, path
