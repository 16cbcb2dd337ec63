"""Networks, gated or not, on sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers
from transformer_grading.checks.observations import (
    gradient,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.blocks.feed_forward import network
from transformer_grading.checks.probes.blocks.gated import gates
from transformer_grading.checks.probes.blocks.rows import shifted

_FLOAT = {"atol": 2e-5, "rtol": 1e-4}
_BATCH = network(1200, 2, 5, 7, d_ff=3, slope=0.25)
_WIDE = network(1210, 3, 5, d_ff=13)
_EMPTY = {**_WIDE, "x": 0 * _WIDE["x"]}
_GATES = gates(1300, 2, 5, 7, d_ff=3)
_LOUD = gates(1310, 3, 5, d_ff=7)
_LOUD["x"] = 20 * _LOUD["x"]

FEED_FORWARD = (
    Probe(
        "value",
        "The network may be wide.",
        _WIDE,
        value,
        **_FLOAT,
    ),
    Probe(
        "value",
        "It does not matter how the tokens lie in memory.",
        {**_WIDE, "x": numbers(1219, 2, 5, 3).mT},
        value,
        **_FLOAT,
    ),
    Probe(
        "value",
        "The network may be narrower than a token.",
        network(1220, 4, 7, d_ff=2),
        value,
        **_FLOAT,
    ),
    Probe(
        "value",
        "All sizes may be the same.",
        network(1230, 5, 5, 5, d_ff=5),
        value,
        **_FLOAT,
    ),
    Probe(
        "value",
        "The result has the dtype of the tokens.",
        in_double(network(1240, 3, 5, d_ff=7, slope=0.6)),
        value,
        **_FLOAT,
    ),
    Probe(
        "biases",
        "Tokens of zeros become what the biases make of them.",
        _EMPTY,
        value,
        **_FLOAT,
    ),
    Probe(
        "biases",
        "The same with a slope.",
        {**_EMPTY, "slope": 0.4},
        value,
        **_FLOAT,
    ),
    Probe(
        "slope",
        "Slope 0.05.",
        network(1250, 3, 5, d_ff=7, slope=0.05),
        value,
        **_FLOAT,
    ),
    Probe(
        "slope",
        "Slope 0.8.",
        network(1260, 3, 5, d_ff=7, slope=0.8),
        value,
        **_FLOAT,
    ),
    Probe(
        "slope",
        "Slope 1.",
        network(1270, 3, 5, d_ff=7, slope=1.0),
        value,
        **_FLOAT,
    ),
    Probe(
        "slope",
        "Slope 0, said aloud.",
        network(1280, 3, 5, d_ff=7, slope=0.0),
        value,
        **_FLOAT,
    ),
    Probe(
        "each token by itself",
        "Three leading axes.",
        network(1290, 2, 3, 2, 5, d_ff=7),
        value,
        **_FLOAT,
    ),
    Probe(
        "each token by itself",
        "One token without leading axes.",
        network(1291, 13, d_ff=5, slope=0.3),
        value,
        **_FLOAT,
    ),
    Probe(
        "each token by itself",
        "Editing one token moves no other.",
        _BATCH,
        moved_by(x=shifted(_BATCH["x"], 6)),
        **_FLOAT,
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were.",
        network(1296, 3, 13, d_ff=17, slope=0.3),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to all inputs.",
        network(1292, 3, 13, d_ff=17),
        gradient,
        atol=1e-4,
    ),
    Probe(
        "gradient",
        "The same with a slope.",
        network(1294, 2, 3, 13, d_ff=17, slope=0.3),
        gradient,
        atol=1e-4,
    ),
)

GATED = (
    Probe(
        "value",
        "The network may be wide.",
        gates(1320, 3, 5, d_ff=13),
        value,
        atol=5e-5,
    ),
    Probe(
        "value",
        "The network may be narrower than a token.",
        gates(1330, 4, 7, d_ff=2),
        value,
        atol=5e-5,
    ),
    Probe(
        "value",
        "All sizes may be the same.",
        gates(1340, 5, 5, 5, d_ff=5),
        value,
        atol=5e-5,
    ),
    Probe(
        "value",
        "It does not matter how the tokens lie in memory.",
        {**gates(1315, 3, 5, d_ff=7), "x": numbers(1319, 2, 5, 3).mT},
        value,
        atol=5e-5,
    ),
    Probe(
        "value",
        "Gates may be wide open or shut.",
        _LOUD,
        value,
        atol=1e-2,
    ),
    Probe(
        "value",
        "The result has the dtype of the tokens.",
        in_double(gates(1350, 3, 5, d_ff=7)),
        value,
    ),
    Probe(
        "each token by itself",
        "Three leading axes.",
        gates(1360, 2, 3, 2, 5, d_ff=7),
        value,
        atol=5e-5,
    ),
    Probe(
        "each token by itself",
        "One token without leading axes.",
        gates(1370, 13, d_ff=5),
        value,
        atol=5e-5,
    ),
    Probe(
        "each token by itself",
        "Editing one token moves no other.",
        _GATES,
        moved_by(x=shifted(_GATES["x"], 6)),
        atol=5e-5,
    ),
    Probe(
        "input untouched",
        "All inputs stay as they were.",
        _GATES,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the tokens and to all three matrices.",
        gates(1380, 2, 4, 5, d_ff=7),
        gradient,
        atol=2e-4,
        rtol=1e-3,
    ),
    Probe(
        "gradient",
        "Gradients are finite for loud tokens.",
        _LOUD,
        gradient,
        atol=0.1,
        rtol=1e-3,
    ),
    Probe(
        "gradient",
        "The same for one sequence.",
        {**gates(1390, 3, 13, d_ff=4), "x": numbers(1399, 3, 13) / 2},
        gradient,
        atol=2e-4,
        rtol=1e-3,
    ),
)
