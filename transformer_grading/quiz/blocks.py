"""The questions of the chapter on blocks."""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def no_bend() -> SelfCheck:
    """Ask what a feed-forward network without its activation computes."""
    return SelfCheck(
        "Predict: nobody cuts at zero, and the two copies are added as they are. What "
        "comes out for *x* = −3?",
        [
            Option("3", "The weights are the same. But who removes the −3 now?"),
            Option("0", "Yes: −3 and 3 cancel, and so for every *x*.", right=True),
            Option("−3", "Other weights could give that. These add opposites."),
        ],
    )


def scalar_tower() -> SelfCheck:
    """Ask for the slope of a tower of layers with residuals."""
    return SelfCheck(
        "Predict: 24 layers, each multiplies by 0.5. Now each also adds its input. "
        "What is the slope from bottom to top?",
        [
            Option(
                "About 1: the input is led straight through",
                "One path leads straight through, with slope 1. It is one of many, and "
                "they add up.",
            ),
            Option(
                "Nearly 0: the halves still multiply",
                "They do without the residual. With it no layer has a slope below 1.",
            ),
            Option(
                "Above 10,000",
                "Yes: 1.5 times itself, 24 times over. The cure for dying overshoots.",
                right=True,
            ),
        ],
    )


def flat_gradient() -> SelfCheck:
    """Ask whether a gradient that arrives is enough to learn."""
    return SelfCheck(
        "Predict: LayerNorm, but no residual. Does a tower of six layers learn, in 300 "
        "steps, to say the symbols backwards?",
        [
            Option(
                "Yes: its gradient arrives",
                "It does. But a gradient can arrive and still say nothing useful.",
            ),
            Option(
                "Yes, a little later than with both",
                "A shallow one does. Look at the deep one before you wait.",
            ),
            Option(
                "No: it hardly beats guessing",
                "Yes. The gradient has its size, yet something is lost on the way up.",
                right=True,
            ),
        ],
    )


def which_corner() -> SelfCheck:
    """Ask which of the settings of norm, depth and warm-up fails."""
    return SelfCheck(
        "Predict: two or six layers, norm first or last, warm-up or none. Which towers "
        "fail at the large step size?",
        [
            Option(
                "Six layers, norm last, no warm-up",
                "Yes, only these: it takes all three together.",
                right=True,
            ),
            Option(
                "All without warm-up",
                "It is taught as a must. It depends on the norm and on the depth.",
            ),
            Option(
                "All with the norm last",
                "Then the paper's own design could never have been trained.",
            ),
        ],
    )


def residual_leak() -> SelfCheck:
    """Ask whether the residual lets a token see the future."""
    return SelfCheck(
        "Predict: self-attention is masked, but the residual adds the block's unmasked "
        "input. Which later words does output 2 hear?",
        [
            Option(
                "None",
                "Yes: at position 2 the residual carries word 2, and no other.",
                right=True,
            ),
            Option(
                "All: they leak through the residual",
                "It does go round the mask. But it moves nothing between positions.",
                belief="Q25",
            ),
            Option(
                "Word 3, its neighbour",
                "Nothing in a block knows neighbours, only masks and positions do.",
            ),
        ],
    )


def true_of_norms() -> SelfCheck:
    """Ask which details of a norm change its numbers."""
    return SelfCheck(
        "Which sentence about LayerNorm is true?",
        [
            Option(
                "It is BatchNorm on the transposed input.",
                "Another axis, yes. But BatchNorm also keeps running averages for use.",
                belief="Q41",
            ),
            Option(
                "It does the same in training and in use.",
                "Yes: one token goes in, and nothing else is asked.",
                right=True,
            ),
            Option(
                "*ε* inside or outside the root is the same.",
                "For usual tokens nearly so. A quiet one has a variance below *ε*.",
                belief="Q39",
            ),
            Option(
                "Dividing by *n* or by *n* − 1 makes no difference.",
                "At 512 features nobody would see it. At four it is plain.",
                belief="Q40",
            ),
        ],
    )


def pre_or_post() -> SelfCheck:
    """Ask what to think of code that normalises first."""
    return SelfCheck(
        "You read `x + sublayer(norm(x))` in someone's code. The paper has "
        "`norm(x + sublayer(x))`. What do you say?",
        [
            Option(
                "It is another design, with needs of its own",
                "Yes: pre-LN. It wants no warm-up here, and one more norm at the end.",
                right=True,
            ),
            Option(
                "It is a bug, since the paper has post-LN",
                "It would be if it claimed to be the paper's. Many models want it so.",
                belief="Q42",
            ),
            Option(
                "It is the same function, written another way",
                "The parts are the same. But here no norm stands on the road.",
            ),
        ],
    )


def true_of_dropout() -> SelfCheck:
    """Ask what dropout does to rows, to outputs, and in use."""
    return SelfCheck(
        "Attention weights get dropout. Which sentence is true?",
        [
            Option(
                "Rows of weights add up to 1 in training too.",
                "They did after the softmax. Dropout comes later.",
                belief="Q16",
            ),
            Option(
                "On the output it would be the same noise.",
                "The same share is lost, but there features, and here whole keys.",
                belief="Q17",
            ),
            Option(
                "`eval()` ends it where `nn.Dropout` does it.",
                "Yes: `eval()` sets a flag, and `nn.Dropout` looks at it.",
                right=True,
            ),
            Option(
                "`eval()` ends it wherever it is done.",
                "Its name promises that. `F.dropout(x, 0.1)` never hears of it.",
                belief="Q18",
            ),
        ],
    )


def cloned_layers() -> SelfCheck:
    """Ask whether cloned layers start from different weights."""
    return SelfCheck(
        "Six layers are copied from one with `deepcopy`. How do they start?",
        [
            Option(
                "Each with random numbers of its own",
                "You would want that. But a copy copies what was drawn.",
                belief="Q43",
            ),
            Option(
                "With equal numbers, free to part",
                "Yes: six sets of parameters, from one draw.",
                right=True,
            ),
            Option(
                "As one layer that is used six times",
                "Then they could never part. Each copy has its own parameters.",
            ),
        ],
    )


def who_asks() -> SelfCheck:
    """Ask where the queries of cross-attention come from."""
    return SelfCheck(
        "In cross-attention of decoder block 3, what is made of what?",
        [
            Option(
                "Queries of the encoder's output, keys of the decoder's tokens",
                "The encoder comes first and seems to lead. But it has nothing to ask.",
                belief="Q27",
            ),
            Option(
                "Keys of encoder block 3, queries of decoder block 3",
                "The stacks are equally high, and drawings invite it. Only the last "
                "output of the encoder is handed over.",
            ),
            Option(
                "Queries of the decoder's tokens, keys of the memory",
                "Yes: who writes asks, and block 3 makes its own keys of the memory.",
                right=True,
            ),
        ],
    )
