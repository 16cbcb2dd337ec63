"""Break a copy of the repository, to see that a check of it can fail."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from repository import ROOT, Repository

Check = Callable[[Repository], list[str]]


def copied(folder: Path) -> Path:
    """Lay a copy of this repository into a folder."""
    for path in Repository().paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def append(path: str, text: str) -> Callable[[Path], None]:
    """Write text at the end of a file, which is made if need be."""

    def change(root: Path) -> None:
        with (root / path).open("a", encoding="utf-8") as file:
            file.write(text)

    return change


def replace(path: str, old: str, new: str) -> Callable[[Path], None]:
    """Replace the first match of a pattern, which must be there."""

    def change(root: Path) -> None:
        text = (root / path).read_text(encoding="utf-8")
        changed, count = re.subn(old, lambda _: new, text, count=1)
        assert count, f"{path} has no {old!r}"
        (root / path).write_text(changed, encoding="utf-8")

    return change


def move(old: str, new: str) -> Callable[[Path], None]:
    """Rename a file."""
    return lambda root: shutil.move(root / old, root / new)


def complaints(check: Check, change: Callable[[Path], None], folder: Path) -> str:
    """What a check says of a copy of this repository that was changed."""
    change(copied(folder))
    return "\n".join(check(Repository(folder)))
