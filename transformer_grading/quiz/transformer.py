"""The questions of the chapter on the whole model.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def runs_of_the_encoder() -> SelfCheck:
    """Ask how often the encoder runs while a sentence is written."""
    return SelfCheck(
        "Predict: a model reads three words and writes five, one after the other. "
        "How often does its encoder run?",
        [
            Option(
                "Five times: each new word makes a new pass",
                "The decoder runs five times. But nothing that is written can change "
                "what was read.",
            ),
            Option(
                "Once",
                "Yes: the memory depends on the source alone, so it can be kept.",
                right=True,
            ),
            Option(
                "Three times, once for each word that is read",
                "A recurrent network would read so. An encoder takes all words in "
                "one pass.",
            ),
        ],
    )


def untrained_writer() -> SelfCheck:
    """Ask how surprised a fresh model is by the right word."""
    return SelfCheck(
        "Predict: a fresh model knows 1,000 words, and ln 1,000 is about 6.9. What "
        "is its loss on random text?",
        [
            Option(
                "A little above 6.9",
                "Yes. It guesses, and its scores differ a little without a reason. "
                "That costs something.",
                right=True,
            ),
            Option(
                "Exactly 6.9: all words are equally likely",
                "So it would be if all scores were equal. They are drawn at random, "
                "and their variance is near 1.",
            ),
            Option(
                "Far above: random numbers are confidently wrong",
                "With scores of size 30 they would be. The start of the table is "
                "chosen so that scores have a size near 1.",
            ),
        ],
    )


def one_table() -> SelfCheck:
    """Ask what it takes to share a table."""
    return SelfCheck(
        "You want the last layer to use the table of the first. You write "
        "`output.weight.data.copy_(table)` once, before training. What happens?",
        [
            Option(
                "The two are tied: they hold the same values",
                "They do, until the first step. Then each gets a gradient of its own, "
                "and they part.",
                belief="Q44",
            ),
            Option(
                "An error: a parameter can't be in two layers",
                "It can. `parameters()` lists it once, and its gradient is the sum "
                "over its uses.",
            ),
            Option(
                "They are equal for one step, then they part",
                "Yes. To share means one tensor with two uses, not two tensors with "
                "equal values.",
                right=True,
            ),
        ],
    )


def rows_that_move() -> SelfCheck:
    """Ask which rows of a tied table get a gradient."""
    return SelfCheck(
        "A tied table has 1,000 rows. One sentence of 8 words is read and written. "
        "How many rows get a gradient?",
        [
            Option(
                "Those of the words in the sentence",
                "So it is on the way in, where rows are looked up. On the way out "
                "each row is compared with the last vector.",
            ),
            Option(
                "All 1,000",
                "Yes: the softmax shares out one unit among all words. So every "
                "score moves, and every row with it.",
                right=True,
            ),
            Option(
                "Eight, once for each target",
                "The right word is pulled up. But a softmax pushes all others down "
                "at the same time.",
            ),
        ],
    )


def one_size_for_both() -> SelfCheck:
    """Ask whether one vocabulary explains both of the paper's totals."""
    return SelfCheck(
        "Predict: 65 million parameters of the base model need about 40,700 rows. "
        "The paper gives 213 million for its big model. Do as many rows explain that?",
        [
            Option(
                "Yes: both were trained on the same sentences",
                "They were, so it should be one vocabulary. Count before you believe.",
            ),
            Option(
                "No: the big one would need more",
                "With 37,000 rows our big model has more than 213 million already.",
            ),
            Option(
                "No: the big one would need fewer",
                "Yes, about 35,800. One number of rows cannot be both, so we do not "
                "know.",
                right=True,
            ),
        ],
    )


def what_divides_the_families() -> SelfCheck:
    """Ask what an encoder-only and a decoder-only model of one size differ in."""
    return SelfCheck(
        "BERT and GPT both stack blocks with one attention and one feed-forward "
        "network. What is different when a text goes through them?",
        [
            Option(
                "The mask: a GPT hides what comes later",
                "Yes. Give the blocks of one the mask of the other, and they read "
                "like it. How they were trained differs too.",
                right=True,
            ),
            Option(
                "A GPT uses decoder blocks, with cross-attention",
                "It has no second text to ask. What is called its decoder block is "
                "an encoder block under a causal mask.",
            ),
            Option(
                "BERT reads from both ends, with two stacks",
                "Two recurrent networks once did that. In attention every word may "
                "look both ways at once.",
            ),
        ],
    )


def copies_of_a_layer() -> SelfCheck:
    """Ask what blocks look like that were made as copies of one."""
    return SelfCheck(
        "A stack is made by six copies of one block, with `copy.deepcopy`. How do "
        "its blocks start?",
        [
            Option(
                "With different numbers, drawn for each copy",
                "A copy copies the numbers as well. Nothing is drawn anew.",
                belief="Q43",
            ),
            Option(
                "With equal numbers, and they stay equal",
                "The numbers are not shared. Each block gets a gradient of its own.",
            ),
            Option(
                "With equal numbers, and they part in training",
                "Yes: equal at the start, but six sets. Our stack draws each block "
                "for itself.",
                right=True,
            ),
        ],
    )


def who_translates() -> SelfCheck:
    """Ask whether a model without an encoder can translate."""
    return SelfCheck(
        "Can a decoder-only model translate?",
        [
            Option(
                "No: it has nothing to read the source with",
                "It reads what stands before. The source can stand before.",
            ),
            Option(
                "Yes: it goes on writing after the source",
                "Yes. Source, a separator, and then the translation are one text.",
                right=True,
            ),
            Option(
                "Yes, if cross-attention is added to each block",
                "Then it would be a decoder with a memory, and something would have "
                "to make the memory.",
            ),
        ],
    )
