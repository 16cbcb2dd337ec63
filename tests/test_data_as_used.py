"""What somebody reads whose data is missing, damaged or something else."""

import json
import lzma
import shutil
import subprocess
import sys

import pytest
from tokenizers import Tokenizer as Engine
from tokenizers import models

from transformer_lib.data import libreoffice
from transformer_lib.data.libreoffice import download, main, unpack
from transformer_lib.data.neighbours import nearest
from transformer_lib.data.pairs import EN_PT_BR, SUMS, Split, load_pairs, read_pairs
from transformer_lib.data.tokenizer import BYTES, MARKS, Tokenizer

pytestmark = pytest.mark.unhooked

TEXTS = [side for pair in load_pairs(Split.DEV) for side in pair]
TOKENIZER = Tokenizer.train(TEXTS, vocab=701)


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(EN_PT_BR, tmp_path / "pairs")
    return tmp_path / "pairs"


def test_every_sentence_of_the_corpus_comes_back():
    sides = {s: [side for pair in load_pairs(s) for side in pair] for s in Split}
    tokenizer = Tokenizer.train(sides[Split.TRAIN])
    assert tokenizer.vocab == 4000
    for texts in sides.values():
        assert [t for t in texts if tokenizer.decode(tokenizer.encode(t)) != t] == []


def compressed(path, text):
    path.write_bytes(lzma.compress(text.encode("utf-8")))
    return path


def test_a_missing_file_is_named(folder):
    (folder / "dev.tsv.xz").unlink()
    with pytest.raises(FileNotFoundError, match=r"dev\.tsv\.xz is not there: install"):
        load_pairs(Split.DEV, folder)


def test_missing_sums_are_named(folder):
    (folder / SUMS).unlink()
    with pytest.raises(FileNotFoundError, match="SHA256SUMS is not there"):
        load_pairs(Split.DEV, folder)


@pytest.mark.parametrize("harm", ["cut", "flipped", "empty", "foreign", "not UTF-8"])
def test_a_damaged_file_is_named(folder, harm):
    path = folder / "dev.tsv.xz"
    data = path.read_bytes()
    path.write_bytes(
        {
            "cut": data[:-100],
            "flipped": data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
            "empty": b"",
            "foreign": b"PK\3\4 something else",
            "not UTF-8": lzma.compress("a\tção\n".encode("latin-1")),
        }[harm]
    )
    with pytest.raises(ValueError, match=r"dev\.tsv\.xz is damaged .*xz\. Install"):
        load_pairs(Split.DEV, folder)


def test_changed_pairs_are_noticed(folder):
    compressed(folder / "dev.tsv.xz", "One.\tUm.\n")
    with pytest.raises(ValueError, match="SHA256SUMS beside it asks for 5374d9453bbf"):
        load_pairs(Split.DEV, folder)


def test_a_file_without_a_sum_is_not_trusted(folder):
    (folder / SUMS).write_text("")
    with pytest.raises(ValueError, match="asks for None"):
        load_pairs(Split.DEV, folder)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a\tb\nc d\n", "line 2 is no pair: it has 1 columns, 0 of them empty"),
        ("a\tb\tc\n", "line 1 is no pair: it has 3 columns"),
        ("a\tb\nc\t \n", "line 2 is no pair: it has 2 columns, 1 of them empty"),
        ("a\tb\n\nc\td\n", "line 2 is no pair: it has 1 columns, 1 of them empty"),
        ("", "line 1 is no pair"),
    ],
)
def test_a_line_that_is_no_pair_is_named(tmp_path, text, what):
    path = compressed(tmp_path / "own.tsv.xz", text)
    with pytest.raises(ValueError, match=what):
        read_pairs(path)


def test_no_known_sentence_has_no_neighbour():
    with pytest.raises(ValueError, match="known has 0 sentences"):
        nearest(["a"], [])


@pytest.mark.parametrize(("texts", "vocab"), [([], 4000), (["abc"], 4000), (TEXTS, 99)])
def test_too_little_text_for_a_vocabulary_is_told(texts, vocab):
    with pytest.raises(ValueError, match=f"vocab is {vocab}, but these texts give"):
        Tokenizer.train(texts, vocab)


def test_something_that_is_no_text_is_not_encoded():
    with pytest.raises(TypeError, match="text is a list, not one sentence"):
        TOKENIZER.encode(["one", "two"])


@pytest.mark.parametrize("wrong", [-1, 701])
def test_a_foreign_id_is_named(wrong):
    for method in (TOKENIZER.decode, TOKENIZER.pieces):
        with pytest.raises(
            ValueError, match=f"ids holds {wrong}, .* 701 entries, 0 to"
        ):
            method([1, wrong])


def test_an_id_is_a_whole_number():
    with pytest.raises(TypeError, match="integer"):
        TOKENIZER.decode([1, 2.5])


def test_a_tokenizer_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"tokenizer\.json is not there: train"):
        Tokenizer.load(tmp_path / "tokenizer.json")


@pytest.mark.parametrize("harm", ["cut", "foreign", "other version", "binary"])
def test_a_damaged_or_later_tokenizer_is_named(tmp_path, harm):
    path = tmp_path / "tokenizer.json"
    TOKENIZER.save(path)
    text = path.read_text(encoding="utf-8")
    path.write_bytes(
        {
            "cut": text[:-100].encode(),
            "foreign": b'{"vocab": 3}',
            "other version": json.dumps(json.loads(text) | {"version": "2.0"}).encode(),
            "binary": b"\xff\xfe\x00",
        }[harm]
    )
    with pytest.raises(
        ValueError, match=r"tokenizer\.json is damaged, no tokenizer, or"
    ):
        Tokenizer.load(path)


def test_a_tokenizer_of_another_make_is_named(tmp_path):
    path = tmp_path / "tokenizer.json"
    Engine(models.BPE()).save(str(path))
    with pytest.raises(ValueError, match="another tokenizer: entry 0 .* be '<pad>'"):
        Tokenizer.load(path)
    begins = {piece: n for n, piece in enumerate([*MARKS, *BYTES[:-1], "a"])}
    Engine(models.BPE(begins, [])).save(str(path))
    with pytest.raises(ValueError, match="entry 258 of its vocabulary is 'a'"):
        Tokenizer.load(path)


def test_learning_and_then_forking_warns_of_nothing():
    code = (
        "import os\n"
        "from transformer_lib.data.tokenizer import Tokenizer\n"
        "t = Tokenizer.train(['some words and other words'] * 99, vocab=280)\n"
        "t.encode_pairs([('some', 'words')] * 99)\n"
        "pid = os.fork()\n"
        "t.encode('some words')\n"
        "os._exit(0) if pid == 0 else os.waitpid(pid, 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_what_is_no_package_is_named(tmp_path, capsys):
    wrong = tmp_path / "wrong.deb"
    wrong.write_bytes(b"no package")
    given = ["--packages", str(wrong), str(wrong), "--into", str(tmp_path / "pairs")]
    assert main(given) == 1
    printed = capsys.readouterr().err
    assert printed.startswith("error: dpkg-deb -x ") and "wrong.deb" in printed
    assert not (tmp_path / "pairs").exists()


def test_a_package_in_another_language_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(libreoffice, "_run", lambda command, folder: "")
    with pytest.raises(
        libreoffice.PackageError, match="de-x has no usr/share/.*/pt-BR"
    ):
        unpack(tmp_path / "de-x", "pt-BR", tmp_path)


def test_a_machine_without_apt_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(libreoffice.PackageError, match="apt-get is not installed: run"):
        download("pt-BR", tmp_path)
    monkeypatch.undo()
