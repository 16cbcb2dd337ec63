"""What a BLEU with several references has to be like."""

import copy
from typing import Any

import torch

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observing import Call, Observation


def scored(*pairs: tuple[str, ...]) -> dict[str, Any]:
    """Cut sentences into words: a translation and its references, again and again.

    Args:
        *pairs: A translation and all its references.
    """
    cut = [[text.split() for text in texts] for texts in pairs]
    return {
        "translations": [ours for ours, *_ in cut],
        "references": [theirs for _, *theirs in cut],
    }


def score(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the score of copies, so that nothing that is done to them stays."""
    return call(*copy.deepcopy([*inputs.values()]))


def lists_after(call: Call, inputs: dict[str, Any]) -> Observation:
    """Observe the score, and whether the lists stay as they were."""
    lists = copy.deepcopy([*inputs.values()])
    results = call(*lists)
    same = torch.tensor(lists == [*inputs.values()])
    return {**results, "“the lists stay as they were”": same}


_BED = ("the cat sleeps under a bed", "the cat sleeps on the sofa")
_WINDOW = ("now close the old window", "now close the old window")
_LONG = "one two three four five six seven eight"
_TWO = (
    "the small cat sleeps on the old sofa",
    "the cat sleeps on the old sofa now",
    "a small cat sleeps on a sofa",
)

PROBES = (
    Probe("runs of words", "One sentence, right in full.", scored(_WINDOW), score),
    Probe(
        "runs of words",
        "The two sentences of the chapter.",
        scored(_BED, _WINDOW),
        score,
    ),
    Probe(
        "runs of words",
        "All sentences are counted together: one has no run of four.",
        scored(("a b c", "a b c"), (_LONG, _LONG)),
        score,
    ),
    Probe(
        "runs of words",
        "A capital makes another word.",
        scored(("The cat sleeps on the sofa now", "the cat sleeps on the sofa now")),
        score,
    ),
    Probe(
        "runs of words",
        "A point makes another word.",
        scored(("a b c d e f g.", "a b c d. e f g"), ("k l, m n o", "k l, m n o.")),
        score,
    ),
    Probe(
        "runs of words",
        "Two sentences have the same translation, and not the same person's.",
        scored(("a b c d e", "a b c d x"), ("a b c d e", "a b c d e f g"), _WINDOW),
        score,
    ),
    Probe(
        "runs of words",
        "No run of four is shared: the score is 0.",
        scored(_BED),
        score,
    ),
    Probe(
        "clipped",
        "A word that is said again and again counts as often as the person has it.",
        scored(
            ("the the the cat sleeps on the sofa", "the cat sleeps on the sofa we know")
        ),
        score,
    ),
    Probe(
        "clipped",
        "Runs are clipped sentence by sentence.",
        scored(
            ("a b c d a b c d", "a b c d e f g h"),
            ("e f g h i k l m", "a b c d e f g h"),
        ),
        score,
    ),
    Probe(
        "short",
        "Half of a sentence.",
        scored(("one two three four five", _LONG)),
        score,
    ),
    Probe(
        "short",
        "A short translation beside a long one: lengths are added first.",
        scored(("a b c d", "a b c d e f"), ("g h i k l m n o", "g h i k l m")),
        score,
    ),
    Probe(
        "short",
        "Longer than the person's: no penalty.",
        scored((_LONG + " nine", _LONG)),
        score,
    ),
    Probe("several references", "Each run may come from either.", scored(_TWO), score),
    Probe(
        "several references",
        "A run counts as often as in the reference that has it most often.",
        scored(
            ("so so good and so so on", "so so good and on", "so good and so on and on")
        ),
        score,
    ),
    Probe(
        "several references",
        "The reference of the nearest length counts, here not the first.",
        scored(("a b c d e f", "a b c d e f g h i k l", "a b c d e x f")),
        score,
    ),
    Probe(
        "several references",
        "Two are equally near: the shorter one counts.",
        scored(("a b c d e f", "a b c d e f g h", "b c d e")),
        score,
    ),
    Probe(
        "several references",
        "The shorter one of the two counts too where it stands first.",
        scored(("a b c d e", "a b c d", "a b c d e f")),
        score,
    ),
    Probe(
        "several references",
        "The third reference has what the others have not.",
        scored(("a b c d e f", "a b x", "y e f z u v w k", "c d e f a b c")),
        score,
    ),
    Probe(
        "several references",
        "One sentence has three references, the other one.",
        scored(
            ("a b c d e f", "a b c d", "c d e f g h i", "x"), ("k l m n", "k l m n o")
        ),
        score,
    ),
    Probe(
        "nothing",
        "An empty translation beside a right one.",
        scored(("", "a b"), _WINDOW),
        score,
    ),
    Probe(
        "nothing", "Nothing but an empty translation.", scored(("", "a b c d")), score
    ),
    Probe("nothing", "No sentence has four words.", scored(("a b c", "a b c")), score),
    Probe("nothing", "No word is shared.", scored(("a b c d e", "f g h i k")), score),
    Probe(
        "input untouched",
        "The lists stay as they were.",
        scored(_TWO, _BED),
        lists_after,
    ),
)
