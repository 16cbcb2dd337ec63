"""The questions of the chapter on looking into trained models.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def too_wide() -> SelfCheck:
    """Ask where the head looks when the last word changes."""
    return SelfCheck(
        "Predict: the sentence now ends in “too wide”. What does L4H2 do with “it”?",
        [
            Option(
                "It looks at “street” instead",
                "So the story goes. Look at this model before you tell it.",
            ),
            Option(
                "The same as before: it looks at “animal”",
                "A fair guess. But the last word does change something.",
            ),
            Option(
                "Less at “animal”, more at “street”, and most at neither",
                "Yes. The direction is right, and the flip is not there.",
                right=True,
            ),
        ],
    )


def the_ordinary_head() -> SelfCheck:
    """Ask how much of its attention the median head rests on the first token."""
    return SelfCheck(
        "Predict: sentences have about a dozen tokens. How much of a word's attention "
        "does the median head give to `[CLS]`, which stands for no word?",
        [
            Option(
                "Nearly a half",
                "Yes. It is the largest single thing that these heads do.",
                right=True,
            ),
            Option(
                "About a twelfth, as to any other token",
                "That would be a head without preferences. Trained heads have one.",
            ),
            Option(
                "Next to nothing: there is nothing to learn from it",
                "True, and that turns out to be the reason for looking there.",
            ),
        ],
    )


def article_and_noun() -> SelfCheck:
    """Ask what shows whether a label of a head is right."""
    return SelfCheck(
        "From “the” L2H9 looks at the noun, in sentence after sentence. What would "
        "tell you that “article → noun” is the right label?",
        [
            Option(
                "Many more sentences in which it does so",
                "They would not tell this label from another that fits them too.",
            ),
            Option(
                "A sentence in which another label predicts something else",
                "Yes. Put something between the article and its noun.",
                right=True,
            ),
            Option(
                "Nothing more is needed: a head that does one thing has that meaning",
                "Many heads have no name, and a name that fits may still be wrong.",
                belief="Q14",
            ),
        ],
    )


def weight_on_cls() -> SelfCheck:
    """Ask what nearly half of all weight on one token means."""
    return SelfCheck(
        "Predict: nearly half of the weight goes to `[CLS]`. How much of what the "
        "median head adds to a word comes from there?",
        [
            Option(
                "Nearly half: that is what the weight says",
                "The weight is a share of values. It does not say how long they are.",
                belief="Q15",
            ),
            Option(
                "More than half, as it sums up the whole sentence",
                "In some models that token is trained to sum up. Here the sentence "
                "vector is a mean over all tokens.",
            ),
            Option(
                "A small part: its values are short",
                "Yes. The next cell measures how short.",
                right=True,
            ),
        ],
    )


def the_clearest_head() -> SelfCheck:
    """Ask how much the head with the clearest role matters."""
    return SelfCheck(
        "Predict: L1H3 gives all its weight to the token before. Take it away. Among "
        "72 heads, how far does that move the sentence vector?",
        [
            Option(
                "Farther than nearly all: no head has a clearer task",
                "A clear task is easy to see. Whether it is needed is another matter.",
            ),
            Option(
                "About as far as an ordinary head",
                "Yes. Being easy to name and being important are two things.",
                right=True,
            ),
            Option(
                "Not at all: the residual carries everything past it",
                "It carries the token past it, not what the head would have added.",
            ),
        ],
    )


def best_of_many() -> SelfCheck:
    """Ask what is wrong with the best of all heads."""
    return SelfCheck(
        "Of 72 heads, the best one is right in 15 of 20 sentences. Always taking the "
        "first noun is right in 14. What may you conclude?",
        [
            Option(
                "Little: try this head on fresh sentences first",
                "Yes. The best of 72 was chosen on these sentences, and the simple "
                "rule is only one behind.",
                right=True,
            ),
            Option(
                "It understands pronouns, as 15 is far above the chance of 10",
                "Chance is not the rule to beat here, and one of 72 coins can come "
                "close to 15.",
            ),
            Option(
                "It is a “first noun” head",
                "Possible, and another hypothesis. On these sentences both predict "
                "much the same, so they can't tell.",
            ),
        ],
    )


def a_large_weight() -> SelfCheck:
    """Ask what a large weight shows."""
    return SelfCheck(
        "In one head “it” gives 0.7 to “animal”. What does that show of the model's "
        "answer?",
        [
            Option(
                "That the answer is due to “animal”",
                "A weight says where one head looked. What it brought back, and who "
                "used it, comes later.",
                belief="Q15",
            ),
            Option(
                "That this head takes most of its average from that place",
                "Yes. And even that speaks of the place, in a layer where it already "
                "holds a mixture; the values may be long or short.",
                right=True,
            ),
            Option(
                "That “it” and “animal” have similar vectors",
                "Queries and keys are made by different matrices. Similar vectors "
                "need not match, and different ones may.",
            ),
        ],
    )


def a_head_without_a_role() -> SelfCheck:
    """Ask what follows from finding no name for a head."""
    return SelfCheck(
        "You find no role for a head. When it is taken away, the output moves more "
        "than without any other. What now?",
        [
            Option(
                "Look longer: every head has a meaning for humans",
                "Nothing in training asks for that. A head may mix several tasks, or "
                "do half of one.",
                belief="Q14",
            ),
            Option(
                "The ablation must be wrong, since the head does nothing",
                "It does nothing that you have named. That is not nothing.",
            ),
            Option(
                "Say that it matters, and that you don't know what it does",
                "Yes. Importance and a name are found by different experiments.",
                right=True,
            ),
        ],
    )


def what_rollout_counts() -> SelfCheck:
    """Ask what a large share in a rollout means."""
    return SelfCheck(
        "In a rollout the first token has the largest share of every word. Which "
        "sentence is safe to write?",
        [
            Option(
                "Most of what the words hold comes from the first token",
                "Rollout counts weights. It knows nothing of how long the values are.",
            ),
            Option(
                "Many weights, one after the other, lead back to the first token",
                "Yes, and no more than that.",
                right=True,
            ),
            Option(
                "Without the first token the outputs would change most",
                "That is a claim about a change. One has to make it to know.",
            ),
        ],
    )


def which_way_it_reads() -> SelfCheck:
    """Ask what heads for neighbours say about the direction of reading."""
    return SelfCheck(
        "One head looks at the token before, another at the token after. In which "
        "direction does this encoder read?",
        [
            Option(
                "From left to right: the head for the token before is the stronger one",
                "All places are worked out at once. A head's habit is not an order "
                "of reading.",
                belief="Q33",
            ),
            Option(
                "First to the right, then to the left, as the layers follow each other",
                "Layers do follow each other; each sees the whole sentence.",
            ),
            Option(
                "In none: every place sees both sides, in every layer",
                "Yes. No causal mask stands in an encoder.",
                right=True,
            ),
        ],
    )
