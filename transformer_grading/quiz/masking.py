"""The questions of the chapter on masking.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def one_too_many() -> SelfCheck:
    """Ask what a mask shifted by one place does to the loss."""
    return SelfCheck(
        "Predict: by a slip each position sees one place too many. Where does the "
        "training loss go?",
        [
            Option(
                "Below the floor of the language, to almost 0",
                "Yes: the word it should predict is a word it may read.",
                right=True,
            ),
            Option(
                "To the floor, as before: one place of 24 hardly counts",
                "Tempting. But that one place holds the answer.",
            ),
            Option(
                "It stays high, since the mask is wrong",
                "This wrong mask gives more to see, and so an easier task.",
            ),
        ],
    )


def a_tiny_loss() -> SelfCheck:
    """Ask what a loss of almost zero says about the text that will be written."""
    return SelfCheck(
        "Its loss is almost 0, on fresh sentences too. What will its own be like?",
        [
            Option(
                "They will be right: the loss falls and the answers fit",
                "Loss and answers share one leak. Neither tells where they come from.",
                belief="Q51",
            ),
            Option(
                "They will be wrong: so low a loss means learned by heart",
                "A good alarm. But words that it had never read were right, too.",
            ),
            Option(
                "Nothing yet",
                "Yes: let it write, and look. Who only copies never learned to choose.",
                right=True,
            ),
            Option(
                "They will be right: choosing next words is all that writing is",
                "In the test the right one could be read. In writing there is none.",
                belief="Q32",
            ),
        ],
    )


def what_the_decoder_reads() -> SelfCheck:
    """Ask what a decoder reads while it is trained."""
    return SelfCheck(
        "The paper's decoder is being trained. What does it read at position *t*?",
        [
            Option(
                "The words it chose itself so far",
                "So it does when it writes. In training that is a pass for each word.",
                belief="Q31",
            ),
            Option(
                "The right words up to position *t*",
                "Yes, whatever it would have chosen. So no position waits for another.",
                right=True,
            ),
            Option(
                "The whole right text, since attention needs all keys",
                "The whole text is in the batch. The mask hides what comes after *t*.",
            ),
        ],
    )


def who_must_be_hidden() -> SelfCheck:
    """Ask whether padding must be hidden as a query too."""
    return SelfCheck(
        "A sentence of 5 words is filled up to 8 places. What must its mask close?",
        [
            Option(
                "The columns of the padding",
                "Yes: nobody hears padding. What padding itself finds is thrown away.",
                right=True,
            ),
            Option(
                "Its columns and its rows: padding must not look either",
                "Tidy. But these outputs are dropped, and rows left empty make NaN.",
                belief="Q24",
            ),
            Option(
                "Its rows: padding has nothing to ask",
                "Its values would still be heard, through its columns.",
            ),
        ],
    )


def who_reads_both_ways() -> SelfCheck:
    """Ask where in the paper's model the causal mask belongs."""
    return SelfCheck(
        "Which attention of the paper's model gets a causal mask?",
        [
            Option(
                "Self-attention, in the encoder and in the decoder",
                "What is read is all there: its first word may look at its last.",
                belief="Q26",
            ),
            Option(
                "Both attentions of the decoder",
                "What was read is no secret: cross-attention sees all of it.",
            ),
            Option(
                "The decoder's self-attention alone",
                "Yes: only there do some positions not exist yet.",
                right=True,
            ),
        ],
    )


def what_hides() -> SelfCheck:
    """Ask which number hides a key whatever the other scores are."""
    return SelfCheck(
        "Which number, written over a score, hides its key whatever the others are?",
        [
            Option("0", "It looks like nothing, but exp(0) is 1.", belief="Q20"),
            Option("`1e-9`", "A slip for `-1e9`: this is as good as 0.", belief="Q21"),
            Option("−∞", "Yes: its exponential is 0, and no score is lower.", True),
            Option(
                "Any large negative number, such as `-1e4`",
                "Until the other scores of the row lie lower still.",
                belief="Q22",
            ),
        ],
    )


def a_row_of_minus_infinities() -> SelfCheck:
    """Ask what the softmax makes of a row of minus infinities."""
    return SelfCheck(
        "All scores of a row are −∞. What does `softmax` give?",
        [
            Option(
                "Zeros: every exponential is 0",
                "They are. But then each is divided by their sum, which is 0 too.",
                belief="Q19",
            ),
            Option("NaN", "Yes: 0 divided by 0.", right=True),
            Option("Equal shares", "Equal *finite* numbers give that, such as `-1e9`."),
        ],
    )


def after_the_softmax() -> SelfCheck:
    """Ask whether hiding after the softmax can be right."""
    return SelfCheck(
        "Someone multiplies the weights by the mask, after the softmax. What holds?",
        [
            Option(
                "It is always wrong",
                "As it stands it leaks. But each row can be divided by its sum again.",
                belief="Q23",
            ),
            Option(
                "It is right: hidden weights are 0",
                "They are. But the others were divided by a sum that held them.",
            ),
            Option(
                "It is right once each row is divided by its sum",
                "Yes, until all allowed weights of a row have sunk to 0.",
                right=True,
            ),
        ],
    )


def turned_round() -> SelfCheck:
    """Ask what comes of handing an added mask to code that hides zeros."""
    return SelfCheck(
        "Predict: a mask of 0 for look and −∞ for hidden goes to a function that "
        "hides wherever `mask == 0`. What does a word see?",
        [
            Option(
                "Only the future",
                "Yes: every 0 meant look, and just these are hidden now.",
                right=True,
            ),
            Option(
                "The past, as meant: −∞ hides in any case",
                "It would if it were added. Here it is only compared with 0.",
            ),
            Option(
                "Nothing: there is an error",
                "Both are numbers in the same shape. It runs without a word.",
            ),
        ],
    )


def two_layers_one_mask() -> SelfCheck:
    """Ask whether a boolean mask means the same to PyTorch's two attentions."""
    return SelfCheck(
        "A boolean causal mask works in `F.scaled_dot_product_attention`. You hand "
        "the same tensor to `nn.MultiheadAttention`. What happens?",
        [
            Option(
                "It works the same: boolean masks mean one thing in PyTorch",
                "One would think so. But there True is for hidden, here for look.",
                belief="Q28",
            ),
            Option(
                "An error: it takes masks of numbers only",
                "It takes both kinds, and so it does not complain.",
            ),
            Option(
                "Each position sees only what comes after it",
                "Yes. The last one sees nothing: NaN, unless the layer blanks it.",
                right=True,
            ),
        ],
    )


def one_new_query() -> SelfCheck:
    """Ask what is_causal does with one query and many keys."""
    return SelfCheck(
        "The newest word is the only query; the keys of all 10 words are at hand. "
        "What does PyTorch's `is_causal=True` let it see?",
        [
            Option(
                "All 10: it is the last word",
                "As meant. But the triangle begins at the top left: row 0, column 0.",
                belief="Q29",
            ),
            Option("The first key alone", "Yes: it is taken for the first word.", True),
            Option("Nothing", "The diagonal itself is open, here at one key."),
        ],
    )
