"""The explorer of smoothed labels in a page: Python's numbers, by keyboard."""

import math

import pytest
from torch.testing import assert_close
from widget_pages import shown

from transformer_lib.widgets.training import SmoothingExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser


def figures(page):
    cells = page.locator(".explorer-numbers data")
    return [*map(float, cells.evaluate_all("all => all.map(data => +data.value)"))]


def slide(page, name, key):
    page.get_by_role("slider", name=name).press(key)


def test_smoothing_shows_pythons_numbers(browser, tmp_path):
    explorer = SmoothingExplorer()
    with shown(browser, tmp_path, explorer) as page:
        live = page.locator(".explorer-live")
        for name, key in (("certainty", "Home"), ("smoothing", "End")):
            slide(page, name, key)
        explorer.certainty, explorer.smoothing = -10.0, 0.5
        wanted = [explorer.plain, explorer.smoothed, explorer.floor, math.log(2000)]
        assert_close(figures(page), wanted)
        assert "More certainty would pay." in live.text_content()
        slide(page, "certainty", "End")
        assert "Less certainty would pay" in live.text_content()
        slide(page, "smoothing", "Home")
        explorer.certainty, explorer.smoothing = 14.0, 0.0
        wanted = [explorer.plain, explorer.plain, 0.0, math.log(2000)]
        assert_close(figures(page), wanted)
