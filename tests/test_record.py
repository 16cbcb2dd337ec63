"""Every row of the public record stands in an exercise."""

from collections import Counter

import pytest
from checking import ALL, CASES
from mutants.record import TOPIC_OF

pytestmark = pytest.mark.grading

TAKEN = {row for case in ALL for m in case.visible.mistakes for row in m.ids}
STYLES = {right.style for case in ALL for right in case.right} - {"own"}


def test_every_mistake_of_the_record_is_in_an_exercise():
    assert set(TOPIC_OF) == TAKEN


def test_every_right_style_of_the_record_is_settled():
    assert {f"W{n:02}" for n in range(1, 75)} == STYLES


@pytest.mark.parametrize("name", CASES)
def test_each_task_has_mistakes_and_right_styles_with_names_of_their_own(name):
    for case in CASES[name]:
        names = Counter(mistake.name for mistake in case.visible.mistakes)
        assert len(names) >= 4 and max(names.values()) == 1, case.name
        assert len(case.right) >= 3, case.name
