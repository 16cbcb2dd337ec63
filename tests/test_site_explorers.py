"""The explorers in a page: Python's numbers, by keyboard and touch, with no kernel."""

import math

import pytest
import torch
from browser import PHONE, axe
from torch.testing import assert_close
from widget_pages import hindrances, shown

from transformer_lib.scaling import jacobian_norm, softmax_entropy
from transformer_lib.widgets.complexity import ComplexityExplorer
from transformer_lib.widgets.masking import MaskExplorer
from transformer_lib.widgets.positions import PositionsExplorer
from transformer_lib.widgets.recurrence import RecurrenceExplorer
from transformer_lib.widgets.scaling import ScalingExplorer
from transformer_lib.widgets.training import SmoothingExplorer
from transformer_lib.widgets.transformer import TransformerExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
EXPLORERS = [
    ComplexityExplorer,
    MaskExplorer,
    PositionsExplorer,
    RecurrenceExplorer,
    ScalingExplorer,
    TransformerExplorer,
    SmoothingExplorer,
]


def figures(page):
    """Read the table of numbers, row by row."""
    return page.locator(".explorer-numbers tbody tr").evaluate_all(
        "all => all.map(row => [...row.querySelectorAll('data')].map(d => +d.value))"
    )


def double(rows):
    return torch.tensor(rows, dtype=torch.float64)


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
        for slider in page.get_by_role("slider").all():
            for key in ("Home", "End"):
                slider.press(key)
                assert len(said(page)) > 40
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= PHONE["width"]
            assert axe(page, ".explorer") == ""


@pytest.mark.parametrize("make", EXPLORERS)
def test_explorer_has_targets_that_a_finger_hits(browser, tmp_path, make):
    with shown(browser, tmp_path, make(), size=PHONE) as page:
        assert page.locator(".explorer :is(input, select, button)").count() > 1
        assert hindrances(page) == []


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
            heard = set()
            for key in ("Home", "End"):
                slider.press(key)
                heard.add(slider.get_attribute("aria-valuetext") + said(page))
            assert len(heard) == 2
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
            assert_close(found, expected, atol=1e-9, rtol=1e-9)


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
            assert_close(drawn / drawn.sum(), weights, atol=1e-6, rtol=0)
            assert f"largest of 8 weights is {weights.max():.2f}" in said(page)
            how = "divided by √d_k" if explorer.scale else "not divided"
            assert f"scores {how}: typically {1 if explorer.scale else 8} in" in said(
                page
            )


# Recurrence


def test_recurrence_shows_pythons_numbers_and_says_them(browser, tmp_path):
    explorer = RecurrenceExplorer()
    with shown(browser, tmp_path, explorer) as page:
        for lag, radius, bias in [(50, 0.9, 1.0), (200, 1.5, 8.0), (0, 0.5, -2.0)]:
            for name, value in (("lag", lag), ("radius", radius), ("bias", bias)):
                page.get_by_role("slider", name=name).fill(str(value))
            explorer.lag, explorer.radius, explorer.forget_bias = lag, radius, bias
            steps, factors = double(
                [[*way.values()] for way in (explorer.steps, explorer.factors)]
            )
            found = double(figures(page))
            assert_close(found, torch.stack([steps, factors, 1 / factors], dim=-1))
            assert said(page).count(f"one step of learning at lag {lag} is worth") == 3
            assert ("explodes" in said(page)) == (factors.max() > 1)


def test_recurrence_says_where_a_point_is_that_has_left_the_picture(browser, tmp_path):
    explorer = RecurrenceExplorer(lag=200, radius=1.5, forget_bias=-2.0)
    with shown(browser, tmp_path, explorer) as page:
        signs = page.locator(".plot-sign").all_text_contents()
        assert signs == ["↑", "↓", "◆"]


# Positions


def test_positions_show_pythons_numbers(browser, tmp_path):
    explorer = PositionsExplorer()
    with shown(browser, tmp_path, explorer) as page:
        for width, pair, offset in [(64, 0, 10), (512, 255, 200), (8, 3, 1)]:
            page.get_by_role("combobox").select_option(str(width))
            page.get_by_role("slider", name="pair").fill(str(pair))
            page.get_by_role("slider", name="offset").fill(str(offset))
            explorer.d_model, explorer.offset, explorer.pair = width, offset, pair
            wave = explorer.wavelength
            turns = offset / wave
            alone = math.cos(2 * math.pi * turns)
            longest = PositionsExplorer(d_model=width, pair=width // 2 - 1).wavelength
            wanted = [wave, turns, alone, explorer.similarity, 2 * math.pi, longest]
            assert_close(double(figures(page))[:, 0], double(wanted))
            assert ("a fast one" in said(page)) == (pair == 0)
            assert ("a slow one" in said(page)) == (pair > 0)


def test_positions_keep_a_pair_that_is_there(browser, tmp_path):
    with shown(browser, tmp_path, PositionsExplorer(pair=31)) as page:
        page.get_by_role("combobox").select_option("8")
        slider = page.get_by_role("slider", name="pair")
        assert slider.get_attribute("aria-valuetext") == "3 of 0 to 3"
        assert said(page).startswith("Pair 3 of 4 ")


# Complexity


def test_complexity_shows_pythons_numbers(browser, tmp_path):
    explorer = ComplexityExplorer()
    with shown(browser, tmp_path, explorer) as page:
        states = [
            (512, 512, 8, "float32", []),
            (32768, 4096, 64, "bfloat16", ["End"]),
            (64, 64, 1, "float32", ["Home"]),
            (128, 128, 2, "bfloat16", ["ArrowRight"]),
        ]
        for n, d, h, precision, keys in states:
            moved = [slide(page, name, *keys) for name in ("tokens", "width", "heads")]
            assert moved == [str(n), str(d), str(h)]
            page.get_by_role("combobox").select_option(
                index=int(precision == "bfloat16")
            )
            explorer.n, explorer.d_model, explorer.heads = n, d, h
            explorer.precision = precision
            costs = [*explorer.multiply_adds.values(), *explorer.kept_bytes.values()]
            assert [row[0] for row in figures(page)] == costs
            assert f"they meet at n = d = {d}" in said(page)
            assert f"they meet at n = 2d = {2 * d}" in said(page)
            assert ("exactly what an RNN costs" in said(page)) == (n == d)
