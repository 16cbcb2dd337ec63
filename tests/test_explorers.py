"""What holds of every explorer, as Python sees it."""

import json
import math
import re

import pytest
import torch
import traitlets

from transformer_lib.widgets.attention import AttentionExplorer
from transformer_lib.widgets.complexity import ComplexityExplorer
from transformer_lib.widgets.explorer import Choice, Explorer, Range
from transformer_lib.widgets.inspection import HeadExplorer
from transformer_lib.widgets.masking import MaskExplorer
from transformer_lib.widgets.positions import PositionsExplorer
from transformer_lib.widgets.recurrence import RecurrenceExplorer
from transformer_lib.widgets.scaling import ScalingExplorer
from transformer_lib.widgets.training import SmoothingExplorer
from transformer_lib.widgets.transformer import TransformerExplorer

SENTENCE = {"tokens": ["a", "b"], "scores": [[0.0, 2.0], [1.0, 1.0]]}
READY = [  # those that need no arguments
    ComplexityExplorer,
    MaskExplorer,
    PositionsExplorer,
    RecurrenceExplorer,
    ScalingExplorer,
    TransformerExplorer,
    SmoothingExplorer,
]
LOOKS = torch.tensor([[[[0.25, 0.75], [1.0, 0.0]], [[0.5, 0.5], [0.1, 0.9]]]])
MAKERS = [
    lambda: AttentionExplorer([SENTENCE], d_k=4),
    lambda: HeadExplorer([(["a", "b"], LOOKS)]),
    *READY,
]


class Toy(Explorer):
    steps = Range(3, 1, 9)
    heat = Range(0.5, 0.25, 2.0, 0.25)
    size = Choice(4, [2, 4, "all"])
    label = traitlets.Unicode("Toy").tag(sync=True)


@pytest.mark.parametrize("make", MAKERS)
def test_explorer_goes_into_a_page_whole(make):
    state = make().get_state()
    assert json.loads(json.dumps(state["limits"])) == state["limits"]
    assert len(state["label"]) > 10
    source = re.sub("// .*", "", state["_esm"])
    assert source.count("export default") == 1
    assert not re.search(r"\bimport\b|fetch\(|https?:(?!//www.w3.org/2000/svg)", source)
    assert not re.search(r"url\(|@import", state["_css"])
    assert len(state["_esm"]) + len(state["_css"]) < 40_000


@pytest.mark.parametrize("make", MAKERS)
def test_explorer_says_what_it_is_the_same_in_every_run(make):
    data, _ = make()._repr_mimebundle_()
    name = type(make()).__name__
    assert data["text/plain"] == repr(make()) == repr(make())
    assert re.fullmatch(rf"{name}\(\w+=.+\)", data["text/plain"])
    assert len(data["text/plain"]) < 100


@pytest.mark.parametrize("make", MAKERS)
def test_explorer_leaves_a_table_for_viewers_without_widgets(make):
    table = make().table()
    html = make()._repr_mimebundle_()[0]["text/html"]
    assert {len(row) for row in table.rows} == {len(table.head)}
    assert f"<caption>{table.caption}</caption>" in html
    assert html.count("<tr>") == 1 + len(table.rows)
    assert html.count("<td>") == sum(len(row) - 1 for row in table.rows) + (
        not table.head[0]
    )


@pytest.mark.parametrize("make", READY)
def test_explorer_takes_every_setting_that_the_page_offers(make):
    explorer = make()
    if make is PositionsExplorer:
        explorer.d_model = 512  # with fewer features there are fewer pairs
    for name, limits in explorer.limits.items():
        ends = limits.get("choices") or [limits["high"], limits["low"]]
        for value in ends:
            explorer.set_state({name: value})
            assert getattr(explorer, name) == value
            assert explorer.table().rows


# Settings


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("steps", 0, "steps is 0: choose from 1 to 9"),
        ("steps", 10, "steps is 10: choose from 1 to 9"),
        ("steps", 1.5, "steps is 1.5: choose a whole number"),
        ("steps", math.nan, "steps is nan: choose from 1 to 9"),
        ("steps", True, "steps is True: choose from 1 to 9"),
        ("steps", "3", "steps is '3': choose from 1 to 9"),
        ("heat", 2.5, "heat is 2.5: choose from 0.25 to 2"),
        ("size", 3, "size is 3: choose from 2, 4, all"),
        ("size", [2], r"size is \[2\]: choose from 2, 4, all"),
    ],
)
def test_a_setting_refuses_what_is_not_offered_and_keeps_the_old_value(
    name, value, message
):
    toy = Toy()
    before = getattr(toy, name)
    with pytest.raises(ValueError, match=message):
        setattr(toy, name, value)
    assert getattr(toy, name) == before
    with pytest.raises(ValueError, match=message):
        Toy(**{name: value})


def test_a_setting_keeps_whole_numbers_whole():
    toy = Toy(steps=4.0, heat=1, size="all")
    assert repr(toy) == "Toy(heat=1, size='all', steps=4)"
    assert toy.limits == {
        "heat": {"low": 0.25, "high": 2.0, "step": 0.25},
        "size": {"choices": [2, 4, "all"]},
        "steps": {"low": 1, "high": 9, "step": 1},
    }


@pytest.mark.unhooked
def test_limits_are_not_for_the_reader_to_move():
    with pytest.raises(traitlets.TraitError, match="read-only"):
        Toy().limits = {}


@pytest.mark.unhooked
def test_positions_have_as_many_pairs_as_half_their_features():
    message = "pair is 4: 8 features have pairs 0 to 3"
    with pytest.raises(ValueError, match=message):
        PositionsExplorer(d_model=8, pair=4)
    explorer = PositionsExplorer(pair=31)
    with pytest.raises(ValueError, match="pair is 32: 64 features have pairs 0 to 31"):
        explorer.pair = 32
    explorer.d_model = 8
    assert explorer.pair == 3


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tokens": []}, "There are no tokens to look at"),
        (
            {"mask": [[True]]},
            r"mask has rows of lengths \[1\]: for 6 tokens give 6 rows",
        ),
        ({"tokens": ["a"]}, r"scores has rows of lengths \[6, 6, 6, 6, 6, 6\]: for 1"),
        (
            {"tokens": ["a"], "scores": [[math.nan]]},
            "scores has an entry that is NaN or infinite",
        ),
        ({"blocks": 4}, "blocks is 4: choose from 1 to 3"),
    ],
)
def test_mask_explorer_refuses_what_does_not_fit(arguments, message):
    with pytest.raises(ValueError, match=message):
        MaskExplorer(**arguments)


@pytest.mark.unhooked
def test_mask_explorer_keeps_its_mask_when_another_does_not_fit():
    explorer = MaskExplorer()
    with pytest.raises(ValueError, match="mask has rows of lengths"):
        explorer.mask = [[True, False]]
    with pytest.raises(ValueError, match="there are 1 tokens, but the mask has 6 rows"):
        explorer.tokens = ["a"]
    assert repr(explorer) == "MaskExplorer(tokens=6, hidden=15, blocks=1)"


@pytest.mark.unhooked
@pytest.mark.parametrize(
    ("sentences", "traits", "message"),
    [
        ([], {}, r"come with these layers and heads: \[\]; give at least one"),
        ([([], torch.ones(1, 2, 0, 0))], {}, "sentence 0 has 0 tokens and weights of"),
        (
            [(["a"], LOOKS)],
            {},
            r"has 1 tokens and weights of shape \(1, 2, 2, 2\): .* \(layers, heads, 1",
        ),
        ([(["a", "b"], 2 * LOOKS)], {}, "sentence 0 has a weight that is no share"),
        ([(["a", "b"], LOOKS / 0)], {}, "sentence 0 has a weight that is no share"),
        (
            [(["a", "b"], LOOKS), (["a", "b"], LOOKS[:, :1])],
            {},
            r"layers and heads: \[\(1, 1\), \(1, 2\)\]; .* by the same model",
        ),
        ([(["a", "b"], LOOKS)], {"head": 2}, "head is 2: choose from 0 to 1"),
        ([(["a", "b"], LOOKS)], {"query": -1}, "query is -1: choose from 0 to 1"),
    ],
)
def test_head_explorer_refuses_what_does_not_fit(sentences, traits, message):
    with pytest.raises(ValueError, match=message):
        HeadExplorer(sentences, **traits)


def test_head_explorer_keeps_its_choice_when_another_is_not_there():
    explorer = HeadExplorer([(["a", "b"], LOOKS), (["c"], LOOKS[..., :1, :1])], key=1)
    with pytest.raises(ValueError, match="layer is 1: choose from 0 to 0"):
        explorer.layer = 1
    explorer.sentence = 1
    assert (explorer.key, explorer.tokens) == (0, ["c"])
    assert repr(explorer) == "HeadExplorer(sentences=2, layers=1, heads=2)"
