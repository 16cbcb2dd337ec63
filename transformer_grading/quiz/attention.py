"""The questions of the chapter on attention.

A wrong option is something people really believe. Where the belief leads to a known
mistake, option and answer come from the catalogue that also names it to a student.
"""

from transformer_grading.checks.attention import ATTENTION
from transformer_lib.widgets.selfcheck import Option, SelfCheck


def _belief(name: str, number: str = "") -> Option:
    (mistake,) = (m for m in ATTENTION.mistakes if m.name == name)
    return Option(mistake.belief, mistake.truth, belief=number)


def cold_look_up() -> SelfCheck:
    """Ask what a soft look-up becomes when the temperature goes to zero."""
    return SelfCheck(
        "Predict: the temperature goes to zero. What do the answers look like?",
        [
            Option(
                "A flat line",
                "That is the other end: at a huge temperature all places count alike.",
            ),
            Option(
                "A staircase",
                "Yes: the nearest place takes all the weight, until another is nearer.",
                right=True,
            ),
            Option(
                "A smooth curve through all points",
                "Tempting, but smoothness needs neighbours that share the weight.",
            ),
        ],
    )


def first_query() -> SelfCheck:
    """Ask which values the first query of the worked example hears."""
    return SelfCheck(
        "Predict: the first query is (1, 0). Which values does it hear most?",
        [
            Option(
                "The first and the third, equally",
                "Yes: both dot products are 1, and equal scores get equal weights.",
                right=True,
            ),
            Option(
                "Only the first: its key matches exactly",
                "Tempting. But work out the dot product with the third key, (1, 1).",
            ),
            Option(
                "The third: its key is the longer one",
                "Long keys can win. Here the extra length lies where the query is 0.",
            ),
        ],
    )


def longer_sentence() -> SelfCheck:
    """Ask what a longer sentence does to the number of parameters."""
    return SelfCheck(
        "Predict: a text grows from 50 to 5,000 tokens. How many parameters does "
        "attention need now?",
        [
            Option(
                "A hundred times as many",
                "There is more to multiply. But the same three matrices serve "
                "every token.",
            ),
            Option(
                "Ten thousand times as many",
                "The table of weights grows like that. It is computed, not learned.",
            ),
            Option(
                "As many as before",
                "Yes: the matrices know d_{model} and d_{k}, and never hear of the "
                "length.",
                right=True,
            ),
        ],
    )


def hidden_key() -> SelfCheck:
    """Ask for the weights of the worked example once a key is hidden."""
    return SelfCheck(
        "Predict: the scores of query 1 are 1, 0, 1. Now its second key is hidden. "
        "What are the weights?",
        [
            Option(
                "0.401, 0 and 0.401",
                "Tempting: cross one out. But then the row no longer adds up to one.",
            ),
            Option(
                "0.401, 0.198 and 0.401",
                "A score of 0 is not a weight of 0, since exp(0) is 1. Hiding does "
                "change it.",
            ),
            Option(
                "0.5, 0 and 0.5",
                "Yes: the row is shared out again, among those who remain.",
                right=True,
            ),
        ],
    )


def what_is_self() -> SelfCheck:
    """Ask what makes attention self-attention."""
    return SelfCheck(
        "What makes attention self-attention?",
        [
            Option(
                "One sequence gives queries, keys and values",
                "Yes: the sequence asks itself.",
                right=True,
            ),
            Option(
                "Three matrices make queries, keys and values",
                "Cross-attention has them too. They give a token its three roles.",
            ),
            Option(
                "Each token attends mostly to itself",
                "It may, or it may not. Training decides where the weight goes.",
            ),
        ],
    )


def shuffled_keys() -> SelfCheck:
    """Ask what a shuffle of keys and values does to the outputs."""
    return SelfCheck(
        "You shuffle the keys and the values together. What happens to the outputs?",
        [
            Option(
                "They are shuffled in the same way",
                "That happens when you shuffle the queries: each has its own output.",
            ),
            Option(
                "Nothing happens to them",
                "Yes: a sum does not care about the order of its terms. The next "
                "cell measures it.",
                right=True,
            ),
            Option(
                "They become wrong: positions no longer match",
                "Each value still sits beside its own key, and attention knows no "
                "other positions.",
            ),
        ],
    )


def true_of_the_softmax() -> SelfCheck:
    """Ask to whom the weights of a softmax add up."""
    return SelfCheck(
        "The scores have a row for each query and a column for each key. Which "
        "sentence is true?",
        [
            _belief("a softmax over the queries"),
            Option(
                "Along a row, over the keys, the weights add up to 1.",
                "Yes: each query shares out exactly one unit of attention.",
                right=True,
            ),
            _belief("one softmax over the whole table"),
        ],
    )


def true_of_the_scale() -> SelfCheck:
    """Ask which width sets the scale of the scores."""
    return SelfCheck(
        "Which sentence about the division by √d_{k} is true?",
        [
            Option(
                "It is the width of queries and keys that counts.",
                "Yes: a score adds up d_{k} products, and nothing else in it can grow.",
                right=True,
            ),
            _belief("scores divided by the root of the number of keys"),
            _belief("scores divided by √d_v"),
        ],
    )


def true_of_masks() -> SelfCheck:
    """Ask what hides a key whatever the scores are."""
    return SelfCheck(
        "Which sentence about masks is true?",
        [
            _belief("hidden scores set to about zero", "Q20"),
            _belief("hidden scores set to a number that scores can pass", "Q22"),
            _belief("a mask after the softmax"),
            Option(
                "Only a score of −∞ hides a key for good.",
                "Yes: its exponential is 0, and the softmax shares out the rest.",
                right=True,
            ),
        ],
    )


def true_of_empty_rows() -> SelfCheck:
    """Ask what a softmax makes of a query with nothing to look at."""
    return SelfCheck(
        "A query may look at no key. Which sentence is true?",
        [
            Option(
                "With all scores at −∞ the softmax is not a number.",
                "Yes: it divides 0 by 0, and NaN spreads backwards to every value.",
                right=True,
            ),
            _belief("0/0 in an empty row", "Q19"),
            _belief("an empty row shared out among hidden keys"),
        ],
    )
