"""The maps that an exercise lets one read are those of the trained encoder."""

import pytest
import torch

from transformer_grading.checks.probes.inspection.maps import (
    HEADS,
    PIECES,
    SENTENCE,
    six_heads,
)
from transformer_grading.checks.probes.inspection.reading import (
    BESIDE,
    DECIDE,
    RIGHT,
)
from transformer_lib.inspection.pretrained import load_pretrained
from transformer_lib.inspection.recording import record

pytestmark = pytest.mark.unhooked
MAPS = six_heads()


def test_the_maps_are_those_of_the_encoder():
    encoder, cut = load_pretrained()
    tokens = cut([SENTENCE])
    with torch.no_grad(), record(encoder) as seen:
        encoder(tokens.ids, tokens.mask)
    assert tuple(tokens.pieces[0]) == PIECES
    for name, shown in zip(HEADS, MAPS, strict=True):
        layer, head = (int(n) - 1 for n in name[1:].split("H"))
        found = seen.stacked()[layer, 0, head]
        torch.testing.assert_close(shown, found, atol=0.006, rtol=0)


def number_of_the_best(amounts):
    return int(amounts.argmax()) + 1


def test_each_role_has_one_head_that_fits_best():
    stop, they, children = (PIECES.index(p) for p in (".", "they", "children"))
    for name, by in {"before": -1, "after": 1}.items():
        steps = MAPS.diagonal(by, dim1=-2, dim2=-1).mean(dim=-1)
        assert number_of_the_best(steps) == RIGHT[name] and steps.max() > 0.6
    assert number_of_the_best(MAPS[:, 1:, stop].mean(dim=-1)) == RIGHT["stop"]
    assert number_of_the_best(MAPS[:, they, children]) == RIGHT["noun"]
    everywhere = (MAPS.argmax(dim=-1) == 0).all(dim=-1)
    assert everywhere.nonzero().flatten().tolist() == [RIGHT["rests"] - 1]


def test_the_places_that_decide_are_articles_before_an_adjective():
    assert [PIECES[place] for place in DECIDE] == ["the", "the"]
    assert [PIECES[p] for p in BESIDE] == ["kind", "nurse", "sick", "children"]
    for place in DECIDE:
        assert MAPS[RIGHT["noun"] - 1, place].argmax() == place + 2
        assert MAPS[RIGHT["after"] - 1, place].argmax() == place + 1
