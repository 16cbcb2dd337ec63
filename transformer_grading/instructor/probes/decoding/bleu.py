"""Translations to score that the student does not see."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.probes.decoding.bleu import (
    lists_after,
    score,
    scored,
)

_ROW = "a b c d e f g h i k"
_SOFA = (
    "the dog lies on the old red sofa",
    "the dog is on the red sofa",
    "a dog lies on the old sofa",
)
_DOOR = ("please shut that door now", "please shut the door", "please shut that door")

PROBES = (
    Probe(
        "runs of words",
        "One long sentence.",
        scored((_ROW, "a b c d x f g h i k")),
        score,
    ),
    Probe(
        "runs of words",
        "Three sentences.",
        scored((_ROW, _ROW), ("a b", "a b"), ("x y z a", "x y a z")),
        score,
    ),
    Probe(
        "runs of words",
        "Capitals.",
        scored(("a b C d e f g h", "a B c d e f g h")),
        score,
    ),
    Probe(
        "runs of words",
        "Points and commas.",
        scored(("a b, c d e. f g h", "a b c d e. f g, h")),
        score,
    ),
    Probe(
        "runs of words",
        "Twice the same.",
        scored((_ROW, _ROW), ("p q r s t", "p q r s"), ("p q r s t", "p q r s t u v")),
        score,
    ),
    Probe(
        "runs of words",
        "No run of four.",
        scored(("a b c x d e f", "a b c y d e f")),
        score,
    ),
    Probe(
        "clipped",
        "Words again and again.",
        scored(("a a a b c d e a", "a b c d e a f g")),
        score,
    ),
    Probe(
        "clipped",
        "In two sentences.",
        scored(("a b c d a b c d x", "a b c d y z u v w"), ("p q r s t", "a b c d q")),
        score,
    ),
    Probe("short", "Six words for ten.", scored(("a b c d e f", _ROW)), score),
    Probe(
        "short",
        "Short and long.",
        scored(("a b c d e", _ROW), ("k l m n o p q r", "k l m n o p")),
        score,
    ),
    Probe("short", "Too long.", scored((_ROW, "a b c d e f g")), score),
    Probe("several references", "Two sentences.", scored(_SOFA, _DOOR), score),
    Probe(
        "several references",
        "The most often.",
        scored(("a a b c d a a", "a a b c d e f g", "a b a c d a a")),
        score,
    ),
    Probe(
        "several references",
        "The nearest.",
        scored(("a b c d e f g", _ROW, "a b c d e f x y", "a b c")),
        score,
    ),
    Probe(
        "several references",
        "As near above as below.",
        scored(("a b c d e f g", _ROW[:17], "b c d e f")),
        score,
    ),
    Probe(
        "several references",
        "As near below as above.",
        scored(("a b c d e f g", "c d e f g", "a b c d e f g h i")),
        score,
    ),
    Probe(
        "several references",
        "The third one.",
        scored(("a b c d e f g", "a b", "c d x y", "d e f g a b c d", "u v w x")),
        score,
    ),
    Probe(
        "several references",
        "Unlike numbers of them.",
        scored(_SOFA, (_ROW, "a b c d e"), ("u v w x", "u v w x y", "v w x", "u")),
        score,
    ),
    Probe(
        "nothing", "One is empty.", scored((_ROW, _ROW), ("", "a b c", "a b")), score
    ),
    Probe(
        "nothing",
        "Three words at most.",
        scored(("a b c", "a b c d"), ("a", "a")),
        score,
    ),
    Probe("nothing", "All are empty.", scored(("", "a"), ("", "b c")), score),
    Probe("nothing", "Nothing is shared.", scored(("p q r s t", _ROW, "x y")), score),
    Probe(
        "input untouched",
        "The lists stay as they were.",
        scored(_DOOR, _SOFA, ("a b", "a b c", "a", "a b")),
        lists_after,
    ),
)
