"""The map that opens a chapter."""

import re

import pytest

from transformer_lib.course_map import course_map


def test_the_chapters_part_is_lit_and_said():
    figure = course_map("attention")
    lit = ("self-attention", "masked self-attention", "cross-attention")
    for part in lit:
        assert part in figure.alt.partition("builds:")[2]
    bold = set(re.findall(r"font-weight: 700[^>]*>([^<]+)</text>", figure.svg))
    assert bold == set(lit)


def test_a_chapter_that_builds_nothing_does_not_say_so():
    assert "shows what came before: cross-att" in course_map("recurrence").alt
    assert "builds" not in course_map("recurrence").alt


def test_a_chapter_that_is_not_on_the_map_is_named():
    with pytest.raises(ValueError, match="no chapter 'atention' on the map.*attention"):
        course_map("atention")
