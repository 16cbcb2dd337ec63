"""Notebooks run once for each state of the sources, and nothing broken gets through."""

import re
import sys
import time

import nbformat
import pytest
from small_book import ROOT, Book, write

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from executor import Executor, NotebookError  # noqa: E402

pytestmark = [pytest.mark.notebooks, pytest.mark.timeout(300)]

BROKEN = {
    "raises": ("raise ValueError('four weights')", "ValueError: four weights"),
    "dies": ("import os\nos._exit(3)", "Kernel died"),
    "hangs": ("while True:\n    pass", "timed out"),
}
UNFIT = {
    "warns": ("import warnings\nwarnings.warn('slow')", "writes to stderr: .*slow", ""),
    "shows": ("1 / 0", "shows a traceback: ZeroDivision", "raises-exception"),
    "skipped": ("print(2)", r"cell 2 never ran: print\(2\)", "skip-execution"),
}


@pytest.fixture
def book(tmp_path):
    book = Book(tmp_path / "a book")
    book.write()
    return book


def executor(book, device="cpu", timeout=5):
    return Executor(book.root, book.root / "_build", device, timeout, print)


def test_what_is_cached_is_not_executed_again(book, capsys):
    executor(book).execute([book.one, book.two])
    assert capsys.readouterr().out.count("executed") == 2
    executor(book).execute([book.one, book.two])
    assert not capsys.readouterr().out
    write(book.two, "print('other')")
    executor(book).execute([book.one, book.two])
    assert re.fullmatch(r"executed book/two.ipynb in .* s\n", capsys.readouterr().out)


def test_a_page_that_reads_others_is_executed_again_when_they_change(book, capsys):
    write(book.two, "print(1)", course={"reads": ["*.md", "one.ipynb"]})
    executor(book).execute([book.one, book.two])
    first = executor(book).executed_at(book.two)
    executor(book).execute([book.one, book.two])
    assert capsys.readouterr().out.count("executed") == 2
    book.replace("book/one.ipynb", "Page one", "Other words")
    assert executor(book).executed_at(book.two) is None
    executor(book).execute([book.one, book.two])
    assert capsys.readouterr().out.startswith("executed book/two.ipynb")
    (book.root / "book/new.md").write_text("# New")
    executor(book).execute([book.one, book.two])
    assert capsys.readouterr().out.count("executed book/two.ipynb") == 1
    assert executor(book).executed_at(book.two) > first
    executor(book).export([book.one, book.two], book.root / "copies")
    found = {path.name for path in (book.root / "copies/book").iterdir()}
    assert found == {"one.ipynb", "two.ipynb", "index.md", "claims.md", "new.md"}


def test_every_source_opens_a_cache_of_its_own(book):
    first = executor(book).folder
    assert executor(book, device="cuda").folder != first
    for name in (
        "transformer_lib/w.npz",
        "transformer_grading/x.py",
        "book/runs/01_x.csv",
        "requirements.txt",
    ):
        before = executor(book).folder
        (book.root / name).parent.mkdir(exist_ok=True)
        (book.root / name).write_bytes(b"1")
        after = executor(book).folder
        (book.root / name).write_bytes(b"2")
        assert len({before, after, executor(book).folder}) == 3
    (book.root / "transformer_lib/w.npz").rename(book.root / "transformer_lib/v.npz")
    assert executor(book).folder != after


def test_what_python_and_lessons_leave_behind_opens_no_cache(book):
    first = executor(book).folder
    for name in ("transformer_lib/__pycache__/toy.pyc", "book/notes.md"):
        (book.root / name).parent.mkdir(exist_ok=True)
        (book.root / name).write_bytes(b"1")
    assert executor(book).folder == first


def test_only_the_two_newest_caches_are_kept(book):
    folders = []
    for device in ("a", "b", "c", "b", "d"):
        executor(book, device).execute([])
        folders.append(executor(book, device).folder)
        time.sleep(0.02)
    assert set((book.root / "_build/cache").iterdir()) == set(folders[-2:])


def test_kernels_get_one_thread_the_device_and_the_packages_beside_the_book(book):
    executor(book).execute([book.one])
    executor(book).export([book.one], book.root / "_build/executed")
    assert book.printed("one", "threads") == "1"
    assert book.printed("one", "device") == "cpu"
    assert book.printed("one", "value") == "1"


MEET = """\
import pathlib, time
pathlib.Path({mine!r}).touch()
while not pathlib.Path({other!r}).exists():
    time.sleep(0.01)"""
LAST = """\
import pathlib
assert pathlib.Path("a").exists() and pathlib.Path("b").exists()"""


def test_notebooks_run_together_but_for_those_that_measure_time(book):
    paths = [book.root / f"book/{name}.ipynb" for name in ("timed", "a", "b")]
    write(paths[0], LAST, course={"alone": True})
    write(paths[1], MEET.format(mine="a", other="b"))
    write(paths[2], MEET.format(mine="b", other="a"))
    executor(book, timeout=60).execute(paths)


def test_broken_notebooks_are_all_named_and_the_others_kept(book, capsys):
    paths = [book.root / f"book/{name}.ipynb" for name in BROKEN]
    for path in paths:
        write(path, BROKEN[path.stem][0])
    with pytest.raises(NotebookError) as error:
        executor(book).execute([*paths, book.one])
    messages = str(error.value).split("\n\nbook/")
    for message, path in zip(messages, paths, strict=True):
        source, end = BROKEN[path.stem]
        first = source.splitlines()[0]
        assert f"{path.name}, code cell [1], {first!r}\n" in message
        assert end in message
    assert "executed book/one.ipynb" in capsys.readouterr().out


@pytest.mark.parametrize("name", UNFIT)
def test_what_a_reader_must_not_meet_is_an_error(book, name):
    source, message, tag = UNFIT[name]
    write(book.two, source, *filter(None, [tag]))
    executor(book).execute([book.two])
    for _ in range(2):
        with pytest.raises(NotebookError, match=rf"^book/two\.ipynb, .*{message}"):
            executor(book).export([book.two], book.root / "_build/executed")


def test_results_of_changing_sources_are_refused(book):
    path = "../transformer_lib/data.txt"
    write(book.two, f"import pathlib\npathlib.Path({path!r}).write_text('new')")
    with pytest.raises(NotebookError, match="two.ipynb ran while its sources changed"):
        executor(book).execute([book.two])


def test_copies_lie_as_their_sources_and_vanish_with_them(book):
    out = book.root / "_build/executed"
    executor(book).execute([book.two, book.solution])
    executor(book).export([book.two, book.solution], out)
    assert nbformat.read(out / "solutions/one/one.ipynb", 4).cells[-1].outputs
    book.solution.unlink()
    executor(book).export([book.two], out)
    assert [path.name for path in out.rglob("*.ipynb")] == ["two.ipynb"]


SWEEP = """\
import os
from pathlib import Path
if os.environ.get("TRANSFORMER_LIB_RUNS") == "remake":
    Path("runs").mkdir(exist_ok=True)
    Path("runs/03_x.csv").write_text("made")
    print("1 of 1")
print(Path("runs/03_x.csv").read_text())"""


def test_runs_are_made_by_the_command_and_lie_beside_the_copies(book):
    lesson = book.root / "book/03_sweep.ipynb"
    write(lesson, SWEEP)
    result = book.run(sys.executable, "book/_ext/remake.py", "03")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("1 of 1\nmade\n03_sweep.ipynb: executed in ")
    out = book.root / "_build/executed"
    executor(book).execute([lesson])
    executor(book).export([lesson], out)
    assert (out / "book/runs/03_x.csv").read_text() == "made"
    (book.root / "book/runs/03_x.csv").rename(book.root / "book/runs/03_y.csv")
    executor(book).execute([])
    executor(book).export([], out)
    assert [path.name for path in (out / "book/runs").iterdir()] == ["03_y.csv"]


def test_a_lesson_that_stops_while_runs_are_made_is_named(book):
    write(book.root / "book/03_sweep.ipynb", "raise ValueError('no spread')")
    for number, said in (("03", "ValueError: no spread"), ("04", "no lesson book/04_")):
        result = book.run(sys.executable, "book/_ext/remake.py", number)
        assert result.returncode == 1 and said in result.stderr


def test_the_command_runs_lessons_and_solutions(book):
    result = book.execute("--device", "cpu", "--out", "copies")
    assert result.returncode == 0 and not result.stderr
    copies = sorted(path.name for path in (book.root / "copies").rglob("*.ipynb"))
    assert copies == ["one.ipynb", "one.ipynb", "two.ipynb"]
    assert "3 notebooks run on cpu: copies" in result.stdout
    write(book.solution, "raise KeyError('d_k')")
    result = book.execute("--device", "cpu", "--out", "copies")
    assert result.returncode == 1
    assert "solutions/one/one.ipynb, code cell [1]" in result.stderr
    assert result.stderr.endswith("KeyError: 'd_k'\n")


def test_the_command_says_in_one_line_that_there_is_no_gpu(book):
    result = book.execute("--device", "cuda", CUDA_VISIBLE_DEVICES="")
    assert result.returncode == 1 and not result.stdout
    assert re.fullmatch("No notebook was run: .* no CUDA device .*\n", result.stderr)
