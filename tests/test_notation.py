"""The notation page's tables: each thing said once, and the conventions hold."""

import pytest
import torch
from matplotlib.mathtext import MathTextParser

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.notation import AXES, CONVENTIONS, SYMBOLS


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.name)
def test_a_symbol_can_be_typeset_and_its_name_typed(symbol):
    MathTextParser("path").parse(f"${symbol.paper}$")
    assert symbol.name.isidentifier()
    assert all(part.strip() == part != "" for part in symbol)


def test_no_symbol_and_no_name_stands_for_two_things():
    for column in ("paper", "name", "meaning"):
        said = [getattr(symbol, column) for symbol in SYMBOLS]
        assert len(set(said)) == len(said), column


def test_an_axis_means_the_same_in_both_tables():
    sizes = {s.name: s.meaning for s in SYMBOLS if s.name.startswith("d_")}
    assert sizes.items() <= AXES.items()
    assert {"d_model", "d_k", "d_v", "d_ff"} == sizes.keys()


def test_true_means_may_look():
    assert "True" in CONVENTIONS["True means may look"]
    mask = torch.tensor([[True, False], [False, False]])
    x = torch.eye(2)
    output, weights = scaled_dot_product_attention(x, x, x, mask)
    assert weights.tolist() == [[1.0, 0.0], [0.0, 0.0]]
    assert output[1].tolist() == [0.0, 0.0]


def test_rows_are_tokens():
    assert "x @ w_q" in CONVENTIONS["Rows are tokens"]
    x, w_q = torch.randn(3, 5), torch.randn(5, 2)
    _, weights = scaled_dot_product_attention(x @ w_q, torch.randn(4, 2), torch.eye(4))
    assert weights.shape == (3, 4)
    torch.testing.assert_close(weights.sum(dim=1), torch.ones(3))
