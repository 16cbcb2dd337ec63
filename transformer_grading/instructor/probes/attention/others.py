"""Temperatures and curves that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, numbers, qkv, tensor
from transformer_grading.checks.observations import (
    gradient,
    untouched,
    value,
)
from transformer_grading.checks.probes.attention.kernel import (
    estimate,
    estimated,
    followed,
    points,
)
from transformer_grading.checks.probes.attention.temperature import ROUNDED

_LEVEL = {
    "q": tensor([1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1]),
    "k": tensor([1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 2]),
    "v": numbers(500, 4, 5),
}

TEMPERATURES = (
    Probe(
        "value",
        "Temperature 1 is ordinary attention.",
        {**qkv(510, 2, sizes=(4, 5, 3, 7)), "temperature": 1.0},
        value,
    ),
    Probe(
        "value",
        "A temperature below 1 sharpens the weights.",
        {**qkv(520, 2, 3, sizes=(4, 5, 3, 7)), "temperature": 0.3716},
        value,
    ),
    Probe(
        "value",
        "A temperature above 1 flattens the weights.",
        {**qkv(530, sizes=(5, 3, 7, 4)), "temperature": 6.1237},
        value,
    ),
    Probe(
        "value",
        "The output has the dtype of the inputs.",
        {**in_double(qkv(540, sizes=(5, 3, 7, 4))), "temperature": 2.5},
        value,
    ),
    Probe(
        "cold",
        "At temperature 0.0001 keys that are level share the weight.",
        {**_LEVEL, "temperature": 1e-4},
        value,
        **ROUNDED,
    ),
    Probe(
        "cold",
        "At temperature 0.0001 scores of that size weigh as at temperature 1.",
        {
            "q": numbers(580, 4, 3) * 1e-2,
            "k": numbers(581, 5, 3) * 2e-2,
            "v": numbers(582, 5, 4) * 5,
            "temperature": 1e-4,
        },
        value,
        **ROUNDED,
    ),
    Probe(
        "cold",
        "At temperature 0.02 the best keys have nearly all the weight.",
        {**_LEVEL, "temperature": 0.02},
        value,
    ),
    Probe(
        "hot",
        "At temperature 10 000 every key counts alike, nearly.",
        {**qkv(550, 2, sizes=(4, 5, 3, 7)), "temperature": 1e4},
        value,
    ),
    Probe(
        "input untouched",
        "q, k and v stay as they were.",
        {**qkv(560, 2, sizes=(4, 5, 3, 7)), "temperature": 3.0},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to q, k and v.",
        {**qkv(570, 2, sizes=(4, 5, 3, 7)), "temperature": 0.6},
        gradient,
    ),
)

CURVES = (
    Probe(
        "value",
        "Many known points and many new ones.",
        points(numbers(600, 17), numbers(601, 23), numbers(602, 23) * 5, 1.0),
        estimate,
        atol=1e-4,
    ),
    Probe(
        "value",
        "As many known points as new ones.",
        points(numbers(603, 13), numbers(604, 13), numbers(605, 13), 1.0),
        estimate,
        atol=1e-4,
    ),
    Probe(
        "width",
        "A small width stays close to the points.",
        points(numbers(606, 14), numbers(607, 19), numbers(608, 19), 0.2),
        estimate,
        atol=1e-3,
    ),
    Probe(
        "width",
        "A width between small and large.",
        points(numbers(609, 13) * 3, numbers(610, 5) * 3, numbers(611, 5), 1.7),
        estimate,
        atol=1e-4,
    ),
    Probe(
        "average",
        "Where every y_known is -3, the estimate is -3.",
        points(numbers(612, 13) * 2, numbers(613, 7) * 2, -3 + numbers(0, 7) * 0, 0.6),
        estimate,
        atol=1e-4,
    ),
    Probe(
        "average",
        "Attention averages: when x moves, only q changes.",
        points(numbers(623, 13), numbers(624, 7), numbers(625, 7), 0.8),
        followed,
    ),
    Probe(
        "value",
        "q, k and v have the dtype of the points.",
        in_double(points(numbers(614, 13), numbers(615, 7), numbers(616, 7), 0.9)),
        estimate,
        atol=1e-4,
    ),
    Probe(
        "input untouched",
        "x, x_known and y_known stay as they were.",
        points(numbers(617, 13), numbers(618, 14), numbers(619, 14), 0.7),
        estimated(untouched),
    ),
    Probe(
        "gradient",
        "Gradients flow from the estimate to x, x_known and y_known.",
        points(numbers(620, 13), numbers(621, 14), numbers(622, 14), 0.7),
        estimated(gradient),
        atol=1e-4,
        rtol=1e-3,
    ),
)
