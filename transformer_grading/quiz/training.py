"""The questions of the chapter on training.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def what_the_decoder_reads() -> SelfCheck:
    """Ask what stands before each guess in training."""
    return SelfCheck(
        "Predict: in training the decoder guesses the third word. Which two words has "
        "it read?",
        [
            Option(
                "The two that it guessed itself",
                "So it will be when it writes. In training its guesses are thrown "
                "away once they are measured.",
            ),
            Option(
                "The first two of the right translation",
                "Yes. They are known, so all places can be computed in one pass.",
                right=True,
            ),
            Option(
                "Now these, now those: a coin decides",
                "Some recurrent networks were trained so. Here one's own words would "
                "bring the chain back: each place would wait for the one before.",
            ),
        ],
    )


def without_the_shift() -> SelfCheck:
    """Ask what becomes of the loss when the decoder reads what it must guess."""
    return SelfCheck(
        "Predict: the decoder reads the very tokens that it has to guess. Where is the "
        "loss after a hundred updates?",
        [
            Option(
                "Near the lowest that is possible",
                "Yes: copying is easy to learn. It is of no use, as the next cell "
                "shows.",
                right=True,
            ),
            Option(
                "Where it was: the causal mask hides the answer",
                "The mask hides what comes later. A place may always see itself, and "
                "here it holds the answer.",
            ),
            Option(
                "A little lower than it should be",
                "The source is hard to use, and copying is not. So the model does "
                "nothing else.",
            ),
        ],
    )


def softmax_before_the_loss() -> SelfCheck:
    """Ask what a softmax and a log-softmax do to a loss that has its own."""
    return SelfCheck(
        "Predict: the cross-entropy has a softmax of its own. Before it stands another "
        "layer. Which of the two does harm?",
        [
            Option(
                "The log-softmax: its logarithm is taken twice",
                "The loss takes the logarithm of a softmax. Of normalised logarithms "
                "that gives the same ones back.",
                belief="Q37",
            ),
            Option(
                "None: both only put the scores into another form",
                "A softmax squeezes all differences into the range from 0 to 1, and "
                "the loss can't undo that.",
                belief="Q38",
            ),
            Option("The softmax", "Yes. The next cell measures how much.", right=True),
        ],
    )


def what_is_lost() -> SelfCheck:
    """Ask what happens when only the weights are kept."""
    return SelfCheck(
        "Predict: a run is stopped, and only its weights are kept. They are loaded, "
        "and training goes on with a fresh optimiser. What happens at first?",
        [
            Option(
                "Nothing: the weights are all that was learned",
                "They are all that the *model* has learned. The optimiser has learned "
                "how large each gradient usually is.",
            ),
            Option(
                "The loss is that of a fresh model again",
                "The weights are there, so the first loss is as low as it was.",
            ),
            Option(
                "The run goes another way",
                "Yes: averages of the gradients, the place in the schedule and the "
                "order of the batches are gone.",
                right=True,
            ),
        ],
    )


def what_is_missed_most() -> SelfCheck:
    """Ask which of three things a young translator misses most."""
    return SelfCheck(
        "Predict: each of three models lacks one thing. Which one translates worst?",
        [
            Option(
                "The one without positions: it reads a bag of words",
                "It is bad. But the causal mask tells its decoder some order.",
            ),
            Option(
                "The one without the division by √d_{k}",
                "Yes. Why, the next part asks.",
                right=True,
            ),
            Option(
                "The one without smoothed labels",
                "In so short a run smoothing shows no gain.",
            ),
        ],
    )


def below_the_landmark() -> SelfCheck:
    """Ask what a loss at the unigram entropy means."""
    return SelfCheck(
        "After a thousand updates the loss has stood for a while at 6.1, which is the "
        "unigram entropy. What does the model know?",
        [
            Option(
                "How often each token occurs, and nothing of its sentence",
                "Yes: any use of what was read would bring it lower.",
                right=True,
            ),
            Option(
                "Nothing at all: it guesses",
                "Guessing stands higher, at the logarithm of the size of the table.",
            ),
            Option(
                "Nearly everything: an entropy can't be beaten",
                "It can't be beaten by who knows *only* the frequencies. Who reads "
                "knows more than they say.",
            ),
        ],
    )


def smoothed_loss() -> SelfCheck:
    """Ask what a smoothed loss just above its floor says."""
    return SelfCheck(
        "Labels are smoothed by 0.1 over 37,000 entries. A model reports a loss of 1.4 "
        "on its training text. How well does it know that text?",
        [
            Option(
                "Badly: it gives the right token a quarter of the probability",
                "That is what a *plain* loss of 1.4 means. Of this one more than 1.3 "
                "are the floor.",
            ),
            Option(
                "Nearly by heart",
                "Yes: the floor is just below, so hardly anything is left to learn.",
                right=True,
            ),
            Option(
                "That can't be said without the language",
                "For unseen text that is so. But nobody gets below the floor, and this "
                "model nearly stands on it.",
            ),
        ],
    )


def accuracy_and_writing() -> SelfCheck:
    """Ask what accuracy under teacher forcing says about writing."""
    return SelfCheck(
        "A model guesses 70 of 100 tokens right on new sentences, with the right words "
        "before each. How will it write?",
        [
            Option(
                "About 70 of 100 words of what it writes will be right",
                "That number was measured after *right* words. Writing, it reads its "
                "own, and one slip misleads the next.",
            ),
            Option(
                "It will write only nonsense: 30 errors in 100 are too many",
                "Many of these are other good words. A translation may differ from the "
                "reference and be right.",
            ),
            Option(
                "That has to be measured on what it writes",
                "Yes: decode whole sentences, and compare them. The next chapter does.",
                right=True,
            ),
        ],
    )


def longer_warm_up() -> SelfCheck:
    """Ask what doubling the warm-up does to the paper's schedule."""
    return SelfCheck(
        "With the paper's schedule, you double the warm-up. What happens to the rate "
        "long after it?",
        [
            Option(
                "It is the same as before",
                "Yes: the falling root does not contain the warm-up. Only the top is "
                "later and lower.",
                right=True,
            ),
            Option(
                "It is twice as high, since it has risen for twice as long",
                "It has risen half as steeply, too. The top is even lower than before.",
            ),
            Option(
                "It is lower by the root of two, like the top",
                "That holds for the top alone. Both curves join the same root.",
            ),
        ],
    )


def counted_padding() -> SelfCheck:
    """Ask how a run looks that counts padding as a token to guess."""
    return SelfCheck(
        "Of the places in your batches half are padding. By mistake they count as "
        "tokens to be guessed. How does the curve look?",
        [
            Option(
                "Far too high: padding can't be predicted",
                "Nothing is easier: after the end of a sentence comes padding, always.",
            ),
            Option(
                "Far too good, about half of what it should be",
                "Yes: half of the places are soon guessed without fail, and the mean "
                "sinks with them.",
                right=True,
            ),
            Option(
                "As it should: the padding mask hides padding",
                "That mask says what may be *looked at*. What is counted, only the "
                "loss decides.",
            ),
        ],
    )
