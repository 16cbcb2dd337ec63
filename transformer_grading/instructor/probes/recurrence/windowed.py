"""Reading in windows and both ways on texts that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double
from transformer_grading.checks.observations import (
    alone,
    gradient,
    gradient_of_all,
    moved_by,
    untouched,
    value,
)
from transformer_grading.checks.probes.recurrence.both_ways import readers
from transformer_grading.checks.probes.recurrence.rnn import WEIGHTS, network
from transformer_grading.checks.probes.recurrence.windows import (
    carried,
    heard,
    read,
    two_texts,
)

_TEN = read(4, network(600, 2, 10, 3, 13))
_PADDED = readers(700, 6, 3, 4, 4, 6, 1)
_EDITED = _PADDED["x"].clone()
_EDITED[0, 4:] = -9.0
_EDITED[2, 1:] = 3.0
_WITH_ZEROS = readers(765, 5, 3, 4, 4, 5, 2)
_WITH_ZEROS["x"][0, 1] = 0.0
_WITH_ZEROS["x"][1, 4] = 0.0
_WITH_ZEROS["x"][2, 0] = 0.0

WINDOWS = (
    Probe(
        "value",
        "Outputs and carried are what reading in one go gives.",
        read(2, network(610, 3, 7, 2, 5)),
        value,
    ),
    Probe(
        "value",
        "There may be more texts than tokens in a window.",
        read(4, network(620, 6, 8, 2, 5)),
        value,
    ),
    Probe(
        "value",
        "All sizes may be the same.",
        read(5, network(630, 5, 5, 5, 5)),
        value,
    ),
    Probe(
        "value",
        "A window may be longer than the text.",
        read(20, network(640, 3, 4, 2, 5)),
        value,
    ),
    Probe(
        "value",
        "Windows may hold one token.",
        read(1, network(650, 2, 5, 3, 7)),
        value,
    ),
    Probe(
        "value",
        "The results have the dtype of the inputs, and its precision.",
        in_double(read(3, network(660, 2, 7, 3, 7))),
        value,
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "within a window",
        "An output hears of all tokens of its window before it.",
        read(5, network(670, 2, 15, 3, 4)),
        heard(9, 5, 10),
    ),
    Probe(
        "within a window",
        "The first window is a window like any other.",
        read(6, network(680, 2, 11, 3, 4)),
        heard(5, 0, 6),
    ),
    Probe(
        "within a window",
        "So is the last one, if it is shorter.",
        read(4, network(690, 3, 11, 2, 4)),
        heard(10, 8, 11),
    ),
    Probe(
        "edges",
        "An output hears of no token before its window.",
        read(5, network(675, 2, 15, 3, 4)),
        heard(9, 0, 5),
    ),
    Probe(
        "edges",
        "Nor does the first one of a window.",
        read(5, network(685, 2, 15, 3, 4)),
        heard(10, 0, 10),
    ),
    Probe(
        "edges",
        "With windows of one token every output hears of its own token alone.",
        read(1, network(655, 2, 5, 3, 7)),
        heard(1, 0, 1),
    ),
    Probe(
        "edges",
        "The shorter last window is cut off as well.",
        read(4, network(695, 3, 11, 2, 4)),
        heard(10, 0, 8),
    ),
    Probe(
        "carried state",
        "carried holds numbers, and no gradient leads out of it.",
        _TEN,
        carried,
    ),
    Probe(
        "carried state",
        "The same holds if the text ends with a window.",
        read(5, network(605, 2, 10, 3, 13)),
        carried,
    ),
    Probe(
        "carried state",
        "The same holds if a window is as long as the text.",
        read(7, network(615, 3, 7, 2, 5)),
        carried,
    ),
    Probe(
        "carried state",
        "The same holds if the text is one token.",
        read(3, network(625, 4, 1, 2, 5)),
        carried,
    ),
    Probe(
        "carried state",
        "A second text can begin with carried, with a backward after each text.",
        _TEN,
        two_texts,
    ),
    Probe(
        "input untouched",
        "x, h, the matrices and b stay as they were.",
        _TEN,
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from the outputs to x, to both matrices and to b.",
        _TEN,
        gradient_of_all("h"),
    ),
)

BOTH = (
    Probe(
        "value",
        "All sizes differ, and there is no padding.",
        readers(710, 5, 2, 7, 5, 5, 5),
        value,
    ),
    Probe(
        "value",
        "All sizes are the same, and there is no padding.",
        readers(720, 4, 4, 4, 4, 4, 4, 4),
        value,
    ),
    Probe(
        "value",
        "Texts may have one token.",
        readers(730, 1, 3, 5, 1, 1),
        value,
    ),
    Probe(
        "value",
        "The outputs have the dtype of the inputs, and its precision.",
        in_double(readers(740, 5, 2, 3, 4, 5, 2)),
        value,
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "own end",
        "Every text has an end of its own.",
        readers(750, 7, 3, 2, 2, 7, 5, 1),
        value,
    ),
    Probe(
        "own end",
        "There may be as many texts as places.",
        readers(760, 4, 4, 4, 3, 1, 4, 2),
        value,
    ),
    Probe(
        "own end",
        "Editing the padding moves nothing.",
        _PADDED,
        moved_by(x=_EDITED),
    ),
    Probe(
        "own end",
        "A token may be all zeros, also the last one.",
        _WITH_ZEROS,
        value,
    ),
    Probe(
        "own end",
        "Texts may be empty, and no text may reach the last place.",
        readers(770, 5, 2, 4, 0, 3, 0, 4),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        readers(780, 5, 2, 7, 3, 5, 2, 4),
        alone(2, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, the lengths, the matrices and b stay as they were.",
        readers(790, 4, 2, 7, *(3, 0, 4, 1, 2, 4, 3, 0, 3, 2, 1, 4, 2)),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to every token and to both readers, and none to padding.",
        readers(800, 5, 3, 7, 3, 5, 2),
        gradient,
    ),
)
