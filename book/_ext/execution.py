"""Run the lessons before Sphinx reads them, so that MyST-NB finds every output cached.

As a Sphinx extension it executes the notebooks of the book; as a command it executes
lessons and solutions on a chosen device:

    python book/_ext/execution.py --device cuda --out results
"""

import argparse
import os
import sys
from functools import partial
from pathlib import Path

import yaml
from executor import Executor, NotebookError
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

ROOT = Path(__file__).resolve().parents[2]


def _plan(app: Sphinx, config: Config) -> None:
    executor = Executor(
        root=Path(app.srcdir),
        build=Path(app.outdir).parent,
        device=os.environ.get("TRANSFORMER_LIB_DEVICE", "cpu"),
        timeout=config.nb_execution_timeout,
        report=logging.getLogger(__name__).info,
    )
    config.nb_execution_cache_path = str(executor.folder)
    app.connect("builder-inited", partial(_execute, executor))
    app.connect("env-get-outdated", partial(_outdated, executor))


def _execute(executor: Executor, app: Sphinx) -> None:
    lessons = executor.lessons()
    try:
        executor.execute(lessons)
        executor.export(lessons, executor.build / "executed")
    except NotebookError as error:
        # Jupyter Book would bury an ordinary exception below its own traceback.
        sys.exit(f"\nThe book is not built. These lessons failed:\n\n{error}")


def _outdated(
    executor: Executor, app: Sphinx, env: BuildEnvironment, *_: set[str]
) -> list[str]:
    """Name the pages that show other outputs than those in the cache."""
    read = getattr(env, "nb_metadata", {})
    pages = {env.path2doc(str(lesson)): lesson for lesson in executor.lessons()}
    return [
        page
        for page, lesson in pages.items()
        if read.get(page, {}).get("exec_data", {}).get("mtime")
        != executor.executed_at(lesson)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Execute before reading, and read again what was executed again."""
    app.connect("config-inited", _plan)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Execute every lesson and every solution."
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "_build" / "executed",
        help="folder for the executed copies (default: _build/executed)",
    )
    return parser.parse_args()


def _is_missing(device: str) -> bool:
    if device == "cpu":
        return False
    import torch  # only here: it takes seconds, and pages do not need it

    return not torch.cuda.is_available()


def main() -> str | None:
    """Execute and export; return what went wrong, or nothing.

    Returns:
        A message for `sys.exit`, which prints it and exits with 1.
    """
    arguments = _arguments()
    if _is_missing(arguments.device):
        return "No notebook was run: torch finds no CUDA device here. Try --device cpu."
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    timeout = settings["execute"]["timeout"]
    executor = Executor(ROOT, ROOT / "_build", arguments.device, timeout, print)
    notebooks = executor.lessons() + executor.solutions()
    try:
        executor.execute(notebooks)
        executor.export(notebooks, arguments.out)
    except NotebookError as error:
        return f"These notebooks failed on {arguments.device}:\n\n{error}"
    print(f"{len(notebooks)} notebooks run on {arguments.device}: {arguments.out}")
    return None


if __name__ == "__main__":
    sys.exit(main())
