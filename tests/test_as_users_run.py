"""What users meet with the shape checks off: clear messages, and torch.compile."""

import pytest
import torch
from parity.attention import PATHS, PRIMES, draw_mask, inputs, results
from parity.core import distance

from transformer_lib.attention import fused_attention, scaled_dot_product_attention

pytestmark = pytest.mark.unhooked


@pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # torch's own call
@pytest.mark.parametrize("mask_name", ["none", "batch heads query key"])
@pytest.mark.parametrize("path", PATHS)
def test_compiles_into_one_graph(path, mask_name):
    leaves, mask = inputs(PRIMES, torch.float32), draw_mask(PRIMES, mask_name)
    compiled = torch.compile(PATHS[path], fullgraph=True)
    for ours, plain in zip(
        results(compiled, leaves, mask), results(PATHS[path], leaves, mask), strict=True
    ):
        assert distance(ours, plain) <= 1e-5


MASK = torch.ones(5, 7, dtype=torch.bool)
GOOD = {"q": torch.ones(2, 5, 11), "k": torch.ones(2, 7, 11), "v": torch.ones(2, 7, 13)}
BAD = {
    "no tensor": ({"k": [[1.0]]}, TypeError, r"k is a list.*torch\.as_tensor\(k\)"),
    "no tensor for a mask": ({"mask": [[True]]}, TypeError, "mask is a list"),
    "one axis": (
        {"q": torch.ones(11)},
        ValueError,
        r"q has shape \(11,\).*\(query, d_k\).*q\[None, :\]",
    ),
    "values in a line": (
        {"v": torch.ones(7)},
        ValueError,
        r"v has shape \(7,\).*\(key, d_v\).*v\[:, None\]",
    ),
    "mask of one axis": ({"mask": MASK[0]}, ValueError, r"mask has shape \(7,\)"),
    "widths": (
        {"k": torch.ones(2, 7, 3)},
        ValueError,
        "q has d_k = 11 features and k has d_k = 3.*same d_k",
    ),
    "no width": (
        {"q": torch.ones(2, 5, 0), "k": torch.ones(2, 7, 0)},
        ValueError,
        "q has d_k = 0 features.*at least 1",
    ),
    "positions": (
        {"v": torch.ones(2, 6, 13)},
        ValueError,
        "k has 7 positions and v has 6.*from the same tokens",
    ),
    "leading axes of k": (
        {"k": torch.ones(1, 7, 11)},
        ValueError,
        r"are \(2,\) for q, \(1,\) for k and \(2,\) for v.*expand",
    ),
    "leading axes of v": (
        {"v": torch.ones(7, 13)},
        ValueError,
        r"are \(2,\) for q, \(2,\) for k and \(\) for v.*expand",
    ),
    "dtypes": (
        {"k": torch.ones(2, 7, 11).double()},
        TypeError,
        r"q is torch.float32, k is torch.float64 and v is torch.float32.*k\.to\(q\.",
    ),
    "whole numbers": (
        {name: x.long() for name, x in GOOD.items()},
        TypeError,
        r"are torch.int64, but weights are fractions.*q\.float\(\)",
    ),
    "mask of whole numbers": (
        {"mask": MASK.long()},
        TypeError,
        r"mask is torch.int64.*mask == 0 hides\): pass mask != 0\.",
    ),
    "mask that is added": (
        {"mask": MASK.float().log()},
        TypeError,
        r"mask is torch.float32.*-inf for hidden\): pass mask == 0\..*pass ~mask",
    ),
    "mask the wrong way round": (
        {"mask": MASK.T},
        ValueError,
        r"mask has shape \(7, 5\).*\(\*lead, query, key\) = \(2, 5, 7\).*size or 1",
    ),
    "mask with too many axes": (
        {"mask": MASK[None, None]},
        ValueError,
        r"mask has shape \(1, 1, 5, 7\).*= \(2, 5, 7\)",
    ),
}


@pytest.mark.parametrize("attention", [scaled_dot_product_attention, fused_attention])
@pytest.mark.parametrize("change, error, says", BAD.values(), ids=BAD)
def test_bad_input_is_told_what_to_do(attention, change, error, says):
    with pytest.raises(error, match=says):
        attention(**GOOD | change)
