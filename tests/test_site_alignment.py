"""The explorer of cross-attention in a page: Python's numbers, with no kernel."""

import pytest
import torch
from browser import PHONE, axe
from test_alignment_explorer import SENTENCE, WEIGHTS
from widget_pages import hindrances, shown

from transformer_lib.widgets.decoding import AlignmentExplorer

pytestmark = pytest.mark.browser
pytest_plugins = ["pages"]
OTHER = SENTENCE | {"source": ["old", "town"]}


@pytest.fixture
def explorer():
    return AlignmentExplorer([SENTENCE, OTHER])


def drawn(page):
    rows = page.locator("tbody tr").evaluate_all(
        "all => all.map(row => [...row.querySelectorAll('data')].map(d => +d.value))"
    )
    return torch.tensor(rows, dtype=torch.float64)


def said(page):
    return page.locator(".explorer-live").text_content()


def test_it_shows_pythons_numbers_for_every_head(browser, tmp_path, explorer):
    with shown(browser, tmp_path, explorer) as page:
        for layer in (0, 1):
            for head in (0, 1):
                page.get_by_label("layer").select_option(index=layer)
                page.get_by_label("head").select_option(index=head)
                explorer.layer, explorer.head = layer, head
                assert torch.equal(drawn(page), WEIGHTS[layer, head])
                right, asked = explorer.hits
                assert f"{right} of {asked} words with a partner" in said(page)


def test_it_says_where_a_word_looks_and_what_a_person_says(browser, tmp_path, explorer):
    with shown(browser, tmp_path, explorer) as page:
        buttons = page.locator("tbody button")
        assert "“casa” looks most at “red” (0.70); 0.10 goes to the marks" in said(page)
        assert "By hand it belongs to “house”: they differ." in said(page)
        buttons.first.press("ArrowDown")
        assert "By hand it has no partner." in said(page)
        buttons.nth(1).press("End")
        assert "belongs to “red” and “house”: they agree." in said(page)
        page.get_by_label("sentence").select_option(index=1)
        assert "“casa” looks most at “old” (0.70)" in said(page)


def test_what_was_joined_by_hand_has_a_frame(browser, tmp_path, explorer):
    with shown(browser, tmp_path, explorer) as page:
        framed = page.locator("tbody tr").evaluate_all(
            "all => all.map(row => [...row.querySelectorAll('td')].flatMap("
            "  (c, j) => getComputedStyle(c).outlineStyle === 'dashed' ? [j] : []))"
        )
        assert framed == SENTENCE["links"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(browser, tmp_path, explorer, scheme):
    with shown(browser, tmp_path, explorer, size=PHONE, scheme=scheme) as page:
        for head in (0, 1):
            page.get_by_label("head").select_option(index=head)
            assert axe(page, ".explorer") == ""
            assert hindrances(page) == []
