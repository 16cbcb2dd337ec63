"""The build shows what the code does now, executes no more than it must, fails closed.

The folder of the book has a space in its name.
"""

import shutil

import pytest
from small_book import Book, write

pytestmark = [pytest.mark.notebooks, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    book = Book(tmp_path_factory.mktemp("a book"))
    book.write()
    assert_built(book.build())
    return book


@pytest.fixture
def book(built):
    """Hand over the built book with its sources as they were first written."""
    built.write()
    return built


def assert_built(result):
    assert result.returncode == 0, result.stdout + result.stderr
    assert not result.stderr


def test_only_new_code_is_executed_and_only_new_text_is_read(book):
    assert_built(book.build())
    untouched = book.build()
    assert_built(untouched)
    assert "0 added, 0 changed, 0 removed" in untouched.stdout
    book.replace("book/one.ipynb", "Page one", "Another title")
    reworded = book.build()
    assert_built(reworded)
    assert "0 added, 1 changed, 0 removed" in reworded.stdout
    assert "Another title" in book.page("one")
    assert "executed" not in untouched.stdout + reworded.stdout


def test_an_edit_of_the_library_or_its_data_is_executed_and_shown(book):
    assert_built(book.build())
    assert "value 1 data 1" in book.page("one")
    for file, shown in {
        "toy.py": "value 2 data 1",
        "data.txt": "value 2 data 2",
    }.items():
        book.replace(f"transformer_lib/{file}", "1", "2")
        result = book.build()
        assert_built(result)
        for name in ("one", "two"):
            assert f"executed book/{name}.ipynb" in result.stdout
        assert shown in book.page("one")
        assert shown in book.page("claims")


def test_a_deleted_cache_is_filled_and_shown(book):
    assert_built(book.build())
    before = book.printed("one", "run")
    shutil.rmtree(book.root / "_build/cache")
    assert_built(book.build())
    assert before not in book.page("one")
    assert book.printed("one", "run") in book.page("one")


def test_a_cell_that_raises_fails_every_build_and_is_named(book):
    write(book.two, "'first line'\n\nraise ValueError('four weights')", "claim-C08")
    for _ in range(2):
        result = book.build()
        assert result.returncode != 0
        _, _, message = result.stderr.partition("The book is not built.")
        assert "book/two.ipynb, code cell [1], \"'first line'\"" in message
        assert message.rstrip().endswith("ValueError: four weights")
        assert "book/one.ipynb" not in message
        assert "jupyter_book" not in result.stderr, "a traceback of the tool itself"


def test_a_warning_fails_every_build(book):
    book.replace("book/index.md", "Home", "Home [nowhere](nowhere.md)")
    for _ in range(2):
        assert_refused(book.build(), "nowhere")


def assert_refused(result, *messages):
    assert result.returncode != 0
    for message in messages:
        assert message in result.stderr


def test_a_missing_and_an_unknown_claim_fail_incremental_builds(book):
    assert_built(book.build())
    book.replace("book/claims.md", "C08", "C09")
    assert_refused(
        book.build(), "claim C09 has no cell", "claim C08 is not in the ledger"
    )


def test_claims_told_twice_or_silent_fail_incremental_builds(book):
    assert_built(book.build())
    book.replace("book/claims.md", "C08 B", "C07 B\n: No.\n\nC08 B")
    write(book.two, "silent = 1", "claim-C07", "claim-C08")
    assert_refused(
        book.build(),
        "claim C07 is listed 2 times",
        "claim C07 has 2 cells",
        "the cell of claim C08 prints nothing",
    )


def test_claims_must_be_a_definition_list(book):
    book.replace("book/claims.md", ": ", "")
    assert_refused(book.build(), "The claims must be a definition list")


def test_the_ledger_links_each_claim_to_its_cell_and_its_result(book):
    assert_built(book.build())
    link = '<a class="reference internal" href="one.html#claim-c07">Page one: Part one<'
    assert link in book.page("claims")
    assert 'id="claim-c07"' in book.page("one")
    assert f"run {book.printed('one', 'run')}" in book.page("claims")
