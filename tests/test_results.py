"""The table of results that a run of the grader prints."""

import pytest

from transformer_grading.instructor.results import NOT_RUN, REFUSED, Result, table

pytestmark = pytest.mark.grading
NAME = "02_attention"


def test_a_table_without_any_score_still_has_its_lines():
    results = [Result("a", NAME, REFUSED, "Why."), Result("b", NAME, NOT_RUN, "So.")]
    assert table(results).splitlines() == [
        "student  status   total",
        "a        refused  -",
        "b        not run  -",
        "",
        "a: refused. Why.",
        "b: not run. So.",
    ]
