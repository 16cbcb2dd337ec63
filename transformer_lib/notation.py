"""The words for axes, the symbols of the paper and two conventions, said once.

Every shape in the library is spelled from `AXES`; the notation page prints all three.
"""

from typing import NamedTuple

AXES = {
    "lead": "any number of leading axes: batch, heads, or none",
    "batch": "sequences handled together, none of which sees another",
    "seq": "positions, when one sequence talks to itself",
    "source": "positions of the sequence that is read, as an encoder does",
    "target": "positions of the sequence that is written, as a decoder does",
    "query": "positions that look",
    "key": "positions that are looked at",
    "heads": "attention heads, side by side",
    "d_model": "features of a token between the parts of the model",
    "d_k": "features of one query and of one key",
    "d_v": "features of one value",
    "d_ff": "features inside the feed-forward network",
    "hidden": "features of the state that a recurrent network carries along",
    "features": "features of a token, where it does not matter of which kind",
    "pairs": "pairs of features that share a wave",
    "positions": "places that a table has a row for",
    "vocab": "entries of the vocabulary",
    "beams": "texts kept for one row of a batch, best first",
    "rows": "texts or beams that are decoded side by side",
    "layers": "layers or blocks, one on top of the other",
}


class Symbol(NamedTuple):
    """One symbol of the paper beside its name in our code.

    Attributes:
        paper: How the paper writes it, as LaTeX.
        name: How our code writes it.
        meaning: What it says.
        unit: What it is counted or measured in, with its range.
    """

    paper: str
    name: str
    meaning: str
    unit: str


SYMBOLS = (
    Symbol("n", "seq", "length of a sequence", "tokens, at least 1"),
    Symbol(r"d_{\text{model}}", "d_model", AXES["d_model"], "features, at least 1"),
    Symbol("d_k", "d_k", AXES["d_k"], "features, at least 1"),
    Symbol("d_v", "d_v", AXES["d_v"], "features, at least 1"),
    Symbol(r"d_{\text{ff}}", "d_ff", AXES["d_ff"], "features, at least 1"),
    Symbol("h", "heads", AXES["heads"], "heads, at least 1"),
    Symbol("x", "x", "the tokens as vectors, one row a token", "pure numbers"),
    Symbol("Q", "q", "queries: what each position asks for", "pure numbers"),
    Symbol("K", "k", "keys: what each position answers to", "pure numbers"),
    Symbol("V", "v", "values: what each position hands over", "any; the output's unit"),
    Symbol("W^Q", "w_q", "matrix that makes queries of tokens", "pure numbers"),
    Symbol("W^K", "w_k", "matrix that makes keys of tokens", "pure numbers"),
    Symbol("W^V", "w_v", "matrix that makes values of tokens", "pure numbers"),
    Symbol("W^O", "w_o", "matrix that mixes the heads' outputs", "pure numbers"),
    Symbol(
        r"Q K^\top / \sqrt{d_k}",
        "scores",
        "how well each key matches each query",
        "pure numbers, of any size and sign",
    ),
    Symbol(
        r"\mathrm{softmax}(Q K^\top / \sqrt{d_k})",
        "weights",
        "how much of each value a query takes",
        "shares from 0 to 1; a row sums to 1",
    ),
)

CONVENTIONS = {
    "Rows are tokens": (
        "A token is a row, its features are the columns, and weights multiply from the "
        "right: q = x @ w_q. In the weights, the row is the query and the column is "
        "the key."
    ),
    "True means may look": (
        "A mask is boolean, and True says that the query of that row may look at the "
        "key of that column. A query that may look at nothing gets zeros."
    ),
}
