"""One list of chapters, one direction, no copies; and each check can fail."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import structure
from breaking import Check, append, complaints, move, replace
from repository import Repository

CHAPTER = "02_attention"
LESSON = f"book/{CHAPTER}.ipynb"
MODULE = "transformer_lib/attention.py"
SOLUTION = f"solutions/{CHAPTER}"
LATER = "transformer_lib.scaling"

CHECKS: list[Check] = [
    structure.chapters_in_order,
    structure.one_file_a_chapter,
    structure.one_module_a_place,
    structure.support_comes_last,
    structure.reading_order,
    structure.one_home,
    structure.in_step,
    structure.axis_words,
    structure.known_sources,
    structure.small_pieces,
    structure.stripped_notebooks,
    structure.plain_names,
    structure.no_machine,
    structure.glued_numbers,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_holds_of_this_repository(check: Check) -> None:
    assert "\n".join(check(Repository())) == ""


def add_chapter(name: str) -> Callable[[Path], None]:
    """List a further chapter, if need be, and give it this lesson but no questions."""
    entry = f"- file: book/{CHAPTER}"

    def change(root: Path) -> None:
        if f"book/{name}" not in (root / "_toc.yml").read_text(encoding="utf-8"):
            replace("_toc.yml", entry, f"{entry}\n      - file: book/{name}")(root)
        shutil.copy(root / LESSON, root / f"book/{name}.ipynb")
        quiz = root / f"transformer_grading/quiz/{name.partition('_')[2]}.py"
        quiz.unlink(missing_ok=True)

    return change


def begin_exercise(root: Path) -> None:
    """Leave a chapter everything of an exercise but the notebook."""
    (root / "solutions/12_inspection/12_inspection.ipynb").unlink()


GIVEN = "transformer_grading/mistakes/transformer/parts.py"
COPIED = """

def one_name(first, second):
    together = first + second
    return together * 2


def another_name(left, right):
    \"\"\"Do as the other does.\"\"\"
    total = left + right
    return total * 2
"""
LONG = "\n\ndef long():\n" + "    print(1)\n" * 26

BROKEN = [
    (structure.chapters_in_order, replace("_toc.yml", CHAPTER, "2_Attention"), "2_A"),
    (structure.chapters_in_order, replace("_toc.yml", CHAPTER, "03_attention"), "03"),
    (structure.one_file_a_chapter, add_chapter("08_complexity"), "no .*quiz.*complex"),
    (structure.one_file_a_chapter, begin_exercise, "no solutions.* for 12_inspection"),
    (
        structure.one_file_a_chapter,
        move(f"{SOLUTION}/{CHAPTER}.ipynb", f"{SOLUTION}/other.ipynb"),
        "other in solutions",
    ),
    (
        structure.one_module_a_place,
        append("transformer_lib/helpers.py", ""),
        "helpers",
    ),
    (
        structure.one_module_a_place,
        move(MODULE, "transformer_lib/notation.py"),
        "no module",
    ),
    (
        structure.one_module_a_place,
        move(f"tests/test_{CHAPTER}.py", "tests/test_attention.py"),
        f"no tests/test_{CHAPTER}.py",
    ),
    (
        structure.one_module_a_place,
        move(f"tests/test_{CHAPTER}.py", "tests/test_02_masks.py"),
        "02_masks.py: no module",
    ),
    (
        structure.support_comes_last,
        replace("pyproject.toml", " \\| widgets", ""),
        "end",
    ),
    (
        structure.reading_order,
        append(MODULE, f"\nimport {LATER}\n"),
        "scaling, taught later",
    ),
    (
        structure.reading_order,
        replace(LESSON, r"from transformer_lib\.attention", f"from {LATER}"),
        "scaling, taught later",
    ),
    (structure.one_home, append(MODULE, COPIED), "another_name"),
    (structure.in_step, replace(GIVEN, r"\.relu", ".tanh"), "parts.py: read is not"),
    (
        structure.axis_words,
        replace(MODULE, r"\*lead query d_k", "*lead query width"),
        "width",
    ),
    (structure.axis_words, append(MODULE, "\nrearrange(x, 'a b -> b a')\n"), "'a'"),
    (
        structure.known_sources,
        append(MODULE, "\n# Source: nobody1900.\n"),
        "nobody1900",
    ),
    (structure.known_sources, replace(MODULE, "(?s)Source: .*", '"""'), "no source"),
    (structure.small_pieces, append(MODULE, LONG), "long has 26"),
    (structure.small_pieces, append(MODULE, "\n" * 250), "attention.py has"),
    (
        structure.small_pieces,
        replace(LESSON, '"glue', '"a\\n", ' * 15 + '"glue'),
        "cell",
    ),
    (
        structure.stripped_notebooks,
        replace(LESSON, '"execution_count": null', '"execution_count": 1'),
        "outputs",
    ),
    (structure.plain_names, append("transformer_lib/utils.py", ""), "utils"),
    (structure.plain_names, append(MODULE, "\nfrom math import *\n"), r"imports \*"),
    (structure.no_machine, append("README.md", f"/{'root'}/.venv"), "README"),
    (structure.no_machine, append("README.md", f"https://{'pypi'}.org"), "README"),
    (structure.glued_numbers, replace(LESSON, r"glue\(", "print("), "no cell glues"),
]


@pytest.mark.parametrize("check, change, complaint", BROKEN)
def test_it_fails_when_broken(
    check: Check, change: Callable[[Path], None], complaint: str, tmp_path: Path
) -> None:
    assert re.search(complaint, complaints(check, change, tmp_path))


def test_each_check_is_seen_to_fail() -> None:
    assert {check for check, _, _ in BROKEN} == set(CHECKS)
