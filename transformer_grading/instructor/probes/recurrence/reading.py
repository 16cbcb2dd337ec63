"""Networks that read, and their last states, on sizes that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    alone,
    gradient,
    gradient_of_all,
    moved_by,
    only,
    untouched,
    value,
)
from transformer_grading.checks.probes.recurrence.last_state import padded_with, states
from transformer_grading.checks.probes.recurrence.rnn import WEIGHTS, network

_LOUD = network(135, 3, 5, 2, 4)
_PADDED = states(300, 6, 5, 4, 6, 1)
_ENDS_AT_ZERO = states(310, 5, 7, 3, 5, 2)
_ENDS_AT_ZERO["outputs"] = padded_with(0.0, _ENDS_AT_ZERO)
_ENDS_AT_ZERO["outputs"][0, 2] = 0.0
_ENDS_AT_ZERO["outputs"][1, 0] = 0.0

NETWORKS = (
    Probe(
        "outputs",
        "batch, seq, d_model and hidden may all differ.",
        network(100, 3, 5, 2, 7),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "batch, seq, d_model and hidden may all be the same.",
        network(110, 5, 5, 5, 5),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "There may be as many texts as steps, and one feature a token.",
        network(120, 4, 4, 1, 6),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "A text may be long.",
        network(130, 2, 50, 3, 5),
        only("outputs"),
    ),
    Probe(
        "outputs",
        "Sums may be large.",
        {**_LOUD, "x": 200 * _LOUD["x"]},
        only("outputs"),
    ),
    Probe(
        "outputs",
        "The outputs have the dtype of the inputs, and its precision.",
        in_double(network(140, 2, 7, 3, 5)),
        only("outputs"),
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "last state",
        "The state is the one after the last token of each text.",
        network(150, 4, 3, 5, 7),
        only("state"),
    ),
    Probe(
        "last state",
        "There may be as many texts as steps.",
        network(160, 5, 5, 2, 7),
        only("state"),
    ),
    Probe(
        "last state",
        "The state has the dtype of the inputs.",
        in_double(network(170, 2, 3, 5, 7)),
        only("state"),
    ),
    Probe(
        "first state",
        "After one token the state that was handed in still counts.",
        network(180, 3, 1, 2, 5),
        value,
    ),
    Probe(
        "first state",
        "The state that was handed in may be large.",
        {**network(190, 5, 2, 3, 4), "h": 4 * network(190, 5, 2, 3, 4)["h"]},
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        network(200, 5, 3, 4, 13),
        alone(3, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, h, the matrices and b stay as they were.",
        network(210, 2, 3, 4, 13),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to every token, to h, to both matrices and to b.",
        network(220, 3, 5, 2, 13),
        gradient_of_all(),
    ),
    Probe(
        "gradient",
        "A gradient goes back over many steps.",
        network(230, 2, 20, 3, 13),
        gradient_of_all(),
    ),
)

ENDS = (
    Probe(
        "value",
        "Every text has a length of its own.",
        states(240, 7, 5, 3, 7, 1, 6),
        value,
    ),
    Probe(
        "value",
        "batch, seq and hidden may all be the same.",
        states(250, 5, 5, 2, 5, 1, 4, 3),
        value,
    ),
    Probe(
        "value",
        "All texts may have the same length.",
        states(260, 4, 5, 3, 3, 3),
        value,
    ),
    Probe(
        "value",
        "A state that happens to be zero is a state like any other.",
        _ENDS_AT_ZERO,
        value,
    ),
    Probe(
        "value",
        "The states have the dtype of the outputs, and its precision.",
        in_double(states(270, 4, 5, 3, 1, 4)),
        value,
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "padding",
        "Editing the outputs in the padding moves nothing.",
        _PADDED,
        moved_by(outputs=padded_with(-50.0, _PADDED)),
    ),
    Probe(
        "padding",
        "Padding may hold zeros.",
        {**_PADDED, "outputs": padded_with(0.0, _PADDED)},
        value,
    ),
    Probe(
        "empty text",
        "A text without a token still has the state that it began with.",
        states(280, 4, 5, 2, 0, 4),
        value,
    ),
    Probe(
        "empty text",
        "All texts may be empty.",
        states(290, 3, 5, 0, 0, 0),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        states(320, 5, 13, 3, 5, 2, 4),
        alone(2),
    ),
    Probe(
        "input untouched",
        "The outputs, h and the lengths stay as they were.",
        states(330, 5, 3, *(3, 0, 5, 1, 2, 4, 5, 0, 3, 2, 1, 4, 5)),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to the last outputs, and to h where a text is empty.",
        states(340, 5, 7, 3, 0, 5, 1),
        gradient,
    ),
)
