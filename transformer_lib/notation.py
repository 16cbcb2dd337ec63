"""The words for axes and the symbols of the paper, said once.

Every shape in the library is spelled from `AXES`; the notation page prints both tables.
"""

AXES = {
    "lead": "any number of leading axes (batch, heads, or none)",
    "batch": "independent sequences handled together",
    "seq": "positions, when one sequence talks to itself",
    "query": "positions that look",
    "key": "positions that are looked at",
    "heads": "attention heads",
    "d_model": "features of a token between the parts of the model",
    "d_k": "features of one query or key",
    "d_v": "features of one value",
    "d_ff": "features inside the feed-forward network",
    "vocab": "entries of the vocabulary",
}
