"""The sentence pairs that the project ships, and the files that hold such pairs."""

import pytest

from transformer_lib.data.cleaning import bare, fits, is_sentence, plain
from transformer_lib.data.neighbours import nearest, share_above
from transformer_lib.data.pairs import EN_PT_BR, Pair, Split, load_pairs, write_pairs

PAIRS = {split: load_pairs(split) for split in Split}


def test_no_training_sentence_is_tested():
    held = {bare(s) for k in (Split.DEV, Split.TEST) for pair in PAIRS[k] for s in pair}
    assert all(held.isdisjoint(map(bare, pair)) for pair in PAIRS[Split.TRAIN])


def test_dev_and_test_share_no_pair():
    assert set(PAIRS[Split.DEV]).isdisjoint(PAIRS[Split.TEST])


def test_there_is_enough_to_train_on_and_to_measure():
    assert len(PAIRS[Split.TRAIN]) > 22_000
    assert len(PAIRS[Split.DEV]) > 500
    assert len(PAIRS[Split.TEST]) > 500


@pytest.mark.parametrize("split", Split)
def test_every_pair_is_clean(split):
    pairs = PAIRS[split]
    assert len(set(pairs)) == len(pairs)
    assert all(fits(pair, 20) and pair.source != pair.target for pair in pairs)
    sides = [side for pair in pairs for side in pair]
    assert all(is_sentence(side) and plain(side) == side for side in sides)


def test_the_files_are_small():
    assert sum(path.stat().st_size for path in EN_PT_BR.iterdir()) < 1_000_000


def test_the_card_tells_what_is_there():
    card = (EN_PT_BR / "DATA_CARD.md").read_text(encoding="utf-8")
    sources = {split: [pair.source for pair in PAIRS[split]] for split in Split}
    near = nearest(sources[Split.TEST], sources[Split.TRAIN])
    told = [f"`{split.file_name}` | {len(PAIRS[split]):,} |" for split in Split]
    told += [f"{share_above(near, t):.1%} share" for t in (0.5, 0.8)]
    assert [text for text in told if text not in card] == []


def test_what_is_written_is_read_again(tmp_path):
    written = {
        Split.TRAIN: [Pair("One.", "Um."), Pair("Ω →", "ção")],
        Split.DEV: [Pair("Two.", "Dois.")],
        Split.TEST: [Pair("Three.", "Três.")],
    }
    write_pairs(written, tmp_path)
    assert {split: load_pairs(split, tmp_path) for split in Split} == written


def test_the_same_pairs_give_the_same_bytes(tmp_path):
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        write_pairs({split: PAIRS[split][:99] for split in Split}, folder)
    for path in folders[0].iterdir():
        assert path.read_bytes() == (folders[1] / path.name).read_bytes()
