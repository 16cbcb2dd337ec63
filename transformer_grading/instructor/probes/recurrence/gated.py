"""Steps of an LSTM, and slopes over many steps, that the student does not see."""

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, tensor
from transformer_grading.checks.observations import (
    alone,
    gradient_of_all,
    only,
    untouched,
    value,
)
from transformer_grading.checks.probes.recurrence.fading import drawn, silent
from transformer_grading.checks.probes.recurrence.lstm import step, with_gates
from transformer_grading.checks.probes.recurrence.rnn import WEIGHTS

_STEP = step(400, 3, 2, 5)
_LONG = 41  # states

STEPS = (
    Probe(
        "memory",
        "batch, d_model and hidden may all differ.",
        step(410, 2, 3, 7),
        only("c"),
    ),
    Probe(
        "memory",
        "batch, d_model and hidden may all be the same.",
        step(420, 4, 4, 4),
        only("c"),
    ),
    Probe(
        "memory",
        "The old memory may be large.",
        {**step(430, 3, 4, 5), "c": 5 * numbers(432, 3, 5)},
        only("c"),
    ),
    Probe(
        "memory",
        "A state of zero does not mean an empty memory.",
        {
            **step(435, 3, 4, 5),
            "h": 0 * numbers(0, 3, 5),
        },
        only("c"),
    ),
    Probe(
        "state",
        "batch, d_model and hidden may all differ.",
        step(440, 5, 2, 3),
        only("h"),
    ),
    Probe(
        "state",
        "As many texts as features.",
        step(450, 5, 3, 5),
        only("h"),
    ),
    Probe(
        "state",
        "Both results have the dtype of the inputs, and its precision.",
        in_double(step(460, 3, 4, 5)),
        value,
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "gates",
        "Forget gate open, input gate shut: the memory stays as it was.",
        with_gates(-1, 1, 0, 0, _STEP),
        only("c"),
    ),
    Probe(
        "gates",
        "Forget gate shut, input gate open: the memory is the candidate alone.",
        with_gates(1, -1, 0.02, 0, _STEP),
        only("c"),
    ),
    Probe(
        "gates",
        "All gates open.",
        with_gates(1, 1, 0, 1, _STEP),
        value,
    ),
    Probe(
        "gates",
        "Sums and memory may be large.",
        with_gates(-8, 8, 8, 8, {**_STEP, "c": 200 * _STEP["c"]}),
        value,
    ),
    Probe(
        "gates",
        "All gates shut.",
        with_gates(-1, -1, 0, -1, _STEP),
        value,
    ),
    Probe(
        "batch independence",
        "A text gets the same answer alone as with others.",
        step(470, 5, 3, 13),
        alone(3, *WEIGHTS),
    ),
    Probe(
        "input untouched",
        "x, h, c, the matrices and b stay as they were.",
        step(480, 5, 3, 4),
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow from state and memory to all inputs.",
        step(490, 5, 3, 4),
        gradient_of_all(),
    ),
    Probe(
        "gradient",
        "Gradients flow where the first gates stand nearly open.",
        with_gates(0.1, 0.2, 0.02, 0.1, step(500, 5, 3, 4)),
        gradient_of_all(),
    ),
)

SLOPES = (
    Probe(
        "value",
        "There may be many states.",
        drawn(510, 14, 3),
        value,
    ),
    Probe(
        "value",
        "The states may have one feature.",
        drawn(520, 15, 1, 1.5),
        value,
    ),
    Probe(
        "value",
        "The norms have the dtype of the states, and its precision.",
        in_double(drawn(530, 14, 4)),
        value,
        atol=1e-10,
        rtol=1e-9,
    ),
    Probe(
        "slopes",
        "Each feature of each state has a slope of its own.",
        drawn(540, 13, 5, 0.6),
        value,
    ),
    Probe(
        "slopes",
        "In a silent text every slope is 1.",
        silent(13, numbers(550, 3, 3) * 0.6),
        value,
    ),
    Probe(
        "several steps",
        "There may be as many states as features.",
        drawn(560, 13, 13, 0.3),
        value,
    ),
    Probe(
        "several steps",
        "Where every feature feeds the next one only, the gradient ends.",
        silent(
            13,
            torch.eye(5, device="cpu", dtype=torch.float32).roll(1, dims=1).triu(1)
            * 1.5,
        ),
        value,
    ),
    Probe(
        "several steps",
        "A large matrix makes the gradient explode.",
        drawn(570, 13, 4, 1.6),
        value,
        atol=1e-3,
    ),
    Probe(
        "several steps",
        "In a long text a gradient may first grow, then fade.",
        silent(_LONG, tensor([0.9, 5], [0, 0.9])),
        value,
    ),
    Probe(
        "several steps",
        "In a long text a gradient may become very small.",
        silent(_LONG, tensor([0, 0.5], [0.5, 0])),
        value,
        atol=0,
    ),
    Probe(
        "several steps",
        "In a long text a gradient may become very large.",
        silent(_LONG, tensor([0, 2], [2, 0])),
        value,
    ),
    Probe(
        "input untouched",
        "The states and w_h stay as they were.",
        drawn(580, 13, 4),
        untouched,
    ),
)
