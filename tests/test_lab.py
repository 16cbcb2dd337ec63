"""The widgets in a live JupyterLab: what is moved there, Python sees."""

import os
import signal
import socket
import subprocess
import sys
import time

import nbformat
import pytest

pytest_plugins = ["pages"]
pytestmark = pytest.mark.browser

CELLS = [
    """
from pathlib import Path
from transformer_lib.widgets.attention import AttentionExplorer
sentence = {"tokens": ["a", "b"], "scores": [[0.0, 2.0], [1.0, 1.0]]}
explorer = AttentionExplorer([sentence], d_k=4)
explorer.observe(lambda change: Path("temperature").write_text(str(change.new)),
                 "temperature")
explorer""",
    """
from transformer_lib.widgets.selfcheck import Option, SelfCheck
check = SelfCheck("One?", [Option("1", "Yes.", right=True), Option("2", "No.")])
def chosen(change):
    Path("chosen").write_text(str(change.new))
    explorer.scale = False
check.observe(chosen, "chosen")
check""",
]


@pytest.fixture
def lab(tmp_path):
    """Start JupyterLab on loopback with a notebook of both widgets, and stop it."""
    cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in CELLS]
    kernel = {"name": "python3", "display_name": "Python 3"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, tmp_path / "both.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token=secret"),
            *("--LabApp.news_url=None", f"--ServerApp.root_dir={tmp_path}"),
        ],
        env=os.environ | {"JUPYTER_CONFIG_DIR": str(tmp_path / ".settings")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield f"http://127.0.0.1:{port}/lab/tree/both.ipynb?token=secret", tmp_path
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def wait_for(path, text):
    for _ in range(300):
        if path.exists() and path.read_text() == text:
            return
        time.sleep(0.1)
    found = path.read_text() if path.exists() else "nothing"
    raise AssertionError(f"Python saw {found} as {path.name}, not {text}")


def test_widgets_are_live_in_jupyterlab(browser, lab):
    address, folder = lab
    with browser.new_page() as page:
        for _ in range(300):
            try:
                page.goto(address)
                break
            except Exception:
                time.sleep(0.2)
        page.get_by_role("menuitem", name="Run", exact=True).click(timeout=60_000)
        page.get_by_text("Run All Cells", exact=True).click()
        temperature = page.get_by_label("temperature")
        temperature.focus(timeout=60_000)
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        wait_for(folder / "temperature", str(round(2**0.3, 3)))
        page.get_by_label("1").check()
        page.get_by_role("button", name="Check").press("Enter")
        wait_for(folder / "chosen", "0")
        page.wait_for_function("!document.querySelector('[type=checkbox]').checked")
        assert page.get_by_role("status").get_by_text("Yes.").count() == 1
