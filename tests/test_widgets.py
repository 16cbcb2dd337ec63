"""The widgets as Python sees them: what they hold, refuse and leave behind."""

import json
import math
import re

import pytest
import torch

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.widgets.attention import AttentionExplorer
from transformer_lib.widgets.selfcheck import Option, SelfCheck

SENTENCE = {"tokens": ["a", "b"], "scores": [[0.0, 2.0], [1.0, 1.0]]}
VIEW = "application/vnd.jupyter.widget-view+json"
ANSWERS = (
    Option("*d*_{k}", "Tempting: the variance grows with `d_k`."),
    Option("√*d*_{k}", "So the spread stays 1.", right=True),
)


@pytest.fixture
def explorer():
    torch.manual_seed(0)
    sentences = [
        ([*"abcde"], torch.randn(5, 7), torch.randn(5, 7)),
        ([*"xyz"], torch.randn(3, 7), torch.randn(3, 7)),
    ]
    return AttentionExplorer.from_tensors(sentences), sentences


def test_explorer_shows_the_weights_of_the_library(explorer):
    shown, sentences = explorer
    for number, (tokens, q, k) in enumerate(sentences):
        shown.sentence = number
        _, weights = scaled_dot_product_attention(q, k, k)
        torch.testing.assert_close(shown.weights.float(), weights)
        assert shown.tokens == tokens


def test_explorer_follows_temperature_and_scale(explorer):
    shown, [(_, q, k), _] = explorer
    shown.temperature, shown.scale = 0.5, False
    torch.testing.assert_close(shown.weights.float(), (q @ k.mT / 0.5).softmax(-1))
    shown.temperature = 1e-4
    hard = torch.nn.functional.one_hot((q @ k.mT).argmax(-1), 5)
    torch.testing.assert_close(shown.weights, hard.double())


def test_explorer_keeps_a_query_that_the_next_sentence_has_not(explorer):
    shown, _ = explorer
    shown.query = 2
    shown.sentence = 1
    assert shown.query == 2
    shown.sentence, shown.query = 0, 4
    shown.sentence = 1
    assert shown.query == 0


def test_explorer_state_is_json_without_a_kernel(explorer):
    state = explorer[0].get_state()
    assert json.loads(json.dumps(state["sentences"])) == state["sentences"]
    assert "export default" in state["_esm"]
    assert "import " not in state["_esm"].replace("module: no imports", "")


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ({"tokens": [], "scores": []}, "sentence 0 has no tokens"),
        ({"tokens": ["a"]}, r"entries \['tokens'\]: it needs 'scores' and 'tokens'"),
        (
            {"tokens": ["a", "b"], "scores": [[1.0, 2.0]]},
            r"2 tokens but rows of scores of lengths \[2\]: give 2 rows of 2",
        ),
        (
            {"tokens": ["a", "b"], "scores": [[1.0, 2.0], [3.0]]},
            r"2 tokens but rows of scores of lengths \[2, 1\]",
        ),
        ({"tokens": ["a"], "scores": [[math.nan]]}, "score that is NaN or infinite"),
        ({"tokens": ["a"], "scores": [[-math.inf]]}, "score that is NaN or infinite"),
    ],
)
def test_explorer_refuses_a_bad_sentence(sentence, message):
    with pytest.raises(ValueError, match=message):
        AttentionExplorer([sentence], d_k=4)


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("traits", "message"),
    [
        ({"d_k": 0}, "d_k is 0: it must be positive"),
        ({"temperature": -1.0}, r"temperature is -1.0: it must be positive"),
        ({"temperature": math.inf}, "temperature is inf: it must be positive"),
        ({"temperature": math.nan}, "temperature is nan: it must be positive"),
        ({"sentence": 1}, "sentence is 1: choose from 0 to 0"),
        ({"query": 2}, "query is 2: choose from 0 to 1"),
        ({"query": -1}, "query is -1: choose from 0 to 1"),
    ],
)
def test_explorer_refuses_a_bad_choice(traits, message):
    with pytest.raises(ValueError, match=message):
        AttentionExplorer([SENTENCE], **({"d_k": 4} | traits))


@pytest.mark.unhooked
def test_explorer_refuses_a_bad_choice_later_and_keeps_the_old_one():
    shown = AttentionExplorer([SENTENCE], d_k=4)
    with pytest.raises(ValueError, match="temperature is 0.0: it must be positive"):
        shown.temperature = 0.0
    assert shown.temperature == 1.0


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("tokens", "q", "k"),
    [(2, (3, 4), (3, 4)), (3, (3, 4), (2, 4)), (3, (3, 4), (3, 5))],
)
def test_explorer_refuses_tensors_that_do_not_fit(tokens, q, k):
    message = re.escape(
        f"sentence 0 has {tokens} tokens, queries of shape {q} and keys of shape {k}: "
        f"both must be ({tokens}, 4)"
    )
    with pytest.raises(ValueError, match=message):
        AttentionExplorer.from_tensors([(["t"] * tokens, torch.ones(q), torch.ones(k))])


@pytest.mark.unhooked
def test_explorer_refuses_nan_and_nothing():
    q = torch.full((2, 4), math.nan)
    with pytest.raises(ValueError, match="sentence 0 has a score that is NaN"):
        AttentionExplorer.from_tensors([(["a", "b"], q, q)])
    for make in (AttentionExplorer.from_tensors, lambda s: AttentionExplorer(s, 4)):
        with pytest.raises(ValueError, match="There is no sentence to show"):
            make([])


def test_explorer_leaves_a_table_for_viewers_without_widgets():
    data, _ = AttentionExplorer(
        [{"tokens": ["<b>", "c"], "scores": SENTENCE["scores"]}], d_k=4, scale=False
    )._repr_mimebundle_()
    assert {VIEW, "text/html", "text/plain"} <= set(data)
    assert (
        '<th scope="row">&lt;b&gt;</th><td>0.12</td><td>0.88</td>' in data["text/html"]
    )
    assert "<caption>Attention weights: row = query" in data["text/html"]


def test_reprs_are_short_and_the_same_in_every_run():
    explorer = AttentionExplorer([SENTENCE], d_k=4)
    assert repr(explorer) == "AttentionExplorer(sentences=1, d_k=4, temperature=1)"
    assert repr(SelfCheck("Why?", ANSWERS)) == "SelfCheck('Why?', options=2)"
    assert explorer._repr_mimebundle_()[0]["text/plain"] == repr(explorer)


def test_selfcheck_records_the_choice():
    check = SelfCheck("What divides the scores?", ANSWERS)
    assert check.chosen is None
    check.set_state({"chosen": 1})
    assert check.options[check.chosen]["right"]
    assert [option["text"] for option in check.options] == [a.text for a in ANSWERS]


def test_selfcheck_keeps_beliefs_from_the_page():
    check = SelfCheck("Why?", (*ANSWERS, Option("x", "Tempting.", belief="Q07")))
    assert check.beliefs == ("", "", "Q07")
    assert "Q07" not in str(check.get_state()) + str(check._repr_mimebundle_())


@pytest.mark.unhooked
def test_selfcheck_refuses_a_choice_it_does_not_offer():
    check = SelfCheck("What divides the scores?", ANSWERS)
    with pytest.raises(
        ValueError, match="chosen is 2: the options are numbered 0 to 1"
    ):
        check.chosen = 2
    assert check.chosen is None


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((ANSWERS[0], Option("x", "y")), "has 0 right options: exactly 1 must be"),
        ((ANSWERS[1], Option("x", "y", True)), "has 2 right options: exactly 1 must"),
        ((ANSWERS[1],), "needs at least 2 options: it has 1"),
        ((ANSWERS[1], ANSWERS[1]), "has two options with the same text"),
    ],
)
def test_selfcheck_refuses_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        SelfCheck("What divides the scores?", options)


@pytest.mark.unhooked
def test_selfcheck_refuses_blanks():
    with pytest.raises(ValueError, match="needs a question: this one is blank"):
        SelfCheck("  ", ANSWERS)
    with pytest.raises(ValueError, match="The option 'nothing' has no `why`"):
        Option("nothing", " ")
    with pytest.raises(ValueError, match="An option has no text"):
        Option("", "because")


def test_selfcheck_leaves_question_and_answers_for_viewers_without_widgets():
    options = (*ANSWERS, Option("<i>2</i>", "x^{2}, not 2*x."))
    html = SelfCheck("What is √*d*_{k}?", options)._repr_mimebundle_()[0]["text/html"]
    assert "<p>What is √<i>d</i><sub>k</sub>?</p>" in html
    assert "<li>&lt;i&gt;2&lt;/i&gt;</li>" in html
    assert "<details><summary>Answers</summary>" in html
    assert "<b>Right.</b> So the spread stays 1." in html
    assert "<b>Not this one.</b> Tempting: the variance grows with <code>d_k" in html
    assert "x<sup>2</sup>, not 2*x." in html
