"""Fixtures: the built book, served on loopback, and a browser that opens it."""

import subprocess
import sys
from pathlib import Path

import pytest
from browser import chromium, opened, served

ROOT = Path(__file__).parent.parent
LESSON = "book/02_attention"


@pytest.fixture(scope="session")
def site():
    """Bring the book up to date and serve it; an untouched book is not run again."""
    command = [Path(sys.executable).parent / "jupyter-book", "build", ROOT]
    run = subprocess.run(
        [*command, "-n", "-W", "--keep-going"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
    with served(ROOT / "_build" / "html") as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def lesson(site, browser):
    with opened(browser, f"{site}/{LESSON}.html") as (page, trouble):
        yield page
    assert not trouble.outside
    assert not trouble.errors
