"""The widgets in the built page: Python's numbers, by keyboard, with no kernel."""

import json
import math
from pathlib import Path

import anywidget
import pytest
import torch
from browser import axe, opened, served, settle
from widget_pages import page_with

from transformer_lib.widgets.attention import AttentionExplorer
from transformer_lib.widgets.selfcheck import Option, SelfCheck, _marked

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
SITE = Path(__file__).parent.parent / "_build" / "html"
LESSON = "book/02_attention"
AGAIN = Option("again", "No.")


def explorer_of(page):
    """Make the explorer of a page again in Python, from the state the page holds."""
    saved = page.locator('script[type$="widget-state+json"]').text_content()
    for model in json.loads(saved)["state"].values():
        if "sentences" in model["state"]:
            state = model["state"]
            return AttentionExplorer(state["sentences"], state["d_k"])
    raise AssertionError("the page holds no explorer")


def drawn(page):
    """Read the weights that the page shows, from colours and from figures."""
    rows = page.locator(".attention tbody tr").evaluate_all(
        "all => all.map(row => [...row.querySelectorAll('td')].map(cell =>"
        "  [+cell.style.getPropertyValue('--w'), cell.textContent]))"
    )
    for colour, text in (cell for row in rows for cell in row):
        bounds = {"<.01": (0, 0.005), ">.99": (0.995, 1)}
        low, high = bounds.get(text) or (float(text) - 0.005, float(text) + 0.005)
        assert low - 1e-4 <= colour <= high + 1e-4
    return torch.tensor([[c for c, _ in row] for row in rows], dtype=torch.float64)


def agree(page, explorer):
    torch.testing.assert_close(drawn(page), explorer.weights, atol=6e-5, rtol=0)


def slider(page):
    return page.get_by_role("slider", name="temperature")


def test_explorer_shows_pythons_numbers_in_every_state(lesson):
    explorer = explorer_of(lesson)
    agree(lesson, explorer)
    slider(lesson).focus()
    for _ in range(12):
        lesson.keyboard.press("ArrowLeft")
    explorer.temperature = round(2**-1.2, 3)
    assert slider(lesson).get_attribute("aria-valuetext") == "0.43"
    agree(lesson, explorer)
    lesson.get_by_label("divide by").uncheck()
    explorer.scale = False
    agree(lesson, explorer)
    lesson.get_by_label("sentence").select_option(index=1)
    explorer.sentence = 1
    agree(lesson, explorer)
    for end, temperature in (("Home", 2**-5), ("End", 2**5)):
        slider(lesson).press(end)
        explorer.temperature = round(temperature, 3)
        agree(lesson, explorer)


def test_explorer_says_where_a_query_looks_and_how_spread_out(lesson):
    explorer = explorer_of(lesson)
    said = lesson.locator(".explorer-live")
    assert said.get_attribute("aria-live") == "polite"
    tokens, ways = explorer.tokens, set()
    for query, row in enumerate(explorer.weights):
        lesson.locator(".attention tbody button").nth(query).focus()
        text = said.text_content()
        entropy = torch.special.entr(row).sum().div(math.log(2)).item()
        at_most = math.log2(len(row))
        assert f"Entropy {entropy:.2f} of at most {at_most:.2f} bits" in text
        alike = (row.max() - row.min()).item() < 0.005
        most = row.argmax().item()
        name = f"“{tokens[most]}”" + f" (token {most + 1})" * (
            tokens.count(tokens[most]) > 1
        )
        expected = (
            f"looks at every token alike ({row[0]:.2f} each)"
            if alike
            else f"looks most at {name} ({row.max():.2f}), then at "
        )
        assert expected in text
        ways.add(alike)
    assert ways == {True, False}


def test_explorer_follows_keys_and_pointer(lesson):
    queries = lesson.locator(".attention tbody button")
    pressed = "all => all.findIndex(one => one.ariaPressed === 'true')"
    last = queries.count() - 1
    queries.first.focus()
    for key, query in (
        ("ArrowDown", 1),
        ("ArrowUp", 0),
        ("ArrowUp", last),
        ("Home", 0),
    ):
        lesson.keyboard.press(key)
        assert queries.evaluate_all(pressed) == query
        assert lesson.evaluate("document.activeElement.textContent") == (
            queries.nth(query).text_content()
        )
    lesson.locator(".attention tbody tr").nth(2).locator("td").first.hover()
    assert queries.evaluate_all(pressed) == 2
    token = queries.nth(2).text_content()
    assert lesson.locator(".explorer-live").text_content().startswith(f"“{token}”")


OTHERS = "article :is(.highlight, mjx-container, svg):not(.attention *, .selfcheck *)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_widgets_keep_their_contrast_in_every_state(site, browser, scheme):
    with opened(browser, f"{site}/{LESSON}.html", scheme=scheme) as (page, _):
        page.locator(OTHERS).evaluate_all("all => all.forEach(one => one.remove())")
        for temperature in (-5, -1, -0.4, 0.3, 5):
            slider(page).fill(str(temperature))
            assert axe(page, ".attention") == ""
        for check in page.locator(".selfcheck").all():
            check.get_by_role("radio").first.check()
            check.get_by_role("button").click()
            assert check.get_by_role("status").text_content()
        assert axe(page, ".selfcheck") == ""


# The self-check


def test_selfcheck_answers_the_keyboard_and_remembers(lesson):
    check = lesson.locator(".selfcheck").first
    status = check.get_by_role("status")
    check.get_by_role("button").press("Enter")
    assert status.text_content() == "Choose an answer first."
    radios = check.get_by_role("radio")
    said = set()
    radios.first.focus()
    lesson.keyboard.press("Space")
    for index in range(radios.count()):
        assert radios.nth(index).is_checked()
        lesson.keyboard.press("Enter")
        said.add(status.text_content())
        lesson.keyboard.press("ArrowDown")
    assert len(said) == radios.count()
    assert sum(text.startswith("Right. ") for text in said) == 1
    assert sum(text.startswith("Not this one. ") for text in said) == len(said) - 1
    lesson.reload()
    settle(lesson)
    assert radios.last.is_checked()
    assert status.text_content() in said


def test_selfcheck_works_where_storage_is_forbidden(site, browser):
    context = browser.new_context()
    context.add_init_script(
        "Storage.prototype.getItem = Storage.prototype.setItem = () => {"
        " throw new DOMException('forbidden', 'SecurityError'); };"
        "document.documentElement.dataset.mode = 'light';"
    )
    page = context.new_page()
    page.goto(f"{site}/{LESSON}.html")
    settle(page)
    check = page.locator(".selfcheck").first
    check.get_by_role("radio").first.check()
    check.get_by_role("button").click()
    assert check.get_by_role("status").text_content()
    context.close()


def test_selfcheck_writes_the_same_markup_in_page_and_fallback(site, browser, tmp_path):
    texts = ["*d*_{k} of `a*b*`", "x^{2} <b>&amp;</b>", "2 * 3, `open, *shut*"]
    options = [Option(text, f"Why {text}", right=text == texts[1]) for text in texts]
    page_with(tmp_path, SelfCheck("Is √*d*_{k} a `float`?", options))
    with served(tmp_path) as address, opened(browser, address) as (page, trouble):
        tidy = "html => Object.assign(document.createElement('p'), {innerHTML: html})"

        def fallback(text):
            return page.evaluate(f"html => ({tidy})(html).innerHTML", _marked(text))

        shown = page.locator("legend").inner_html()
        assert shown == fallback("Is √*d*_{k} a `float`?")
        assert shown == "Is √<i>d</i><sub>k</sub> a <code>float</code>?"
        for index, text in enumerate(texts):
            label = page.locator("label").nth(index)
            assert label.locator("span").last.inner_html() == fallback(text)
            label.get_by_role("radio").check()
            page.get_by_role("button").click()
            verdict = "Right. " if index == 1 else "Not this one. "
            said = f"<strong>{verdict}</strong>" + fallback(f"Why {text}")
            assert page.get_by_role("status").inner_html() == said
        assert trouble.errors == []


def test_page_says_so_when_a_widget_cannot_start(browser, site, tmp_path):
    class Broken(anywidget.AnyWidget):
        _esm = "export default { render() { throw new Error('no figure') } }"

    page_with(tmp_path, Broken(), SelfCheck("Why?", [Option("a", "b", True), AGAIN]))
    with served(tmp_path) as address, browser.new_page() as page:
        page.goto(address)
        page.locator(".selfcheck").wait_for()
        said = page.locator("div").first.text_content()
        assert said == "This figure could not start. Run the notebook to see it."


def test_lesson_works_from_a_file(site, browser):
    address = (SITE / f"{LESSON}.html").as_uri()
    with opened(browser, address) as (page, trouble):
        agree(page, explorer_of(page))
        assert page.locator("article mjx-container").count() > 0
        check = page.locator(".selfcheck").first
        check.get_by_role("radio").first.check()
        check.get_by_role("button").click()
        assert check.get_by_role("status").text_content()
    assert trouble.outside == []
