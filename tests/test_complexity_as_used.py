"""What users meet with the shape checks off: clear messages, and torch.compile."""

from functools import partial

import pytest
import torch
from parity.attention import PRIMES, draw_mask, inputs, results
from parity.core import distance

from transformer_lib.complexity.measures import depth
from transformer_lib.complexity.tiled import tiled_attention

pytestmark = pytest.mark.unhooked

GOOD = {"q": torch.ones(2, 5, 11), "k": torch.ones(2, 7, 11), "v": torch.ones(2, 7, 13)}
BAD = {
    "no tile": ({"tile": 0}, ValueError, "tile is 0, but a tile is at least 1"),
    "a query that is no key": (
        {"causal": True, "q": torch.ones(2, 8, 11)},
        ValueError,
        "8 queries and 7 keys.*at least as many keys",
    ),
    "widths": ({"k": torch.ones(2, 7, 3)}, ValueError, "d_k = 11 .* d_k = 3"),
    "mask the wrong way round": (
        {"mask": torch.ones(7, 5, dtype=torch.bool)},
        ValueError,
        r"mask has shape \(7, 5\).*= \(2, 5, 7\)",
    ),
    "mask that is added": ({"mask": torch.zeros(5, 7)}, TypeError, "torch.float32"),
}


@pytest.mark.parametrize("change, error, says", BAD.values(), ids=BAD)
def test_bad_input_is_told_what_to_do(change, error, says):
    with pytest.raises(error, match=says):
        tiled_attention(**GOOD | change)


def test_no_graph_has_no_depth():
    with pytest.raises(ValueError, match="requires_grad=True"):
        depth(torch.ones(3))


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_compiles_into_one_graph():
    leaves, mask = inputs(PRIMES, torch.float32), draw_mask(PRIMES, "batch 1 1 key")
    tiled = partial(tiled_attention, tile=4, causal=True)
    compiled = results(torch.compile(tiled, fullgraph=True), leaves, mask)
    plain = results(tiled, leaves, mask)
    assert max(map(distance, compiled, plain)) <= 1e-5
