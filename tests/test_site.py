"""The built book as a reader meets it: offline, by keyboard, in light and in dark."""

import re
from pathlib import Path

import pytest
import yaml
from browser import DESKTOP, PHONE, axe, opened, served

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser
ROOT = Path(__file__).parent.parent
SITE = ROOT / "_build" / "html"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text())
PAGES = [TOC["root"], *(c["file"] for p in TOC["parts"] for c in p["chapters"])]
SCHEMES = ["light", "dark"]
LESSON = "book/02_attention"


@pytest.fixture(
    scope="module",
    params=[(name, scheme) for name in [*PAGES, "search"] for scheme in SCHEMES],
    ids="-".join,
)
def visit(site, browser, request):
    """A page of the book, loaded once on a phone for all that is asked of it."""
    name, scheme = request.param
    address = f"{site}/{name}.html"
    with opened(browser, address, scheme=scheme, size=PHONE) as (page, trouble):
        yield page, trouble, scheme


def test_page_fits_a_phone_and_says_what_it_shows(visit):
    page, _, _ = visit
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    images = "[...document.querySelectorAll('article img')].map(i => i.alt)"
    figures = (
        "[...document.querySelectorAll('article svg:not(button svg, .sd-octicon)')]"
        ".map(s => s.getAttribute('role') === 'img' && s.ariaLabel || '')"
    )
    for text in page.evaluate(images) + page.evaluate(figures):
        assert len(text) > 20, f"a figure says only {text!r}"
        assert "_images" not in text
    assert page.locator("mjx-merror").count() == 0
    formulas = page.locator("article .math").count()
    assert page.locator("article .math mjx-container").count() == formulas


WORDS = """() => {
    const words = (document.querySelector('article') ?? document.body).cloneNode(true);
    for (const other of words.querySelectorAll('pre, code, .math, mjx-container, svg'))
        other.remove();
    return words.textContent;
}"""
MARKUP = r"\|[-|: ]*\||\|[^|\n]+\||\$[^$\n]+\$|\\\w+\{|```|\*\*"


def test_no_table_and_no_formula_is_left_as_it_was_typed(visit):
    page, _, _ = visit
    assert re.findall(MARKUP, page.evaluate(WORDS)) == []


CUT = """() => [...document.querySelectorAll('article svg[role=img]')]
    .filter(figure => getComputedStyle(figure).overflow !== 'visible')
    .flatMap(figure => {
        const edge = figure.getBoundingClientRect();
        return [...figure.querySelectorAll('text, g[id^=text_]')].filter(word => {
            const at = word.getBoundingClientRect();
            return at.right > edge.right + 1 || at.left < edge.left - 1;
        });
    }).map(word => word.textContent.trim())"""


def test_no_word_of_a_figure_is_cut(visit):
    page, _, _ = visit
    page.set_viewport_size(DESKTOP)
    assert page.evaluate(CUT) == []


def test_page_stays_home_and_can_be_used_by_all(visit):
    page, trouble, scheme = visit
    page.set_viewport_size(DESKTOP)
    theme = page.evaluate("document.documentElement.dataset.theme")
    assert theme == scheme
    assert trouble.outside == []
    assert trouble.errors == []  # before axe, which looks for styles in vain
    assert axe(page) == ""


def test_the_watch_sees_what_it_must(browser, tmp_path):
    tmp_path.joinpath("index.html").write_text(
        "<!doctype html><html><title>x</title><img src='http://192.0.2.1/a.png'>"
        "<script src='gone.js'></script><script>console.error('logged');"
        "throw new Error('thrown')</script>"
    )
    with served(tmp_path) as address, opened(browser, address) as (page, trouble):
        assert trouble.outside == ["http://192.0.2.1/a.png"]
        for fault in ("404: ", "console: logged", "page: thrown"):
            assert any(error.startswith(fault) for error in trouble.errors), fault
        for rule in ("image-alt", "html-has-lang"):
            assert rule in axe(page)


def test_a_faint_word_of_code_is_seen_beside_others_of_its_kind(browser, tmp_path):
    word, faint = "<span class=k>for</span> ", " style='color: #eee'"
    words = 3 * word + word.replace("<span", f"<span{faint}") + word
    tmp_path.joinpath("index.html").write_text(
        "<!doctype html><html lang=en><title>x</title><main><h1>x</h1><article>"
        f"<pre class=highlight>{words}</pre>"
        f"<pre class=highlight>{words}</pre>"
    )
    with served(tmp_path) as address, opened(browser, address) as (page, _):
        assert axe(page).count("Target:") == 1
        assert page.locator("[data-seen]").count() == 8


def test_lesson_has_maths_figures_and_widgets(lesson):
    for what in ("mjx-container", "svg[role=img]", ".attention", ".selfcheck"):
        assert lesson.locator(f"article {what}").count() > 0, what


def test_maths_beyond_the_first_script_is_shipped_too(lesson):
    tex = r"\boldsymbol{x} \cancel{y} \mathscr{L} \textcolor{red}{z} \bbox{w}" + (
        r"\begin{aligned} a &= b \end{aligned} \begin{cases} 1 & 2 \end{cases}"
    )
    html = lesson.evaluate(
        "tex => MathJax.tex2chtmlPromise(tex).then(node => node.outerHTML)", tex
    )
    assert "mjx-container" in html
    assert "merror" not in html
    assert lesson.evaluate("document.fonts.ready.then(fonts => fonts.size)") > 0


def test_formulas_are_read_aloud_but_are_no_tab_stops(lesson):
    formulas = lesson.locator("article mjx-container")
    assert lesson.locator("article mjx-container mjx-assistive-mml").count() > 0
    assert formulas.evaluate_all("all => all.filter(one => one.tabIndex >= 0)") == []


def test_mathjax_is_pruned(site):
    files = [path for path in SITE.joinpath("_static/mathjax").rglob("*")]
    assert sum(path.stat().st_size for path in files if path.is_file()) < 2.5e6


def test_search_finds_a_word(site, browser):
    address = f"{site}/search.html?q=temperature"
    with opened(browser, address) as (page, trouble):
        page.wait_for_selector("#search-results li a")
        links = page.locator("#search-results li a").evaluate_all(
            "all => all.map(one => one.href)"
        )
        assert any(LESSON in link for link in links)
    assert trouble.outside == []


def test_code_wraps_in_print(lesson):
    lesson.emulate_media(media="print")
    style = "one => getComputedStyle(one).whiteSpace"
    assert lesson.locator("article pre").first.evaluate(style) == "pre-wrap"
