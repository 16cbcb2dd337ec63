"""A matrix as coloured cells with its numbers written in them."""

import re
from xml.etree import ElementTree

import pytest
import torch

from transformer_lib.notebook import heatmap

pytestmark = pytest.mark.unhooked
NAMES = {
    "rows": ["the", "cat"],
    "columns": ["the", "cat"],
    "title": "Each looks at itself",
    "alt": "Two by two weights; the diagonal holds them all.",
}


def cell_colours(svg):
    return re.findall(r"fill: (#\w{6}); stroke: \1", svg)


def written(svg):
    texts = [e for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("}text")]
    return {"".join(e.itertext()): e.get("style") for e in texts}


def test_the_numbers_are_written_in_the_cells():
    values = torch.tensor([[0.125, 0.875], [1.0, 0.0]], requires_grad=True)
    assert {"0.12", "0.88", "1.00", "0.00"} <= written(
        heatmap(values, **NAMES).svg
    ).keys()
    assert {"7", "-3"} <= written(
        heatmap(torch.tensor([[7, -3]] * 2), **NAMES).svg
    ).keys()


def test_shares_have_the_same_colour_on_every_map():
    first, second = torch.tensor([[[0.5, 0.2]] * 2, [[0.5, 0.9]] * 2])
    a, b = (cell_colours(heatmap(x, **NAMES).svg) for x in (first, second))
    assert len(a) == len(b) == 4
    assert a[0] == b[0] and a[1] != b[1]
    scores = cell_colours(heatmap(first - 1, **NAMES).svg)
    assert scores[0] != scores[1] and scores[0] != a[0]


def test_a_cell_without_a_number_is_left_to_the_page():
    values = torch.tensor([[0.5, torch.nan], [1.0, -torch.inf]])
    svg = heatmap(values, **NAMES).svg
    assert len(cell_colours(svg)) == 2
    ink = written(svg)
    assert "#" not in ink["nan"] + ink["-inf"]


def test_names_must_be_as_many_as_rows_and_columns():
    says = r"shape \(2, 3\), but there are 2 names for rows and 2 for columns"
    with pytest.raises(ValueError, match=says):
        heatmap(torch.zeros(2, 3), **NAMES)


def test_long_names_are_slanted_and_short_ones_stand_straight():
    long = NAMES | {"columns": ["the", "internationally"]}
    assert heatmap(torch.eye(2), **long).svg.count("rotate(-40") == 2
    assert "rotate(-40" not in heatmap(torch.eye(2), **NAMES).svg


def test_the_axes_say_what_they_hold():
    assert {"query", "key"} <= written(heatmap(torch.eye(2), **NAMES).svg).keys()
    named = heatmap(torch.eye(2), **NAMES, labels=("row", "column"))
    texts = [*written(named.svg)]
    assert texts.index("column") < texts.index("row")  # x is drawn first
    assert "rotate(-90" in named.svg.partition(">row<")[0].rpartition("<text")[2]
