"""All mutants, in reading order, and why some mistakes have none."""

import hashlib
import importlib
import re
from pathlib import Path
from types import ModuleType

from repository import ROOT, Repository

from mutants.core import Mutant
from mutants.record import TOPIC_OF


def chapters() -> list[ModuleType]:
    """Import every file here that is named like a module of the library."""
    here = Path(__file__).parent
    slugs = [slug for slug in Repository().order if (here / f"{slug}.py").exists()]
    return [importlib.import_module(f"mutants.{slug}") for slug in slugs]


def every_mutant() -> list[Mutant]:
    """List the mutants of all chapters."""
    return [mutant for chapter in chapters() for mutant in chapter.MUTANTS]


def reasons() -> dict[str, str]:
    """Say of each mistake that cannot be put into the library why."""
    return {row: why for c in chapters() for row, why in c.ELSEWHERE.items()}


def sample() -> list[Mutant]:
    """Choose the first mutant of each topic."""
    first: dict[str, Mutant] = {}
    for mutant in every_mutant():
        if mutant.row:
            first.setdefault(TOPIC_OF[mutant.row], mutant)
    return list(first.values())


def with_helpers(sessions: str) -> set[str]:
    """List the files of tests that some sessions name, and those that they import."""
    waiting, found = re.findall(r"\w+\.py", sessions), set[str]()
    while waiting:
        found.add(name := waiting.pop())
        lines = (ROOT / "tests" / name).read_text(encoding="utf-8")
        used = {f"{word}.py" for word in re.findall(r"^from (\w+) import", lines, re.M)}
        waiting += [n for n in used - found if (ROOT / "tests" / n).exists()]
    return found


def digest() -> str:
    """Give a hash of the library, its mutants and the tests that are to notice them."""
    sessions = " ".join(session for m in every_mutant() for session in m.tests)
    tests = "|".join(re.escape(name) for name in sorted(with_helpers(sessions)))
    unread = "widgets|notebook|course_map|experiment"  # what no mutant's test imports
    covered = (
        rf"transformer_lib/(?!{unread}).*\.py"
        rf"|tests/(mutants/(?!controls).*\.py|parity/.*\.py|conftest\.py|{tests})"
    )
    total = hashlib.sha256()
    for path in Repository().matching(covered):
        total.update(path.encode() + (ROOT / path).read_bytes())
    return total.hexdigest()
