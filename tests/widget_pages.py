"""Pages that hold a widget or two, with the book's script and colours alone."""

import json
from contextlib import contextmanager
from pathlib import Path

from browser import PHONE, opened, served
from ipywidgets.embed import embed_data

ASSETS = Path(__file__).parent.parent / "book" / "_assets"
PLAIN = (
    "body { margin: 16px; font-family: sans-serif; color: var(--pst-color-text-base);"
    " background: var(--pst-color-background) }"
)


def page_with(folder, *widgets):
    """Write a page that holds widgets as the book does, without its theme."""
    data = embed_data(views=widgets, drop_defaults=False)
    kind = '<script type="application/vnd.jupyter.widget-'
    parts = [f'{kind}state+json">{json.dumps(data["manager_state"])}</script>']
    for view in data["view_specs"]:
        parts.append(f'{kind}view+json">{json.dumps(view)}</script>')
    folder.joinpath("index.html").write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Widgets</title>"
        "<meta name=viewport content='width=device-width'>"
        f"<style>{(ASSETS / 'course.css').read_text()}{PLAIN}</style>"
        "<script>document.documentElement.dataset.theme ="
        "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'</script>"
        f"<main class=bd-article>{''.join(parts)}</main>"
        f"<script>{(ASSETS / 'anywidget-static.js').read_text()}</script>"
    )


@contextmanager
def shown(browser, folder, *widgets, **options):
    """Open a page with widgets; nothing may leave the machine or go wrong."""
    page_with(folder, *widgets)
    with (
        served(folder) as address,
        opened(browser, address, **options) as (page, trouble),
    ):
        yield page
        assert trouble.outside == []
        assert trouble.errors == []


def hindrances(page):
    """Name what is too wide for a phone or too small for a finger."""
    found = []
    if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
        found.append("the page is wider than a phone")
    for target in page.locator(".explorer :is(input, select, button)").all():
        box = target.bounding_box()
        if min(box["width"], box["height"]) < 24:
            found.append(target.evaluate("target => target.outerHTML"))
    return found
