"""The questions of the chapter on positions.

A wrong option is something people really believe; `belief` gives its number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def shuffled_sentence() -> SelfCheck:
    """Ask what a shuffle of the words does to the outputs of attention."""
    return SelfCheck(
        "Predict: “dog bites man” becomes “man bites dog”. What happens to the three "
        "output vectors?",
        [
            Option(
                "Nothing: the first output stays the first, and so on",
                "Tempting. But each output belongs to a query, and the query of "
                "“dog” has moved to the last place.",
                belief="Q01",
            ),
            Option(
                "They are the same three, in the new order",
                "Yes: every word finds the same words, and its output moves along.",
                right=True,
            ),
            Option(
                "All three are new: every word has other neighbours now",
                "A reader would say so. But the layer sees three keys, in no order.",
            ),
        ],
    )


def fast_columns() -> SelfCheck:
    """Ask which columns of the table of positions change fastest."""
    return SelfCheck(
        "Before you read on: which columns change most from one position to the next?",
        [
            Option(
                "The first ones",
                "Yes: near exponent 0 the position is divided by about 1.",
                right=True,
            ),
            Option(
                "The last ones: the early columns are the slow waves",
                "Some texts say so, and a larger exponent does sound faster. But it "
                "stands below the fraction line: it makes the angle smaller.",
                belief="Q04",
            ),
            Option(
                "None: they differ only in where they start",
                "That holds of a sine and its cosine, which share a speed. From pair "
                "to pair the speed itself changes.",
            ),
        ],
    )


def similarity_by_offset() -> SelfCheck:
    """Ask how the similarity of two position codes goes with their offset."""
    return SelfCheck(
        "Predict: how does the similarity of two codes change as their places move "
        "apart, one by one?",
        [
            Option(
                "It falls steadily towards zero",
                "That is how codes are often described. But waves come back.",
            ),
            Option(
                "It falls at first, then goes up and down",
                "Yes: fast hands come round again, and slow ones have hardly moved.",
                right=True,
            ),
            Option(
                "It drops at once: all codes are unrelated",
                "All are different, but from one place to the next only fast hands "
                "move much.",
            ),
        ],
    )


def trained_short() -> SelfCheck:
    """Ask which way of writing positions works on longer texts than it was taught."""
    return SelfCheck(
        "Predict: trained on 32 tokens, which model still answers well at places 32 "
        "to 47?",
        [
            Option(
                "The waves: their formula has a value everywhere",
                "But a value never met is, to a layer, like a word never met.",
            ),
            Option(
                "The learned positions: they adapt to the task",
                "They adapt to places that occur. Nothing ever moved the row of 40.",
            ),
            Option(
                "The rotary code: it knows only distances",
                "Yes: three back is a distance that it has met at every place.",
                right=True,
            ),
        ],
    )


def no_positions_at_all() -> SelfCheck:
    """Ask what a causal model without positions can know about order."""
    return SelfCheck(
        "Predict: a causal model without any position code is asked, at the last "
        "token, which of A and B came first. Can it learn that?",
        [
            Option(
                "No: without positions nothing in it knows the order",
                "It sounds certain. But under a causal mask tokens see different "
                "parts of the text, and that difference is about order.",
                belief="Q03",
            ),
            Option(
                "Yes, and one layer is enough for it",
                "The mask does help. But the last token sees everything before it, "
                "and one look at everything is a look at a set.",
            ),
            Option(
                "Yes, but one layer is not enough",
                "Yes: the first layer tells B whether it has an A before it, and the "
                "second can pass that on.",
                right=True,
            ),
        ],
    )


def what_i_counts() -> SelfCheck:
    """Ask which hand a column of the table belongs to."""
    return SelfCheck(
        "In the formula, which *i* belongs to column 7 of the table?",
        [
            Option(
                "3",
                "Yes: columns 6 and 7 are the sine and the cosine of hand 3.",
                right=True,
            ),
            Option(
                "7: it is the number of the column",
                "The most common slip. Then sine and cosine of one hand would turn "
                "at different speeds, and no matrix could move them by a step.",
                belief="Q05",
            ),
            Option(
                "6: cosines take the number of the sine before them",
                "Close: 2*i* is 6 for both columns. So *i* itself is half of that.",
            ),
        ],
    )


def width_of_the_sum() -> SelfCheck:
    """Ask how wide a token is after its position has come in."""
    return SelfCheck(
        "A token has 512 features. How many has it after the position code of the "
        "paper has come in?",
        [
            Option(
                "1,024: the code is written behind the token",
                "That is another design. It makes every later matrix larger.",
                belief="Q06",
            ),
            Option(
                "512: the code is added",
                "Yes: it is as wide as the token, and added number by number.",
                right=True,
            ),
            Option(
                "513: one more feature holds the place",
                "A plain number would grow with the text. The code uses all features.",
            ),
        ],
    )


def shuffled_under_positions() -> SelfCheck:
    """Ask what a shuffle does once positions are added."""
    return SelfCheck(
        "You shuffle the *words* first, and then add the positions. What happens to "
        "the outputs?",
        [
            Option(
                "They move along, as before: attention is still equivariant",
                "The layer still is. But its inputs have not been shuffled: they are "
                "new sums of a word and a place.",
                belief="Q02",
            ),
            Option(
                "They stay where they are: the places fix the order",
                "The places stay, but other words stand there now.",
            ),
            Option(
                "They are other vectors: each word has a new place",
                "Yes: that is what positions are for, and it is the test for them.",
                right=True,
            ),
        ],
    )


def why_one_turn() -> SelfCheck:
    """Ask what is special about the matrix that moves a position."""
    return SelfCheck(
        "What is special about the matrix *R*_{k} that moves a code by *k* places?",
        [
            Option(
                "It is the same for every place",
                "Yes: so fixed parameters can ask for “*k* places back” anywhere.",
                right=True,
            ),
            Option(
                "It is learned together with the queries",
                "A query matrix may come to contain it. It follows from the formula.",
            ),
            Option(
                "It makes far places less similar than near ones",
                "It turns every hand by a fixed angle, and hands come round again.",
            ),
        ],
    )


def window_for_rotary() -> SelfCheck:
    """Ask why a short window mends the rotary model on long texts."""
    return SelfCheck(
        "Why does the rotary model answer well at place 200, once each token sees "
        "only itself and the 31 before it?",
        [
            Option(
                "Every distance it then meets has occurred in training",
                "Yes: places are new to it, but its scores cannot see places.",
                right=True,
            ),
            Option(
                "Its table of angles was made for 256 places",
                "So it is without the window, where it fails. A table says what can "
                "be computed, not what was learned.",
            ),
            Option(
                "A shorter row of weights is easier to share out",
                "Then the window would mend the learned positions as well. It "
                "does not.",
            ),
        ],
    )
