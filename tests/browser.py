"""Open pages in Chromium with every address but this machine's own shut off."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LABELS = "label-content-name-mismatch"  # a rule that axe leaves off by default
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 800}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Keep the log out of the tests' output."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback and stop when the block ends."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium; skip where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("chromium is missing: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Trouble:
    """What went wrong while pages were open."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Record the errors that a page throws, logs or is served."""
        page.on("pageerror", lambda error: self.errors.append(f"page: {error}"))
        page.on("console", self._console)
        page.on("response", self._response)

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status}: {response.url}")

    def shut(self, context: BrowserContext) -> None:
        """Abort and record every request that would leave this machine."""

        def abort(route: Any) -> None:
            self.outside.append(route.request.url)
            route.abort("blockedbyclient")

        context.route(_leaves, abort)


def _leaves(url: str) -> bool:
    address = urlparse(url)
    local = address.scheme in {"data", "blob", "about", "file"}
    return not local and address.hostname != "127.0.0.1"


@contextmanager
def opened(
    browser: Browser,
    url: str,
    *,
    scheme: str = "light",
    size: dict[str, int] | None = None,
    **options: Any,
) -> Iterator[tuple[Page, Trouble]]:
    """Open a page, wait until its maths and widgets are drawn, and watch it."""
    context = browser.new_context(
        viewport=size or DESKTOP, color_scheme=scheme, **options
    )
    trouble = Trouble()
    trouble.shut(context)
    page = context.new_page()
    trouble.watch(page)
    try:
        page.goto(url)
        settle(page)
        yield page, trouble
    finally:
        context.close()


def settle(page: Page) -> None:
    """Wait until maths is typeset and every widget of the page has started."""
    page.wait_for_function("!window.MathJax || !!MathJax.startup?.promise")
    page.evaluate("window.MathJax && MathJax.startup.promise.then(() => true)")
    page.wait_for_function(
        """() => {
          const view = 'script[type="application/vnd.jupyter.widget-view+json"]';
          return [...document.querySelectorAll(view)].every(
            (tag) => tag.previousElementSibling?.dataset.ready);
        }"""
    )


SEEN = """() => {
  const looks = new Set();
  for (const word of document.querySelectorAll("article .highlight span")) {
    const text = getComputedStyle(word);
    const look = [text.color, text.fontSize, text.fontWeight, text.textShadow];
    for (let part = word; part.tagName !== "ARTICLE"; part = part.parentElement) {
      const ground = getComputedStyle(part);
      look.push(ground.backgroundColor, ground.backgroundImage, ground.opacity);
    }
    word.toggleAttribute("data-seen", looks.has(look.join()));
    looks.add(look.join());
  }
}"""
"""Mark each word of code that looks like one before it, down to what lies behind."""
MEASURED = ":not([data-seen], mjx-container *)"  # axe sees no text in formulas
AXE = Axe(
    f"{Axe().axe_script};"
    f"axe.configure({{rules: [{{id: 'color-contrast', selector: '{MEASURED}'}}]}})"
)
AXE_OPTIONS = {"rules": {LABELS: {"enabled": True}}, "resultTypes": ["violations"]}


def axe(page: Page, part: str = "html") -> str:
    """Report what keeps some readers from using a page; empty when nothing does.

    Words of code that look alike are alike in contrast: one of them is measured.
    """
    page.evaluate(SEEN)
    results = AXE.run(page, part, AXE_OPTIONS)
    return results.generate_report() if results.violations_count else ""
