"""The library's tests notice known mistakes; so does the machinery that shows it."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from mutants.attention import MUTANTS
from mutants.catalogue import digest, every_mutant, reasons, sample
from mutants.core import Result, Verdict, Watcher, patch
from mutants.record import TOPIC_OF, TOPICS
from repository import ROOT

pytestmark = pytest.mark.mutants
PROOF = ROOT / "tests/proofs/mutants.txt"


def mutants(*options: str) -> subprocess.CompletedProcess[str]:
    """Run the command as `make mutants` does."""
    command = [sys.executable, "-m", "mutants", *options]
    return subprocess.run(
        command, cwd=ROOT / "tests", stdout=subprocess.PIPE, text=True, timeout=540
    )


def test_one_mistake_of_each_topic_is_noticed() -> None:
    run = mutants("--sample")
    assert run.returncode == 0, run.stdout
    assert f"killed {len(sample())}\n" in run.stdout


def test_the_machinery_tells_a_failure_from_an_error_and_from_nothing() -> None:
    run = mutants("--controls")
    assert run.returncode == 0, run.stdout


def test_every_mistake_of_the_record_is_put_in_or_cannot_be() -> None:
    tried = {mutant.row for mutant in every_mutant()} - {""}
    assert len(TOPIC_OF) == 141
    assert tried | set(reasons()) == set(TOPIC_OF)
    assert not tried & set(reasons())
    assert {TOPIC_OF[mutant.row] for mutant in sample()} == {
        topic for topic, rows in TOPICS.items() if tried & set(rows.split())
    }


def test_every_mutant_fits_the_library_as_it_is(tmp_path: Path) -> None:
    for mutant in every_mutant():
        copy = tmp_path / "transformer_lib" / mutant.file
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text((ROOT / "transformer_lib" / mutant.file).read_text())
        patch(mutant, tmp_path)
        assert copy.read_text().count(mutant.new)


@pytest.mark.parametrize("old, count", [("no such text", 0), ("import", 5)])
def test_a_text_that_does_not_stand_there_once_is_refused(
    tmp_path: Path, old: str, count: int
) -> None:
    file = tmp_path / "transformer_lib/attention.py"
    file.parent.mkdir()
    file.write_text("import\n" * 5)
    with pytest.raises(ValueError, match=f"stands {count} times in attention.py"):
        patch(replace(MUTANTS[0], old=old), tmp_path)
    assert file.read_text() == "import\n" * 5


def report(name: str, when: str, failed: bool) -> SimpleNamespace:
    return SimpleNamespace(nodeid=name, when=when, failed=failed)


def test_only_a_test_that_fails_by_itself_counts() -> None:
    watcher = Watcher()
    watcher.pytest_runtest_logreport(report("passed", "call", False))
    watcher.pytest_runtest_logreport(report("unprepared", "setup", True))
    watcher.pytest_collectreport(report("unread", "collect", True))
    assert (watcher.failed, watcher.error) == ("", "setup of unprepared")
    watcher.pytest_runtest_logreport(report("first", "call", True))
    watcher.pytest_runtest_logreport(report("second", "call", True))
    assert watcher.failed == "first"


@pytest.mark.parametrize("hangs", [False, True])
def test_a_session_without_end_counts_only_where_that_is_said(hangs: bool) -> None:
    mutant = replace(MUTANTS[0], hangs=hangs)
    dead = {v for v in Verdict if Result(mutant, v, "", 1.0).dead}
    assert dead == {Verdict.KILLED} | ({Verdict.TIMEOUT} if hangs else set())


def test_the_written_proof_is_not_older_than_its_sources() -> None:
    proof = PROOF.read_text(encoding="utf-8")
    assert proof.splitlines()[0] == f"sha256 {digest()}", "run: make mutants"
    assert f"mutants {len(every_mutant())}, killed {len(every_mutant())}\n" in proof
    assert proof.endswith("all killed\n")
