"""The mask to paint in a page: by keyboard, by mouse, by touch."""

import pytest
import torch
from browser import PHONE, axe
from torch.testing import assert_close
from widget_pages import shown

from transformer_lib.masking.masks import causal_mask
from transformer_lib.widgets.masking import MaskExplorer

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
N = 6
REAL = torch.tensor([True] * 4 + [False] * 2)
PRESETS = {
    "full": torch.ones(N, N, dtype=torch.bool),
    "causal": causal_mask(N),
    "padding": REAL.expand(N, N),
    "causal and padding": causal_mask(N) & REAL,
    "causal, one too far": torch.ones(N, N, dtype=torch.bool).tril(1),
    "upside-down causal": ~causal_mask(N),
    "causal, row 3 empty": causal_mask(N) & (torch.arange(N) != 2)[:, None],
}


def cells(page):
    return page.locator(".masking-cell")


def seen(page):
    """Read mask, weights and marks from the page."""
    one = "all => all.map(one => [one.ariaPressed === 'true',"
    one += " +one.style.getPropertyValue('--w')])"
    mask, weights = zip(*cells(page).evaluate_all(one), strict=True)
    marks = page.locator("table").nth(1).locator("tbody td").all_text_contents()
    reach = torch.tensor([mark != "–" for mark in marks]).view(N, N)
    later = torch.tensor([mark == "●" for mark in marks]).view(N, N)
    assert torch.equal(later, reach & ~causal_mask(N))
    weights = torch.tensor(weights, dtype=torch.float64).view(N, N)
    return torch.tensor(mask).view(N, N), weights, reach


def agree(page, explorer):
    mask, weights, reach = seen(page)
    assert mask.tolist() == explorer.mask
    assert_close(weights, explorer.weights, atol=6e-5, rtol=0)
    assert torch.equal(reach, explorer.reach)


def said(page):
    return page.locator(".explorer-live").text_content()


def test_every_ready_made_mask_is_pythons(browser, tmp_path):
    with shown(browser, tmp_path, MaskExplorer()) as page:
        select = page.get_by_role("combobox")
        offered = select.locator("option").all_text_contents()
        assert offered == [*PRESETS, "painted by hand"]
        for name, mask in PRESETS.items():
            select.select_option(label=name)
            for blocks in (1, 2, 3):
                page.get_by_role("slider").fill(str(blocks))
                agree(page, MaskExplorer(mask, blocks=blocks))
            assert select.locator("option:checked").text_content() == name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cells_can_be_read_in_every_mask(browser, tmp_path, scheme):
    with shown(browser, tmp_path, MaskExplorer(), size=PHONE, scheme=scheme) as page:
        for name in ("full", "upside-down causal"):
            page.get_by_role("combobox").select_option(label=name)
            assert axe(page, ".explorer") == ""
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= PHONE["width"]


def test_empty_rows_and_leaks_are_told(browser, tmp_path):
    with shown(browser, tmp_path, MaskExplorer()) as page:
        assert "After 1 block no output is reached by a later token." in said(page)
        assert "2 of 6 rows look at padding." in said(page)
        choose = page.get_by_role("combobox").select_option
        choose(label="causal, row 3 empty")
        empty = "Row 3 (“a”) may look at nothing: its output is zero here, NaN in a "
        assert said(page).startswith(empty)
        choose(label="causal, one too far")
        assert "later tokens reach 5 of 6 outputs. Row 1 (“we”) hears “saw”." in said(
            page
        )
        page.get_by_role("slider").press("End")
        assert "After 3 blocks" in said(page)
        assert "Row 1 (“we”) hears “saw”, “a”, “cat”." in said(page)
        choose(label="causal and padding")
        assert "padding" not in said(page)


def test_a_mask_is_painted_by_keyboard(browser, tmp_path):
    explorer = MaskExplorer()
    with shown(browser, tmp_path, explorer) as page:
        assert cells(page).evaluate_all(
            "all => all.filter(c => c.tabIndex === 0).length"
        )
        cells(page).first.focus()
        for key in ("ArrowRight", "Space", "ArrowDown", "Home", "Enter", "ArrowUp"):
            page.keyboard.press(key)
        mask = causal_mask(N)
        mask[0, 1], mask[1, 0] = True, False
        agree(page, MaskExplorer(mask))
        active = "document.activeElement.ariaLabel"
        assert page.evaluate(active).startswith("row 1 “we” looks at 1 “we”: weight 0.")
        for key in ("ArrowLeft", "ArrowUp", "Space"):
            page.keyboard.press(key)
        mask[5, 5] = False
        agree(page, MaskExplorer(mask))
        assert page.evaluate(active) == "row 6 “[pad]” looks at 6 “[pad]”: hidden"
        chosen = page.get_by_role("combobox").locator("option:checked")
        assert chosen.text_content() == "painted by hand"
        in_tab_order = "all => all.filter(one => one.tabIndex === 0).length"
        assert cells(page).evaluate_all(in_tab_order) == 1


def test_a_mask_is_painted_by_mouse(browser, tmp_path):
    mask = causal_mask(N)
    with shown(browser, tmp_path, MaskExplorer()) as page:
        cells(page).nth(3).click()
        mask[0, 3] = True
        agree(page, MaskExplorer(mask))
        cells(page).nth(2 * N + 3).hover()
        page.mouse.down()
        for column in (4, 5):
            cells(page).nth(2 * N + column).hover()
        page.mouse.up()
        mask[2, 3:] = True
        agree(page, MaskExplorer(mask))
        cells(page).nth(0).click()
        mask[0, 0] = False
        agree(page, MaskExplorer(mask))


def test_a_mask_is_painted_by_touch(browser, tmp_path):
    with shown(browser, tmp_path, MaskExplorer(), size=PHONE, has_touch=True) as page:
        cells(page).nth(1).tap()
        cells(page).nth(N).tap()
        mask = causal_mask(N)
        mask[0, 1], mask[1, 0] = True, False
        agree(page, MaskExplorer(mask))
