"""The explorer of cross-attention, as Python sees it."""

import json
import math
import re

import pytest
import torch

from transformer_lib.widgets.decoding import AlignmentExplorer

WEIGHTS = torch.tensor(
    [
        [[[0.7, 0.2], [0.1, 0.8], [0.5, 0.4]], [[0.1, 0.6], [0.3, 0.6], [0.2, 0.7]]],
        [[[0.4, 0.5], [0.9, 0.1], [0.6, 0.3]], [[0.2, 0.2], [0.5, 0.1], [0.0, 1.0]]],
    ],
    dtype=torch.float64,
)
SENTENCE = {
    "source": ["red", "house"],
    "target": ["casa", "da", "vermelha"],
    "weights": WEIGHTS.tolist(),
    "links": [[1], [], [0, 1]],
}


def changed(**entries):
    return SENTENCE | entries


def test_the_weights_on_show_are_those_of_layer_and_head():
    explorer = AlignmentExplorer([SENTENCE])
    for layer in (0, 1):
        for head in (0, 1):
            explorer.layer, explorer.head = layer, head
            assert torch.equal(explorer.weights, WEIGHTS[layer, head])


def test_hits_count_words_with_a_partner_only():
    explorer = AlignmentExplorer([SENTENCE])
    assert explorer.hits == (1, 2)  # "casa" looks at "red", by hand it is "house"
    explorer.head = 1
    assert explorer.hits == (2, 2)


def test_the_table_marks_what_was_joined_by_hand():
    table = AlignmentExplorer([SENTENCE], head=1).table()
    assert table.head == ("", "red", "house")
    assert table.rows[0] == ("casa", "0.10", "0.60*")
    assert table.rows[1] == ("da", "0.30", "0.60")
    assert table.rows[2] == ("vermelha", "0.20*", "0.70*")
    assert "layer 1, head 2" in table.caption


def test_it_goes_into_a_page_whole_and_says_what_it_is():
    explorer = AlignmentExplorer([SENTENCE])
    state = explorer.get_state()
    assert json.loads(json.dumps(state["sentences"])) == [SENTENCE]
    source = re.sub("// .*", "", state["_esm"])
    assert source.count("export default") == 1
    assert not re.search(r"\bimport\b|fetch\(|https?:(?!//www.w3.org/2000/svg)", source)
    assert not re.search(r"url\(|@import", state["_css"])
    assert repr(explorer) == "AlignmentExplorer(sentences=1, layer=0, head=0)"
    html = explorer._repr_mimebundle_()[0]["text/html"]
    assert html.count("<tr>") == 4


def test_a_word_that_the_next_sentence_has_not_is_given_up():
    short = changed(target=["casa"], weights=WEIGHTS[:, :, :1].tolist(), links=[[1]])
    explorer = AlignmentExplorer([SENTENCE, short], word=2)
    explorer.sentence = 1
    assert explorer.word == 0


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ([], "There is no sentence to show"),
        ([{"source": []}], r"sentence 0 has entries \['source'\]: it needs \['links'"),
        (
            [changed(source=[])],
            "sentence 0 has no words, no layer, or layers of unlike",
        ),
        ([changed(weights=[])], "no words, no layer, or layers of unlike heads"),
        ([changed(weights=[[], []])], "no words, no layer, or layers of unlike heads"),
        (
            [changed(target=["casa"])],
            r"weights of lengths \[2, 2, 2\]: for 1 words give 1 rows of 2",
        ),
        (
            [changed(weights=(WEIGHTS * math.nan).tolist())],
            "sentence 0 has a weight that is NaN or infinite",
        ),
        ([changed(links=[[1], []])], "for each of 3 words list numbers from 0 to 1"),
        ([changed(links=[[2], [], []])], "for each of 3 words list numbers from 0 to"),
        (
            [SENTENCE, changed(weights=WEIGHTS[:1].tolist())],
            r"sentences have \(layers, heads\) of \[\(1, 2\), \(2, 2\)\]",
        ),
    ],
)
def test_what_does_not_fit_is_refused(sentences, message):
    with pytest.raises(ValueError, match=message):
        AlignmentExplorer(sentences)


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("name", "value", "last"),
    [
        ("sentence", 1, 0),
        ("layer", 2, 1),
        ("head", -1, 1),
        ("word", 3, 2),
    ],
)
def test_a_choice_that_is_not_offered_is_refused_and_the_old_one_kept(
    name, value, last
):
    explorer = AlignmentExplorer([SENTENCE])
    with pytest.raises(ValueError, match=f"{name} is {value}: choose from 0 to {last}"):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == 0
