"""The explorers in a page: Python's numbers, by keyboard and touch, with no kernel."""

import math

import pytest
import torch
from browser import PHONE, axe
from widget_pages import shown

from transformer_lib.scaling import jacobian_norm, softmax_entropy
from transformer_lib.widgets.scaling import ScalingExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
EXPLORERS = [ScalingExplorer]


def figures(page):
    """Read the table of numbers, row by row."""
    return page.locator(".explorer-numbers tbody tr").evaluate_all(
        "all => all.map(row => [...row.querySelectorAll('data')].map(d => +d.value))"
    )


def said(page):
    return page.locator(".explorer-live").text_content()


def slide(page, name, *keys):
    slider = page.get_by_role("slider", name=name)
    for key in keys:
        slider.press(key)
    return slider.get_attribute("aria-valuetext")


# Every explorer


@pytest.mark.parametrize("make", EXPLORERS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_explorer_can_be_used_by_all_in_every_state(browser, tmp_path, make, scheme):
    with shown(browser, tmp_path, make(), size=PHONE, scheme=scheme) as page:
        assert axe(page, ".explorer") == ""
        for slider in page.get_by_role("slider").all():
            for key in ("End", "Home", "ArrowRight"):
                slider.press(key)
                assert len(said(page)) > 40
                assert axe(page, ".explorer") == ""
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= PHONE["width"]


@pytest.mark.parametrize("make", EXPLORERS)
def test_explorer_has_targets_that_a_finger_hits(browser, tmp_path, make):
    with shown(browser, tmp_path, make(), size=PHONE) as page:
        targets = page.locator(".explorer :is(input, select, button)")
        assert targets.count() > 1
        for target in targets.all():
            box = target.bounding_box()
            assert min(box["width"], box["height"]) >= 24, target.evaluate(
                "t => t.name"
            )


@pytest.mark.parametrize("make", EXPLORERS)
def test_explorer_tells_in_words_what_moves(browser, tmp_path, make):
    with shown(browser, tmp_path, make()) as page:
        live = page.locator(".explorer-live")
        assert live.get_attribute("aria-live") == "polite"
        assert page.locator(".explorer").get_attribute("aria-label") == make().label
        for svg in page.locator("svg").all():
            assert svg.get_attribute("role") == "img"
            assert len(svg.get_attribute("aria-label")) > 20
        for slider in page.get_by_role("slider").all():
            before = said(page)
            slider.press("Home")
            slider.press("End")
            assert said(page) != before
            assert slider.get_attribute("data-lm-suppress-shortcuts") == "true"


@pytest.mark.parametrize("make", EXPLORERS)
def test_explorer_keeps_still_where_motion_is_unwelcome(browser, tmp_path, make):
    with shown(browser, tmp_path, make()) as page:
        page.emulate_media(reduced_motion="reduce")
        moving = page.locator(".explorer *").evaluate_all(
            "all => all.filter(one => ['', '::before'].some(part => {"
            "  const now = getComputedStyle(one, part);"
            "  return now.transitionDuration !== '0s' || now.animationName !== 'none'"
            "})).length"
        )
        assert moving == 0


# Scaling


def test_scaling_shows_pythons_numbers(browser, tmp_path):
    explorer = ScalingExplorer()
    with shown(browser, tmp_path, explorer) as page:
        states = [(64, 16, 0), (1024, 64, 0), (1, 4, 1), (2, 32, 1)]
        keys = [[], ["End"], ["Home"], ["ArrowRight"]]
        for (d_k, n_keys, draw), moves in zip(states, keys, strict=True):
            assert slide(page, "dk", *moves) == str(d_k)
            page.get_by_role("combobox", name="keys").select_option(str(n_keys))
            if draw > explorer.draw:
                page.get_by_role("button", name="draw new scores").press("Enter")
            explorer.d_k, explorer.n_keys, explorer.draw = d_k, n_keys, draw
            columns = []
            for explorer.scale in (False, True):
                w = explorer.weights
                size = 1.0 if explorer.scale else math.sqrt(d_k)
                bits = softmax_entropy(w) / math.log(2)
                columns.append([size, w.max(), bits, jacobian_norm(w)])
            expected = torch.tensor(columns, dtype=torch.float64).T
            found = torch.tensor(figures(page), dtype=torch.float64)
            torch.testing.assert_close(found, expected, atol=1e-9, rtol=1e-9)


def test_scaling_draws_the_weights_it_speaks_of(browser, tmp_path):
    explorer = ScalingExplorer(n_keys=8)
    with shown(browser, tmp_path, explorer) as page:
        for explorer.scale in (False, True):
            page.get_by_role("checkbox").set_checked(explorer.scale)
            heights = page.locator("rect.plot-bar").evaluate_all(
                "all => all.map(bar => +bar.getAttribute('height'))"
            )
            drawn = torch.tensor(heights, dtype=torch.float64)
            weights = explorer.weights
            torch.testing.assert_close(drawn / drawn.sum(), weights, atol=1e-6, rtol=0)
            assert f"largest of 8 weights is {weights.max():.2f}" in said(page)
            how = "divided by √d_k" if explorer.scale else "not divided"
            assert f"scores {how}: typically {1 if explorer.scale else 8} in" in said(
                page
            )
