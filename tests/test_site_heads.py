"""The heads in a page: Python's numbers, by keyboard and by touch."""

import re

import pytest
import torch
from browser import PHONE, axe
from torch.testing import assert_close
from widget_pages import hindrances, shown

from transformer_lib.inspection.heads import median_head, ranking
from transformer_lib.widgets.inspection import HeadExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
LAYERS, HEADS = 3, 5
SENTENCES = [["[CLS]", "the", "cat", "saw", "the", "dog", "[SEP]"], ["a", "bird"]]


def drawn(tokens, seed):
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(LAYERS, HEADS, len(tokens), len(tokens), generator=generator)
    return (3 * scores).softmax(dim=-1)


def explorer(**traits):
    sentences = [(tokens, drawn(tokens, n)) for n, tokens in enumerate(SENTENCES)]
    return HeadExplorer(sentences, **traits)


def agree(page, shown):
    """What the page says of its heads and keys is what Python says."""
    there = shown.weights[:, :, shown.query, shown.key]
    shades = page.locator(".heads-cell").evaluate_all(
        "all => all.map(one => +one.style.getPropertyValue('--w'))"
    )
    found = torch.tensor(shades, dtype=torch.float64).view(LAYERS, HEADS)
    assert_close(found, there, atol=6e-5, rtol=0)
    row = page.locator(".heads-side").nth(1).locator("data")
    values = row.evaluate_all("all => all.map(one => +one.value)")
    expected = shown.weights[shown.layer, shown.head, shown.query]
    assert_close(torch.tensor(values, dtype=torch.float64), expected)
    said = page.locator(".explorer-live").text_content()
    best = ranking(there)[0]
    assert f"{median_head(there):.2f} in the median head" in said
    assert f"most in {best} ({best.value:.2f})" in said
    assert f"looks most at “{shown.tokens[expected.argmax()]}”" in said.replace(
        f" (token {expected.argmax() + 1})", ""
    )


@pytest.mark.parametrize("query, key", [(2, 3), (6, 0), (4, 4)])
@pytest.mark.parametrize("layer, head", [(0, 0), (2, 4), (1, 3)])
def test_every_head_and_token_shows_pythons_numbers(
    browser, tmp_path, layer, head, query, key
):
    with shown(browser, tmp_path, explorer()) as page:
        page.locator(".heads-cell").nth(layer * HEADS + head).click()
        for side, at in enumerate((query, key)):
            page.locator(".heads-side").nth(side).locator("button").nth(at).click()
        traits = {"layer": layer, "head": head, "query": query, "key": key}
        agree(page, explorer(**traits))
        name = f"L{layer + 1}H{head + 1}"
        label = page.locator("svg").get_attribute("aria-label")
        assert f"keys that {name} looks at" in label


def test_a_shorter_sentence_begins_where_it_has_tokens(browser, tmp_path):
    with shown(browser, tmp_path, explorer(query=6, key=1)) as page:
        page.get_by_role("combobox").select_option(label="a bird")
        agree(page, explorer(sentence=1, query=0, key=1))
        assert page.locator(".heads-side button").count() == 4
        lines = page.locator("svg path.heads-chosen")
        assert 1 <= lines.count() <= 2


def test_lines_begin_and_end_at_their_tokens(browser, tmp_path):
    with shown(browser, tmp_path, explorer(query=5)) as page:
        top = page.locator("svg").bounding_box()["y"]
        middles = [
            box["y"] + box["height"] / 2 - top
            for box in (
                b.bounding_box() for b in page.locator(".heads-side button").all()
            )
        ]
        n = len(SENTENCES[0])
        ends = [
            [float(number) for number in re.findall(r"[ ]([\d.]+)", path)]
            for path in page.locator("svg path.heads-chosen").evaluate_all(
                "all => all.map(one => one.getAttribute('d'))"
            )
        ]
        assert ends
        for start, *_, end in ends:
            assert abs(start - middles[5]) <= 1
            assert min(abs(end - middle) for middle in middles[n:]) <= 1


def test_heads_and_tokens_are_chosen_by_keyboard(browser, tmp_path):
    with shown(browser, tmp_path, explorer()) as page:
        page.locator(".heads-cell").first.focus()
        for key in ("ArrowDown", "End", "ArrowLeft", "ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
        agree(page, explorer(layer=2, head=3))
        page.locator(".heads-side").nth(1).locator("button").first.focus()
        for key in ("End", "ArrowUp"):
            page.keyboard.press(key)
        agree(page, explorer(layer=2, head=3, key=5))
        stops = page.locator(".explorer button").evaluate_all(
            "all => all.filter(one => one.tabIndex === 0).length"
        )
        assert stops == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_heads_can_be_read_and_touched_by_all(browser, tmp_path, scheme):
    with shown(browser, tmp_path, explorer(), size=PHONE, scheme=scheme) as page:
        for at in (0, 7, 14):
            page.locator(".heads-cell").nth(at).click()
            assert axe(page, ".explorer") == ""
        assert hindrances(page) == []
        assert page.locator(".explorer").get_attribute("aria-label") == explorer().label
