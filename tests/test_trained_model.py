"""The model that comes with the library is small, whole, and as good as it says."""

import csv

import pytest
import sacrebleu

from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.decoding.__main__ import COLUMNS
from transformer_lib.decoding.bleu import corpus_bleu
from transformer_lib.decoding.translator import ALPHA, Translator
from transformer_lib.training.log import read_log
from transformer_lib.training.published import EN_PT_BR, read_published

pytestmark = pytest.mark.unhooked
SENTENCES = 500
AGAIN = 0.3
"""How far BLEU may be from what was kept: other processors round otherwise."""


@pytest.fixture(scope="module")
def translator():
    return Translator.load()


@pytest.fixture(scope="module")
def rows():
    with (EN_PT_BR / "scores.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(tuple(row) == COLUMNS for row in rows)
    return rows


@pytest.fixture(scope="module")
def scores(rows):
    return {
        int(row["beams"]): float(row["bleu"])
        for row in rows
        if (row["part"], row["sentences"]) == ("test", str(SENTENCES))
        and float(row["alpha"]) == ALPHA
    }


def test_its_greedy_bleu_is_what_was_kept(translator, scores):
    sources, references = zip(*load_pairs(Split.TEST)[:SENTENCES], strict=True)
    said = translator.translate(sources, beams=1)
    ours = corpus_bleu(said, references).score
    theirs = sacrebleu.corpus_bleu(said, [references]).score
    assert abs(ours - scores[1]) <= AGAIN
    assert f"{ours:.2f}" == f"{theirs:.2f}"


def test_its_beam_search_says_what_scores_better(translator, scores):
    assert scores[4] > scores[1]
    sources = [pair.source for pair in load_pairs(Split.TEST)[:40]]
    greedy, beam = (translator.translate(sources, beams=n) for n in (1, 4))
    assert 0 < sum(one != other for one, other in zip(greedy, beam, strict=True)) < 40


def test_no_length_penalty_that_was_tried_does_better_on_the_dev_pairs(rows):
    tried = {
        float(row["alpha"]): float(row["bleu"])
        for row in rows
        if (row["part"], row["beams"]) == ("dev", "4")
    }
    assert tried.keys() == {0.6, 1.0, 1.5, 2.0}
    assert tried[ALPHA] == max(tried.values())


def test_its_card_says_what_was_measured(rows):
    card = (EN_PT_BR / "MODEL_CARD.md").read_text(encoding="utf-8")
    tested = [row["bleu"] for row in rows if row["part"] == "test"]
    last = read_log(EN_PT_BR / "log.csv")[-1]
    counted = [f"{last[name]:,.0f}" for name in ("step", "tokens")]
    seconds = [f"{last[name]:.0f} s" for name in ("wall_seconds", "cpu_seconds")]
    for figure in (*tested, *counted, *seconds):
        assert figure in card, figure


def test_it_is_small_and_says_how_it_was_made():
    files = {path.name for path in EN_PT_BR.iterdir()}
    assert {"MODEL_CARD.md", "log.csv", "scores.csv"} <= files
    assert sum(path.stat().st_size for path in EN_PT_BR.iterdir()) <= 10_000_000
    about = read_published(EN_PT_BR).about
    assert about["command"].startswith("python -m transformer_lib.training --out ")
    assert about.keys() >= {"seed", "versions", "tokens", "updates", "perplexity"}


def test_its_log_ends_where_the_model_does():
    about = read_published(EN_PT_BR).about
    rows = read_log(EN_PT_BR / "log.csv")
    assert rows[-1]["step"] == int(about["updates"].split()[0])
    assert rows[-1]["tokens"] == int(about["tokens"])
    assert rows[-1]["perplexity"] == pytest.approx(float(about["perplexity"]), rel=1e-4)
    measured = [row["perplexity"] for row in rows if "perplexity" in row]
    assert measured[-1] == min(measured) < measured[0] / 2


def test_what_it_never_met_is_no_reason_to_stop(translator):
    strange = ["Öffne 文件 🙂!", "A", "?", "word " * 60]
    assert len(translator.translate(strange)) == len(strange)
    assert translator.translate(["Open the file."]) != [""]
