"""The widgets in a live JupyterLab: what is moved there, Python sees."""

import os
import signal
import socket
import subprocess
import sys
import time

import nbformat
import pytest
from browser import opened

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
        wait_until(lambda: answers(port), "JupyterLab did not start")
        yield f"http://127.0.0.1:{port}/lab/tree/both.ipynb?token=secret", tmp_path
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(holds, complaint, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, complaint
        time.sleep(0.1)


def python_sees(path, text):
    wait_until(
        lambda: path.exists() and path.read_text() == text,
        f"Python did not see {path.name} become {text}",
    )


def test_widgets_are_live_in_jupyterlab(browser, lab):
    address, folder = lab
    with opened(browser, address) as (page, _):
        page.set_default_timeout(60_000)
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.locator(".jp-CodeCell .cm-content").first.click()
        for _ in CELLS:
            page.keyboard.press("Shift+Enter")
        page.get_by_role("slider", name="temperature").focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        python_sees(folder / "temperature", str(round(2**0.3, 3)))
        check = page.locator(".selfcheck")
        check.get_by_role("radio").first.check()
        check.get_by_role("button").press("Enter")
        python_sees(folder / "chosen", "0")
        assert "Yes." in check.get_by_role("status").text_content()
        scale = page.get_by_role("checkbox", name="divide by")
        wait_until(lambda: not scale.is_checked(), "Python's change stayed unseen")
