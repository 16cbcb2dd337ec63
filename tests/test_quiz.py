"""The questions of all lessons: asked in one, not to be guessed, tied to beliefs."""

import importlib
import inspect
from collections import Counter

import pytest
from beliefs import BELIEFS, waits
from repository import Repository

from transformer_grading.checks.attention import ATTENTION

REPOSITORY = Repository()
CHAPTERS = dict(zip(REPOSITORY.chapters, REPOSITORY.slugs, strict=True))
WRITTEN = {int(chapter[:2]) for chapter in CHAPTERS}


def questions(slug):
    """The functions of a chapter's quiz, by name."""
    quiz = importlib.import_module(f"transformer_grading.quiz.{slug}")
    found = inspect.getmembers(quiz, inspect.isfunction)
    return {
        name: question
        for name, question in found
        if question.__module__ == quiz.__name__ and not name.startswith("_")
    }


ASKED = [(c, n, q) for c, slug in CHAPTERS.items() for n, q in questions(slug).items()]
EACH_CHAPTER = pytest.mark.parametrize("chapter", CHAPTERS)


def asked_in(chapter):
    return [question() for asked, _, question in ASKED if asked == chapter]


def told():
    """Every belief that an option states: its number, its chapter, whether right."""
    for chapter, _, question in ASKED:
        check = question()
        for option, belief in zip(check.options, check.beliefs, strict=True):
            if belief:
                yield belief, int(chapter[:2]), option["right"]


@EACH_CHAPTER
def test_each_question_is_asked_once_and_no_other(chapter):
    cells = REPOSITORY.cells(f"book/{chapter}.ipynb")
    found = [c.source for c in cells if c.source.startswith("quiz.")]
    assert sorted(found) == [f"quiz.{n}()" for c, n, _ in ASKED if c == chapter]


@EACH_CHAPTER
def test_a_chapter_asks_five_questions_or_more(chapter):
    assert len(asked_in(chapter)) >= 5


@EACH_CHAPTER
def test_the_right_answer_has_no_favourite_place(chapter):
    checks = asked_in(chapter)
    places = [[o["right"] for o in check.options].index(True) for check in checks]
    assert set(places) >= {0, 1, 2}
    assert max(Counter(places).values()) <= 0.6 * len(places)


@EACH_CHAPTER
def test_the_right_answer_is_not_told_by_its_length(chapter):
    longest = [
        max(check.options, key=lambda o: len(o["text"]))["right"]
        for check in asked_in(chapter)
    ]
    assert sum(longest) <= len(longest) / 2


def test_no_belief_is_right_or_unknown_or_in_another_chapter_than_its_own():
    wrong = [
        f"{belief} in {chapter:02}{' is right' * right}"
        for belief, chapter, right in told()
        if right or belief not in BELIEFS or chapter not in BELIEFS[belief][1]
    ]
    assert wrong == []


def test_every_belief_is_met_where_its_chapters_are_written():
    met = {belief for belief, _, _ in told()}
    assert [b for b in BELIEFS if b not in met and not waits(b, WRITTEN)] == []


def test_a_belief_waits_only_for_a_chapter_that_is_not_written():
    last = max(chapter for _, chapters in BELIEFS.values() for chapter in chapters)
    assert len(BELIEFS) == 52 and last <= len(REPOSITORY.order)
    assert not any(waits(belief, set(range(1, last + 1))) for belief in BELIEFS)
    assert waits("Q37", set(range(1, 9))) and not waits("Q04", {5})


TRUTHS = {m.belief: m.truth for m in ATTENTION.mistakes if m.belief}


def test_wrong_options_are_beliefs_of_the_catalogue():
    asked = {o["text"]: o["why"] for c in asked_in("02_attention") for o in c.options}
    shared = TRUTHS.keys() & asked.keys()
    assert len(shared) >= 8
    assert {text: TRUTHS[text] for text in shared} == {t: asked[t] for t in shared}
