"""The tokenizer: every sentence comes back, whatever is in it."""

import os
import subprocess
import sys

import pytest

from transformer_lib.data.pairs import Pair, Split, load_pairs
from transformer_lib.data.tokenizer import (
    BOS_ID,
    BYTES,
    EOS_ID,
    MARKS,
    PAD_ID,
    Tokenizer,
)

TEXTS = [side for pair in load_pairs(Split.TRAIN)[:2003] for side in pair]
TOKENIZER = Tokenizer.train(TEXTS, vocab=1009)
UNSEEN = ["日本", "Lotus™ 1-2-3", "😀 👩‍💻", "naïve café", "<pad>", "<bos><eos><0x41>"]


def test_training_sentences_come_back():
    assert all(TOKENIZER.decode(TOKENIZER.encode(text)) == text for text in TEXTS)


@pytest.mark.parametrize("text", [*UNSEEN, "", "a"])
def test_what_was_never_seen_comes_back_too(text):
    assert TOKENIZER.decode(TOKENIZER.encode(text)) == text


@pytest.mark.parametrize("text", UNSEEN)
def test_no_text_writes_a_mark(text):
    begin, *words, end = TOKENIZER.encode(text)
    assert (begin, end) == (BOS_ID, EOS_ID)
    assert words and min(words) >= len(MARKS)


def test_an_unseen_character_is_spelled_in_its_bytes():
    pieces = TOKENIZER.pieces(TOKENIZER.encode("日"))
    assert pieces[-4:-1] == [f"<0x{byte:02X}>" for byte in "日".encode()]


def test_the_training_text_needs_no_bytes():
    ids = {i for text in TEXTS for i in TOKENIZER.encode(text)}
    assert ids.isdisjoint(range(len(MARKS), len(MARKS) + len(BYTES)))


def test_white_space_counts_as_one_space():
    assert TOKENIZER.encode(" Open\tthe \n file. ") == TOKENIZER.encode(
        "Open the file."
    )


def test_an_accent_is_a_part_of_its_letter_however_it_was_typed():
    assert TOKENIZER.encode("c\u0327a\u0303o") == TOKENIZER.encode("ção")


def test_a_vocabulary_begins_with_the_marks_and_the_bytes():
    first = range(len(MARKS) + len(BYTES))
    assert TOKENIZER.pieces(first) == [*MARKS, *BYTES]
    assert [*range(len(MARKS))] == [PAD_ID, BOS_ID, EOS_ID]


def test_ids_are_dense():
    pieces = TOKENIZER.pieces(range(TOKENIZER.vocab))
    assert TOKENIZER.vocab == 1009 == len(set(pieces))


def test_no_piece_reaches_over_a_space_a_digit_or_a_sign():
    for piece in TOKENIZER.pieces(range(len(MARKS) + len(BYTES), TOKENIZER.vocab)):
        rest = piece.removeprefix("▁")
        assert len(rest) <= 1 or rest.isalpha(), piece


def test_the_pieces_spell_the_sentence():
    text = "Opens the Insert dialog (page 12)."
    pieces = TOKENIZER.pieces(TOKENIZER.encode(text))
    assert pieces[0] == "<bos>" and pieces[-1] == "<eos>"
    assert "".join(pieces[1:-1]) == "▁" + text.replace(" ", "▁")


def test_decoding_ends_at_the_first_eos_and_skips_marks():
    ids = TOKENIZER.encode("Open it.")
    assert TOKENIZER.decode([*ids, PAD_ID, *ids]) == "Open it."
    assert TOKENIZER.decode(ids[1:-1]) == "Open it."
    assert TOKENIZER.decode([PAD_ID, BOS_ID]) == TOKENIZER.decode([]) == ""


def test_bytes_that_make_no_character_are_shown_as_such():
    ids = TOKENIZER.encode("日")
    assert "�" in TOKENIZER.decode(ids[:-2])


def test_pairs_give_rows_in_their_order():
    pairs = [Pair("One.", "Um."), Pair("Two files.", "Dois arquivos.")]
    sources, targets = TOKENIZER.encode_pairs(pairs)
    assert sources == [TOKENIZER.encode(pair.source) for pair in pairs]
    assert targets == [TOKENIZER.encode(pair.target) for pair in pairs]


def test_training_again_in_another_process_gives_the_same(tmp_path):
    code = (
        "import sys; from pathlib import Path\n"
        "from transformer_lib.data.tokenizer import Tokenizer\n"
        "texts = Path(sys.argv[1]).read_text(encoding='utf-8').split('\\n')\n"
        "print(Tokenizer.train(texts, vocab=1009).fingerprint)"
    )
    place = tmp_path / "texts"
    place.write_text("\n".join(reversed(TEXTS)), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", code, str(place)],
        env=os.environ | {"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    # The order of the texts does not matter either.
    assert run.stdout.strip() == TOKENIZER.fingerprint


def test_other_texts_give_another_fingerprint():
    assert Tokenizer.train(TEXTS[:999], 700).fingerprint != TOKENIZER.fingerprint


def test_a_saved_tokenizer_is_the_same(tmp_path):
    TOKENIZER.save(tmp_path / "tokenizer.json")
    loaded = Tokenizer.load(tmp_path / "tokenizer.json")
    assert loaded.fingerprint == TOKENIZER.fingerprint
    for text in [*UNSEEN, *TEXTS[:101]]:
        assert loaded.encode(text) == TOKENIZER.encode(text)
        assert loaded.decode(loaded.encode(text)) == text
