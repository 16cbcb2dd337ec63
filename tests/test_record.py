"""Every row of the public record stands in an exercise, or has a reason not to."""

from collections import Counter

import pytest
from checking import ALL, CASES
from mutants.record import TOPIC_OF

from transformer_grading.instructor.record import STYLES_WAITING, WAITING, rows

pytestmark = pytest.mark.grading

TAKEN = {row for case in ALL for m in case.visible.mistakes for row in m.ids}
STYLES = {right.style for case in ALL for right in case.right} - {"own"}


def test_every_mistake_of_the_record_is_in_an_exercise_or_has_to_wait():
    assert TAKEN | set(rows(WAITING)) == set(TOPIC_OF)
    assert not TAKEN & set(rows(WAITING))


def test_every_right_style_of_the_record_is_settled_or_has_to_wait():
    assert STYLES | set(rows(STYLES_WAITING)) == {f"W{n:02}" for n in range(1, 75)}
    assert not STYLES & set(rows(STYLES_WAITING))


@pytest.mark.parametrize("name", CASES)
def test_each_task_has_mistakes_and_right_styles_with_names_of_their_own(name):
    for case in CASES[name]:
        names = Counter(mistake.name for mistake in case.visible.mistakes)
        assert len(names) >= 4 and max(names.values()) == 1, case.name
        assert len(case.right) >= 3, case.name
