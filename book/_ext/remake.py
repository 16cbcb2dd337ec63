"""Make the committed runs of lessons anew: execute them, and show how far they are.

    python book/_ext/remake.py 03

Without a number, every lesson is executed. Runs are written to `book/runs`.
"""

import argparse
import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from worker import own_kernel, plain, prepare

ROOT = Path(__file__).resolve().parents[2]


class _Telling(NotebookClient):
    """Print what cells print at once, not when the notebook is done."""

    def output(self, outs, msg, display_id, cell_index):
        if msg["msg_type"] == "stream":
            print(msg["content"]["text"], end="", flush=True)
        return super().output(outs, msg, display_id, cell_index)


def remake(lesson: Path, device: str = "cpu") -> str:
    """Execute a lesson so that it makes its runs; return what stopped it, or nothing.

    Args:
        lesson: The notebook; it runs in its own folder.
        device: What `transformer_lib.notebook.device()` answers.
    """
    prepare(ROOT, device)
    os.environ["TRANSFORMER_LIB_RUNS"] = "remake"
    with own_kernel() as config:
        try:
            _Telling(
                nbformat.read(lesson, as_version=4),
                timeout=None,
                resources={"metadata": {"path": str(lesson.parent)}},
                config=config,
            ).execute()
        except CellExecutionError as error:
            return plain(str(error)).strip()
    return ""


def main() -> str | None:
    """Make the runs of the lessons named; return what went wrong, or nothing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("number", nargs="?", default="", help="of a chapter, as 03")
    number = parser.parse_args().number
    lessons = sorted(ROOT.glob(f"book/{number or '[0-9][0-9]'}_*.ipynb"))
    if not lessons:
        return f"There is no lesson book/{number}_*.ipynb"
    for lesson in lessons:
        start = time.monotonic()
        if failure := remake(lesson):
            return f"{lesson.name} stopped, after writing the runs above:\n\n{failure}"
        print(f"{lesson.name}: executed in {time.monotonic() - start:.0f} s")
    return None


if __name__ == "__main__":
    sys.exit(main())
