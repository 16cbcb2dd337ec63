"""The questions of the chapter on scaling.

A wrong option is something people really believe.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def four_times_as_long() -> SelfCheck:
    """Ask how the size of a dot product grows with the length of its vectors."""
    return SelfCheck(
        "Predict: random vectors become four times as long, d_{k} = 16 instead of 4. "
        "What happens to the typical size of their dot product?",
        [
            Option(
                "It becomes four times as large",
                "Tempting: there are four times as many products. But half of them "
                "have the other sign. The *variance* grows four times.",
                belief="Q07",
            ),
            Option(
                "It becomes twice as large",
                "Yes: variances add up, so the size grows as the square root.",
                right=True,
            ),
            Option(
                "It stays: positive and negative products cancel",
                "They cancel on average. A single sum misses 0 by more, the more "
                "terms it has.",
            ),
        ],
    )


def undivided() -> SelfCheck:
    """Ask what a softmax makes of undivided scores at a large width."""
    return SelfCheck(
        "Predict: d_{k} = 1024, 32 random keys, scores not divided. How large is the "
        "largest weight, typically?",
        [
            Option(
                "About 1/32: the keys are random, none is special",
                "None is special, and yet one is always first. A lead of 10 is e^{10} "
                "times the weight.",
            ),
            Option(
                "About one half",
                "A little more than that is typical of d_{k} = 16. The scores here are "
                "eight times as large.",
            ),
            Option(
                "Nearly 1",
                "Yes: scores of size 32 lie far apart, and the first takes all.",
                right=True,
            ),
        ],
    )


def folded() -> SelfCheck:
    """Ask whether a factor inside the parameters is the same as one in the code."""
    return SelfCheck(
        "Predict: 1/√d_{k} is folded into W_{Q} before training, and the division "
        "removed. How does the network train?",
        [
            Option(
                "Differently: Adam's steps are now large beside W_{Q}",
                "Yes: the function is the same at the start, its parameters are not.",
                right=True,
            ),
            Option(
                "In the same way: at the start it is the same function",
                "It is. But a step changes parameters, and these are smaller now.",
            ),
            Option(
                "As if undivided: the division is gone from the code",
                "The scores start at the right size, so nothing is saturated.",
            ),
        ],
    )


def twenty_layers() -> SelfCheck:
    """Ask what twenty layers with parameters of variance 1 do to the variance."""
    return SelfCheck(
        "Predict: by what is the variance multiplied after all twenty layers?",
        [
            Option(
                "By 256^{20}, a number with 49 digits",
                "Yes: each number adds up 256 products, so each layer multiplies "
                "the variance by 256.",
                right=True,
            ),
            Option(
                "By 1: everything has variance 1, so everything keeps it",
                "Each *product* has variance 1. But 256 of them are added up.",
            ),
            Option(
                "By 20 times 256, since variances add up",
                "They add up within a layer. From layer to layer they are multiplied.",
            ),
        ],
    )


def which_width() -> SelfCheck:
    """Ask which width sets the scale of a head inside a wider model."""
    return SelfCheck(
        "Tokens have d_{model} = 512 features, the queries of one head have "
        "d_{k} = 64. What are its scores divided by?",
        [
            Option(
                "√512: the width of the model",
                "Tempting, since 512 is the number everybody quotes. A score adds up "
                "only 64 products.",
                belief="Q09",
            ),
            Option(
                "64: the number of products in a score",
                "That is their variance. Their size is its root.",
            ),
            Option(
                "8: the root of the number of products",
                "Yes: a score adds up 64 products, and √64 = 8.",
                right=True,
            ),
        ],
    )


def queries_alone() -> SelfCheck:
    """Ask whether it matters which factor of a product is divided."""
    return SelfCheck(
        "A listing divides the queries by √d_{k} and leaves keys and scores alone. "
        "What is true of it?",
        [
            Option(
                "It scales too little: keys must be divided as well",
                "Tempting, for symmetry. Then the scores would be divided by d_{k}.",
                belief="Q08",
            ),
            Option(
                "It gives the same scores",
                "Yes: (q/c) · k = (q · k)/c. A factor may stand anywhere.",
                right=True,
            ),
            Option(
                "It is right at the start, and wrong once W_{Q} has been trained",
                "That is a factor put *into* W_{Q}. This one is applied in every pass.",
            ),
        ],
    )


def one_over_the_root() -> SelfCheck:
    """Ask what rsqrt computes."""
    return SelfCheck(
        "To bring numbers x with mean 0 and variance v to variance 1, a listing says "
        "`x * torch.rsqrt(v)`. A reviewer objects. Who is right?",
        [
            Option(
                "The reviewer: one must divide by the root",
                "Tempting, since the formula has a fraction. The *r* of `rsqrt` is "
                "for reciprocal: the fraction is already in it.",
                belief="Q52",
            ),
            Option(
                "The reviewer: one must multiply by the root",
                "That makes large numbers larger. With v = 4, x should shrink.",
            ),
            Option(
                "The listing: it multiplies by one over the root",
                "Yes: `rsqrt(v)` is 1/√v.",
                right=True,
            ),
        ],
    )


def four_features() -> SelfCheck:
    """Ask what a missing division does at a small width."""
    return SelfCheck(
        "With d_{k} = 4, someone forgets the division. What did we see?",
        [
            Option(
                "Hardly a difference in training",
                "Yes: scores of size 2 suit a softmax well. Wider queries are where "
                "it costs.",
                right=True,
            ),
            Option(
                "A softmax that lets no gradient through",
                "That is the picture at d_{k} = 256. At 4 its Jacobian was even "
                "larger than with the division.",
            ),
            Option(
                "Weights that are all nearly the same",
                "That is the other mistake: dividing by too much.",
            ),
        ],
    )


def two_roots() -> SelfCheck:
    """Ask how the two square roots of the Transformer are related."""
    return SelfCheck(
        "1/√d_{k} on scores and √d_{model} on embeddings: which sentence is true?",
        [
            Option(
                "They are the same trick, used twice",
                "Both look like widths under a root. But one divides and one "
                "multiplies, and they size different things.",
                belief="Q10",
            ),
            Option(
                "They keep different things in proportion",
                "Yes: scores for a softmax, and words beside positions.",
                right=True,
            ),
            Option(
                "The second undoes the first",
                "Between them stand W_{Q}, W_{K} and, in deeper layers, much more.",
            ),
        ],
    )


def in_the_paper() -> SelfCheck:
    """Ask where the factor on the embeddings comes from."""
    return SelfCheck(
        "Where does the factor √d_{model} on the embeddings come from?",
        [
            Option(
                "From later code; the paper does not have it",
                "It is easy to overlook: one sentence, far from the formula of "
                "attention.",
                belief="Q11",
            ),
            Option(
                "From the variance of a dot product of embeddings",
                "That would be an argument for dividing.",
            ),
            Option(
                "From the paper, which states it without a reason",
                "Yes: section 3.4. Why it helps is for readers to find out.",
                right=True,
            ),
        ],
    )
