"""What attention at a temperature has to be like."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.inputs import in_double, qkv, tensor
from transformer_grading.checks.observations import gradient, untouched, value
from transformer_grading.checks.probes.attention.attention import BY_HAND

WORKED = {
    "q": tensor([1, 0], [0, 1], [1, 1]),
    "k": tensor([1, 0], [0, 1], [1, 1]),
    "v": tensor([10, 0], [0, 10], [5, 5]),
}
# Divided by 0.0001 the scores are of the order of 10 000, and float32 tells two such
# numbers apart from a distance of 0.001 on: so far off may a weight be, in proportion.
ROUNDED = {"atol": 2e-3, "rtol": 2e-3}

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
        "value",
        "From q, k and v in float64 comes an output in float64.",
        {**in_double(BY_HAND), "temperature": 2.0},
        value,
    ),
    Probe(
        "cold",
        "At temperature 0.0001 only the best keys count, alike if they are level.",
        {**WORKED, "temperature": 1e-4},
        value,
        **ROUNDED,
    ),
    Probe(
        "cold",
        "At temperature 0.0001 keys whose scores are 0.0002 apart still share.",
        {
            "q": tensor([1, 0, 0, 0]),
            "k": tensor([0, 1, 0, 0], [4e-4, 0, 0, 0]),
            "v": BY_HAND["v"],
            "temperature": 1e-4,
        },
        value,
        **ROUNDED,
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
