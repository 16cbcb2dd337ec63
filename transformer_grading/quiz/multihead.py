"""The questions of the chapter on multi-head attention.

A wrong option is something people really believe.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def one_head_subtracts() -> SelfCheck:
    """Ask how much of a difference one head can explain."""
    return SelfCheck(
        "Predict: left neighbour minus right neighbour, two random numbers. How "
        "much of its variance can one head explain at best?",
        [
            Option(
                "All of it: one head can look at both",
                "It can look at both. But it adds them up with weights that are not "
                "negative.",
            ),
            Option(
                "None of it: weights cannot be negative",
                "A matrix behind the head can turn the sign, of everything at once. "
                "One neighbour can be had.",
            ),
            Option(
                "Half of it",
                "Yes: it does best by giving up on one of the two neighbours.",
                right=True,
            ),
        ],
    )


def thirty_two_heads() -> SelfCheck:
    """Ask whether more heads always help at a fixed width."""
    return SelfCheck(
        "Predict: two heads solve it. What do 32 heads of one feature each do?",
        [
            Option(
                "Just as well: two of them suffice",
                "Thirty could rest. But each head has one number to point with.",
            ),
            Option(
                "Worse than two heads",
                "Yes: with one number for a query, a head can hardly single out one "
                "place among twelve.",
                right=True,
            ),
            Option(
                "Better and faster: more heads see more",
                "Each sees with fewer features: all share the same 32.",
            ),
        ],
    )


def one_head_two_tokens() -> SelfCheck:
    """Ask whether one head can serve two relations at once."""
    return SelfCheck(
        "Predict: one head, then a small network. Can it name both neighbours?",
        [
            Option(
                "Yes, both, nearly always",
                "Yes: unequal shares make every pair of neighbours another mixture.",
                right=True,
            ),
            Option(
                "Only one of them: one head, one relation",
                "Tempting, and often said. But a mixture of tokens can be taken apart "
                "again.",
            ),
            Option(
                "Both, but not which of them is left",
                "That is so with equal shares. Nothing forces the shares to be equal.",
            ),
        ],
    )


def where_is_head_three() -> SelfCheck:
    """Ask where in the code a head is."""
    return SelfCheck(
        "Predict: the code has the layers `w_q`, `w_k`, `w_v` and `w_o`. Where is head "
        "3 of 4?",
        [
            Option(
                "It is `w_v`: the three layers are the heads",
                "Three layers, three roles. Eight heads would still have three.",
                belief="Q13",
            ),
            Option(
                "In the softmax, which runs once for each head",
                "It does. But it has no parameters; what makes a head is learned.",
            ),
            Option(
                "It is a quarter of each layer",
                "Yes: the same quarter of the outputs of `w_q`, `w_k` and `w_v`.",
                right=True,
            ),
        ],
    )


def without_the_last_matrix() -> SelfCheck:
    """Ask what two heads can do when nothing mixes them."""
    return SelfCheck(
        "Predict: two heads, no W_{O}, and the answer is read off the slice of head "
        "1. How much is explained?",
        [
            Option(
                "Half: as much as one head",
                "Yes: the second head writes where nobody reads.",
                right=True,
            ),
            Option(
                "All: the heads have already found both neighbours",
                "They have. But the findings lie side by side, never subtracted.",
            ),
            Option(
                "Nothing: without W_{O} no answer comes out at the right width",
                "Concatenated, the heads have the full width again.",
            ),
        ],
    )


def eight_heads_cost() -> SelfCheck:
    """Ask what happens to the parameters when heads share the width."""
    return SelfCheck(
        "Predict: a layer of width 512 gets eight heads instead of one. What happens "
        "to its parameters and to the multiply-adds of its matrix products?",
        [
            Option(
                "Both grow eightfold",
                "Tempting: eight heads, eight times the work. But each has an eighth "
                "of the features.",
                belief="Q12",
            ),
            Option(
                "Both stay exactly the same",
                "Yes: h heads of width d/h. The h cancels in both.",
                right=True,
            ),
            Option(
                "Parameters stay, multiply-adds grow eightfold",
                "There are eight tables of scores. But each score adds up an eighth "
                "as many products.",
            ),
        ],
    )


def limit_of_one_head() -> SelfCheck:
    """Ask what one head really lacks."""
    return SelfCheck(
        "What can one head not do, however wide it is?",
        [
            Option(
                "Give one query two different mixtures of the values",
                "Yes: it has one row of weights for a query, and one W_{V}.",
                right=True,
            ),
            Option(
                "Look at two tokens at the same time",
                "Every head does that all the time: its weights are spread out.",
            ),
            Option(
                "Serve more than one relation",
                "We have seen one head name both neighbours. Something behind it took "
                "the mixture apart.",
            ),
        ],
    )


def more_heads() -> SelfCheck:
    """Ask what is true of the number of heads."""
    return SelfCheck(
        "Which sentence about the number of heads is true?",
        [
            Option(
                "Each head finds a relation with a meaning, so more are better",
                "Some heads can be named. Many can be removed without harm, and each "
                "new one makes all heads narrower.",
                belief="Q14",
            ),
            Option(
                "One wide head can do whatever eight narrow ones can",
                "It has more features and still only one distribution per query.",
            ),
            Option(
                "More heads make more mixtures, from narrower queries",
                "Yes: the features are shared out, so there is a best number in "
                "between.",
                right=True,
            ),
        ],
    )


def small_weight() -> SelfCheck:
    """Ask what a small attention weight says about importance."""
    return SelfCheck(
        "The single head of the loophole gave one neighbour about 0.7 and the other "
        "about 0.3 of its weight. What does that say?",
        [
            Option(
                "The first neighbour explains most of the answer",
                "Tempting: weights look like importance. But both neighbours were "
                "named, and named equally well.",
                belief="Q15",
            ),
            Option(
                "How the values were mixed, and no more",
                "Yes: what the mixture is used for is decided by what comes behind.",
                right=True,
            ),
            Option(
                "The head was not trained to the end",
                "It was right every time. By unequal shares it tells the sides apart.",
            ),
        ],
    )


def falling_loss() -> SelfCheck:
    """Ask what a falling loss proves about code."""
    return SelfCheck(
        "You rewrote the split into heads. The loss falls as before, and the outputs "
        "look right. What do you know?",
        [
            Option(
                "The new code does what the old code did",
                "Tempting. The wrong split of this chapter trained without a flaw, "
                "and looked where it must not.",
                belief="Q51",
            ),
            Option(
                "That something can be learned with it",
                "Yes. Whether it is attention, a test must show: compare with slices, "
                "or change a hidden token.",
                right=True,
            ),
            Option(
                "Nothing: a loss falls with any code",
                "Not with any. But with more than you would think.",
            ),
        ],
    )
