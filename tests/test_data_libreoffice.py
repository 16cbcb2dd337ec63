"""Help pages become clean pairs, dealt out by page, with no sentence on both sides."""

import subprocess

import pytest

from transformer_lib.data.cleaning import bare, plain, sentence_pairs
from transformer_lib.data.help_pages import Place, read_paragraphs
from transformer_lib.data.libreoffice import HELP, align, main
from transformer_lib.data.pairs import Pair, Split, load_pairs
from transformer_lib.data.splitting import split_by_page, split_of

PAGE = (
    '<html><head><title>T</title></head><body><p class="x">no name</p>'
    '<h1 id="hd_1">The &amp; title</h1>'
    '<p id="par_1" dir="auto">Click <b>OK</b>,\n then\u00a0<a href="x">close</a>.</p>'
    '<p id="empty"> <img src="x"></p><div>between</div></body></html>'
)


def write_pages(folder, paragraphs):
    """Write one page for each name, from its paragraphs."""
    folder.mkdir(parents=True)
    for page, texts in paragraphs.items():
        body = "".join(f'<p id="p{n}">{text}</p>' for n, text in enumerate(texts))
        (folder / f"{page}.html").write_text(body, encoding="utf-8")


def build_package(folder, name):
    """Make a Debian package of what lies in a folder."""
    (folder / "DEBIAN").mkdir()
    (folder / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: 7.4-1\nArchitecture: all\n"
        "Maintainer: A Name <a@example.org>\nDescription: help\n"
    )
    package = folder.with_suffix(".deb")
    command = ["dpkg-deb", "--root-owner-group", "-b", str(folder), str(package)]
    subprocess.run(command, check=True, capture_output=True)
    return package


@pytest.fixture
def packages(tmp_path):
    """The English help and a Portuguese one, 211 pages of one paragraph each."""
    made = []
    for language, text in (("en-US", "Open file {}."), ("pt-BR", "Abra arquivo {}.")):
        pages = {f"page{n}": [text.format(chr(97 + n % 26) * n)] for n in range(1, 212)}
        write_pages(tmp_path / language / HELP / language, pages)
        made.append(build_package(tmp_path / language, f"help-{language.lower()}"))
    return made


def test_paragraphs_are_read_by_their_names(tmp_path):
    (tmp_path / "text").mkdir()
    (tmp_path / "text/a.html").write_text(PAGE, encoding="utf-8")
    assert read_paragraphs(tmp_path) == {
        Place("text/a.html", "hd_1"): "The & title",
        Place("text/a.html", "par_1"): "Click OK, then close.",
    }


def test_paragraphs_meet_their_translation_by_name(tmp_path):
    write_pages(tmp_path / "a", {"x": ["Open it.", "Same.", "Only here."]})
    write_pages(tmp_path / "b", {"x": ["Abra isso.", "Same."], "y": ["Outra."]})
    found = list(align(tmp_path / "a", tmp_path / "b"))
    assert found == [("x.html", Pair("Open it.", "Abra isso."))]


def test_paragraphs_of_equally_many_sentences_are_cut():
    source, target = "Open it. Éclair is nice! Is it?", "Abra. Último é bom! É?"
    assert [*sentence_pairs(source, target)] == [
        Pair("Open it.", "Abra."),
        Pair("Éclair is nice!", "Último é bom!"),
        Pair("Is it?", "É?"),
    ]


def test_paragraphs_of_unequally_many_sentences_stay_whole():
    whole = ("One here. Two there.", "Um aqui e dois ali.")
    assert [*sentence_pairs(*whole)] == [Pair(*whole)]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Not translated.", "Not translated."),
        ("No end", "Sem fim"),
        ("no capital.", "Sem maiúscula."),
        ("=SUM(A1:B2)+3*(4/5)-6.", "Soma das células."),
        ("A sentence.", "uma oração."),
    ],
)
def test_what_is_no_sentence_is_left_out(source, target):
    assert [*sentence_pairs(source, target)] == []


def test_quotes_dashes_and_spaces_become_ordinary():
    assert plain(" “a” – it’s\u202fMon\u00adday…\n") == '"a" - it\'s Monday...'


def test_no_page_is_in_two_parts_and_no_sentence_is_tested_that_was_trained_on():
    found = [
        (f"page{n}", Pair(f"Open file number {n % 389}.", f"Abra o arquivo {n}."))
        for n in range(2003)
    ]
    pages = {pair: page for page, pair in found}
    parts = split_by_page(found, 20)
    for split, pairs in parts.items():
        assert pairs and {split_of(pages[pair]) for pair in pairs} == {split}
    held = {bare(s) for k in (Split.DEV, Split.TEST) for pair in parts[k] for s in pair}
    assert held.isdisjoint(bare(s) for pair in parts[Split.TRAIN] for s in pair)
    dealt = {pair for page, pair in found if split_of(page) is Split.TRAIN}
    assert 0 < len(parts[Split.TRAIN]) < len(dealt)


def test_long_uneven_and_repeated_pairs_are_left_out():
    train = next(f"p{n}" for n in range(99) if split_of(f"p{n}") is Split.TRAIN)
    kept, long = Pair("Open it.", "Abra isso."), Pair("a " * 21, "b " * 21)
    uneven, again = Pair("Go.", "a b c d e f."), Pair("open it!", "ABRA isso.")
    found = [(train, pair) for pair in (kept, long, uneven, again)]
    assert split_by_page(found, 20)[Split.TRAIN] == [kept]


def test_the_order_of_what_is_found_does_not_matter():
    found = [(f"p{n}", Pair(f"File {n}.", f"Arquivo {n}.")) for n in range(499)]
    assert split_by_page(found, 20) == split_by_page(found[::-1], 20)


def test_packages_become_a_folder_of_pairs(packages, tmp_path, capsys):
    into = tmp_path / "pairs"
    given = ["--packages", *map(str, packages), "--into", str(into)]
    assert main(given) == 0
    found = {split: load_pairs(split, into) for split in Split}
    assert sum(map(len, found.values())) == 211
    assert all(found.values())
    printed = capsys.readouterr().out
    assert "en-US: version 7.4-1" in printed
    assert f"train.tsv.xz: {len(found[Split.TRAIN])} pairs" in printed


def test_too_few_pairs_are_told_and_nothing_is_written(packages, tmp_path, capsys):
    into = tmp_path / "pairs"
    given = ["--packages", *map(str, packages), "--into", str(into)]
    assert main([*given, "--max-words", "2"]) == 1
    printed = capsys.readouterr().err
    assert "'TRAIN': 0, 'DEV': 0, 'TEST': 0}: allow more than 2 words" in printed
    assert not into.exists()


def test_a_folder_that_cannot_be_written_is_told(packages, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    given = ["--packages", *map(str, packages), "--into", str(tmp_path / "file")]
    assert main(given) == 1
    assert capsys.readouterr().err.startswith("error: ")
