"""The questions of the lessons: asked in one, not to be guessed, tied to mistakes."""

import inspect
from pathlib import Path

import nbformat
import pytest

from transformer_grading.checks.attention import ATTENTION
from transformer_grading.quiz import attention

LESSON = Path(__file__).parents[1] / "book/02_attention.ipynb"
QUESTIONS = {
    name: question
    for name, question in inspect.getmembers(attention, inspect.isfunction)
    if question.__module__ == attention.__name__ and not name.startswith("_")
}


def right_place(question):
    (place,) = (i for i, o in enumerate(question().options) if o["right"])
    return place


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_asked_once_in_the_lesson(name):
    cells = nbformat.read(LESSON, as_version=4).cells
    assert sum(cell.source == f"quiz.{name}()" for cell in cells) == 1


def test_the_right_answer_has_no_favourite_place():
    places = [right_place(question) for question in QUESTIONS.values()]
    assert all(places.count(place) >= 2 for place in range(3))


def test_the_right_answer_is_not_told_by_its_length():
    longest = [
        max(question().options, key=lambda o: len(o["text"]))["right"]
        for question in QUESTIONS.values()
    ]
    assert sum(longest) <= len(longest) / 2


def test_wrong_options_are_beliefs_of_the_catalogue():
    catalogue = {m.belief: m.truth for m in ATTENTION.mistakes if m.belief}
    asked = {
        option["text"]: option["why"]
        for question in QUESTIONS.values()
        for option in question().options
    }
    shared = catalogue.keys() & asked.keys()
    assert len(shared) >= 8
    assert {text: catalogue[text] for text in shared} == {t: asked[t] for t in shared}
