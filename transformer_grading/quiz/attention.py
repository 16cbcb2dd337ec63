"""The questions of the chapter on attention.

A wrong option is something people really believe, and says why it is tempting.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


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


def zero_score() -> SelfCheck:
    """Ask what a masked score of zero does."""
    return SelfCheck(
        "A score is set to 0 to hide its key. What weight does the key get?",
        [
            Option(
                "That of any score which is 0",
                "Yes: it still counts, and it beats every key with a negative score.",
                right=True,
            ),
            Option(
                "Exactly 0: it is hidden",
                "A score of 0 looks like nothing. But weights come from "
                "exp(score), and exp(0) is 1.",
            ),
            Option(
                "The smallest weight of its row",
                "Only if no other score is negative. Negative scores get less.",
            ),
        ],
    )


def softmax_axis() -> SelfCheck:
    """Ask along which axis the softmax of attention runs."""
    return SelfCheck(
        "The scores have a row for each query and a column for each key. Along "
        "which axis does the softmax run?",
        [
            Option(
                "Down each column, over the queries",
                "The shapes still fit, and training still runs. But then the "
                "weights of a query need not add up to one.",
            ),
            Option(
                "Along each row, over the keys",
                "Yes: each query shares out exactly one unit of attention.",
                right=True,
            ),
            Option(
                "Over the whole table at once",
                "Then a busy query would take attention away from all others.",
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


def empty_row() -> SelfCheck:
    """Ask what a plain softmax makes of a query with nothing to look at."""
    return SelfCheck(
        "A query may look at no key: all its scores are minus infinity. What does "
        "a plain softmax give?",
        [
            Option(
                "Zeros: nothing is heard",
                "That is what one would want, and what this library defines. The "
                "plain softmax divides 0 by 0.",
            ),
            Option(
                "Equal weights for all keys",
                "That comes from a finite fill such as -1e9: all scores are equal, "
                "so all keys are heard.",
            ),
            Option(
                "Not a number",
                "Yes: NaN in the row, and it spreads backwards to every value.",
                right=True,
            ),
        ],
    )
