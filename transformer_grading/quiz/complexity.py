"""The questions of the chapter on complexity.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def cheaper_layer() -> SelfCheck:
    """Ask where the core of attention does less work than an RNN."""
    return SelfCheck(
        "Predict: tokens have 512 features. On which texts does attention, with "
        "nothing projected, do less work than an RNN?",
        [
            Option(
                "On all of them: that is why it won",
                "It won, so this is tempting. It won by not waiting, which is another "
                "column of the table.",
                belief="Q34",
            ),
            Option(
                "On none: a square is more than a straight line",
                "In the end it is. But the square is one of *n*, and the RNN has one "
                "of *d*.",
            ),
            Option(
                "On those of fewer than 512 tokens",
                "Yes: *n*^{2}*d* is less than *nd*^{2} exactly while *n* < *d*.",
                right=True,
            ),
        ],
    )


def share_of_pairs() -> SelfCheck:
    """Ask how much of a block's work grows with the square of the text."""
    return SelfCheck(
        "Predict: a block with 768 features reads 512 tokens. Which share of its work "
        "grows with the square of the text?",
        [
            Option(
                "Nearly all: attention is O(*n*^{2}*d*)",
                "That formula speaks of the pairs alone. Projections and the "
                "feed-forward network stand beside them.",
                belief="Q35",
            ),
            Option(
                "About a tenth",
                "Yes: 2*n*^{2}*d* of 12*nd*^{2} + 2*n*^{2}*d*, so *n* of 6*d* + *n*.",
                right=True,
            ),
            Option(
                "About a half, since attention is one of two sublayers",
                "Tempting. But the feed-forward network is twice as heavy as the four "
                "projections, and those are part of attention.",
            ),
        ],
    )


def on_the_clock() -> SelfCheck:
    """Ask which layer is faster when one does eight times the work of the other."""
    return SelfCheck(
        "Predict: one text of 512 tokens with 64 features. The core of attention does "
        "8 times the work of an RNN. Which is faster, on one processor?",
        [
            Option(
                "The core of attention",
                "Yes. The next figure shows by how much, and the text says why.",
                right=True,
            ),
            Option(
                "The RNN, about 8 times",
                "So it would be if every multiply-add took the same time.",
            ),
            Option(
                "Neither: the work that differs is too small to be seen",
                "It is about 30 million multiply-adds, which a clock sees well.",
            ),
        ],
    )


def products_in_a_row() -> SelfCheck:
    """Ask how the waiting of an encoder grows with the text."""
    return SelfCheck(
        "Predict: six encoder blocks read 8 tokens, and 36 matrix products must wait "
        "for each other. How many with 256 tokens?",
        [
            Option(
                "36",
                "Yes: more tokens make the products larger, not more.",
                right=True,
            ),
            Option(
                "1,152, since there are 32 times as many tokens",
                "So it is in an RNN, where each token waits for the one before.",
            ),
            Option(
                "1: attention is one parallel step",
                "One *layer* takes a fixed number of steps. Six of them still stand on "
                "top of each other.",
            ),
        ],
    )


def kept_keys() -> SelfCheck:
    """Ask whether keys and values that are kept give other numbers."""
    return SelfCheck(
        "While it writes, a model keeps the keys and values of earlier tokens. "
        "Compared with making them anew at each step, what does it get?",
        [
            Option(
                "Nearly the same: they were made without the newest token",
                "They were, and under a causal mask they always are. The newest token "
                "has no way into them.",
                belief="Q50",
            ),
            Option(
                "The same, under a causal mask",
                "Yes: what a token may not see cannot change what it has computed.",
                right=True,
            ),
            Option(
                "The same, in any attention: a key belongs to one token alone",
                "In the first block it does. Above it, a token is a mix of all that "
                "it may see, and without a mask that includes the newest.",
                belief="Q50",
            ),
        ],
    )


def what_tiles_save() -> SelfCheck:
    """Ask what attention by tiles saves."""
    return SelfCheck(
        "Attention by tiles is used everywhere today. What does it save?",
        [
            Option(
                "Most of the multiply-adds",
                "Every pair still meets. The backward pass even makes the scores a "
                "second time.",
            ),
            Option(
                "The table of weights",
                "Yes: a few tiles live at a time; best score, total and sum remain.",
                right=True,
            ),
            Option(
                "Pairs that are far apart, which hardly count",
                "Other methods do that, and their output differs. Here no pair is "
                "left out.",
            ),
        ],
    )


def more_heads() -> SelfCheck:
    """Ask what grows with the number of heads at equal width."""
    return SelfCheck(
        "You split the same 512 features into 16 heads, not 8. What grows?",
        [
            Option(
                "The parameters: each head has its own matrices",
                "Each has, and each is half as wide. Together they are as large as "
                "before.",
            ),
            Option(
                "The multiply-adds: there are twice as many tables to fill",
                "Twice as many entries, each a product of half as many features.",
            ),
            Option(
                "The attention weights, if they are kept",
                "Yes: one number for each pair *and head*, however narrow a head is.",
                right=True,
            ),
        ],
    )


def square_matrices() -> SelfCheck:
    """Ask how many matrices the attentions of the base model have."""
    return SelfCheck(
        "The base model has 6 + 6 blocks. How many matrices of 512 × 512 do its "
        "attentions have?",
        [
            Option(
                "36: three for each block",
                "Three is what the formula shows. The heads are mixed by a fourth, "
                "and a decoder block attends twice.",
                belief="Q36",
            ),
            Option(
                "48: four for each block",
                "Four is right. But a decoder block has a second attention, to what "
                "was read.",
            ),
            Option(
                "72: four for each attention",
                "Yes: 6 encoder blocks with one attention, 6 decoder blocks with two.",
                right=True,
            ),
        ],
    )


def the_other_crossover() -> SelfCheck:
    """Ask where attention with projections meets an LSTM."""
    return SelfCheck(
        "Tokens have 256 features. From which length on does attention, with its "
        "projections, do at least as much work as an LSTM?",
        [
            Option(
                "From the first token on",
                "So it is beside a plain RNN, since four projections outweigh its two "
                "matrices. An LSTM has eight.",
            ),
            Option("From 256 tokens on", "There the bare core meets a plain RNN."),
            Option(
                "From 512 tokens on",
                "Yes: 4*nd*^{2} + 2*n*^{2}*d* reaches 8*nd*^{2} at *n* = 2*d*.",
                right=True,
            ),
        ],
    )


def two_totals() -> SelfCheck:
    """Ask why two totals for one training differ by a factor of three."""
    return SelfCheck(
        "For the training of the base model the paper states 3.3 · 10^{18} operations. "
        "Six times parameters times tokens is 0.95 · 10^{18}. Why?",
        [
            Option(
                "The rule of six forgets the scores",
                "It does, but on sentences of 25 tokens they hardly count.",
            ),
            Option(
                "The paper counts what its GPUs could do",
                "Yes: hours times machines times an assumed speed. No machine computes "
                "all the time at its best speed.",
                right=True,
            ),
            Option(
                "One counts multiply-adds, the other operations",
                "That would be a factor of two. Here both count operations.",
            ),
        ],
    )
