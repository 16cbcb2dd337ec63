"""What attention at a temperature has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import qkv, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.attention import BY_HAND

WORKED = {
    "q": tensor([1, 0], [0, 1], [1, 1]),
    "k": tensor([1, 0], [0, 1], [1, 1]),
    "v": tensor([10, 0], [0, 10], [5, 5]),
}

PROBES = (
    Probe(
        "value",
        "Temperature 1 is ordinary attention.",
        {**BY_HAND, "temperature": 1.0},
        value,
    ),
    Probe(
        "value",
        "Temperature 2 halves the scores.",
        {**BY_HAND, "temperature": 2.0},
        value,
    ),
    Probe(
        "value",
        "query, key, d_k and d_v may all differ.",
        {**qkv(10, 3, sizes=(2, 5, 7, 4)), "temperature": 0.3},
        value,
    ),
    Probe(
        "cold",
        "At temperature 0.0001 only the best keys count, alike if they are level.",
        {**WORKED, "temperature": 1e-4},
        value,
    ),
    Probe(
        "hot",
        "At temperature 10 000 every key counts alike, nearly.",
        {**WORKED, "temperature": 1e4},
        value,
    ),
    Probe(
        "input untouched",
        "q, k and v stay as they were.",
        {**BY_HAND, "temperature": 2.0},
        untouched,
    ),
    Probe(
        "gradient",
        "Gradients flow to q, k and v.",
        {**qkv(20, 2, sizes=(3, 4, 5, 7)), "temperature": 1.7},
        gradient,
    ),
)
