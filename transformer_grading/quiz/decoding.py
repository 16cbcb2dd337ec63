"""The questions of the chapter on decoding.

A wrong option is something people really believe; the most widespread have a number.
"""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def what_a_cache_changes() -> SelfCheck:
    """Ask how the output with a cache differs from that without."""
    return SelfCheck(
        "Predict: a decoder keeps the keys and values of earlier tokens instead of "
        "making them anew. What becomes of its scores?",
        [
            Option(
                "They are nearly the same: old keys are a good approximation",
                "One may think so, since the text has grown since. But the mask hides "
                "what has grown from the old tokens.",
                belief="Q50",
            ),
            Option(
                "They are the same, but for rounding",
                "Yes, as long as no token looks at a later one. See the next cells.",
                right=True,
            ),
            Option(
                "They get worse the longer the text is, since errors add up",
                "They would, if each kept number had an error. None has.",
            ),
        ],
    )


def a_wider_beam() -> SelfCheck:
    """Ask what happens to quality and to the model's own score with more beams."""
    return SelfCheck(
        "Predict: from 4 beams to 32, without a length penalty. What happens to the "
        "log-probability of the texts found, and what to BLEU?",
        [
            Option(
                "Both rise: a better search finds better translations",
                "That would be so if what the model finds likely were what readers "
                "find good. The two part ways.",
                belief="Q48",
            ),
            Option(
                "Both fall: the search gets lost among too many texts",
                "A wider beam looks at more, and keeps the best of it.",
            ),
            Option(
                "The log-probability rises; BLEU gains nothing more",
                "Yes. The search gets better at what it is asked for.",
                right=True,
            ),
        ],
    )


def only_the_sure_words() -> SelfCheck:
    """Ask what becomes of a system that leaves out all it is not sure of."""
    return SelfCheck(
        "Predict: a system writes only the words it is sure of, a third of each "
        "sentence, all of them right and in order. What does its score become?",
        [
            Option(
                "Low: all its precisions are 1, but a factor for its length is not",
                "Yes: with c a third of r the factor is e^{-2}, about a seventh.",
                right=True,
            ),
            Option(
                "Perfect: no run of words is wrong",
                "That was the second trick, and it would work without a factor for "
                "the length.",
            ),
            Option(
                "A third, since it has a third of the words",
                "So it would be with a recall. BLEU has no recall; it has a penalty "
                "that falls faster.",
            ),
        ],
    )


def which_row_looks() -> SelfCheck:
    """Ask which row of the cross-attention belongs to a word."""
    return SelfCheck(
        "Predict: the decoder has read “a” and is about to write “fórmula”. In which "
        "row of the cross-attention should “formula” light up?",
        [
            Option(
                "In the row of “fórmula”, for that is its translation",
                "That row has read “fórmula” already, and is busy with the word after "
                "it. Some heads do look back, so count both.",
            ),
            Option(
                "In the row of “a”, for that row has to score “fórmula”",
                "Yes: to score a word one needs its source before it is written.",
                right=True,
            ),
            Option(
                "In all rows alike, since the memory does not change",
                "The memory is the same for all rows; the queries are not.",
            ),
        ],
    )


def how_beams_are_scored() -> SelfCheck:
    """Ask how the score of a beam comes about."""
    return SelfCheck(
        "A beginning has the log-probability −2. It is lengthened by a token with "
        "log-probability −0.5. What is the new one?",
        [
            Option(
                "1, since probabilities are multiplied",
                "Probabilities are, their logarithms are not: two numbers below 0 "
                "would make one above 0.",
                belief="Q49",
            ),
            Option(
                "−1.25, the mean of the two",
                "A mean would not punish length at all; it comes in by the penalty, "
                "at the end.",
            ),
            Option(
                "−2.5, for a product of shares is a sum of logarithms",
                "Yes. And it can only fall, which is why length has to be paid for.",
                right=True,
            ),
        ],
    )


def a_cache_in_training() -> SelfCheck:
    """Ask what a cache is worth in training."""
    return SelfCheck(
        "A cache makes writing many times cheaper. How much does it save in training?",
        [
            Option(
                "As much, since the decoder is the same",
                "The decoder is. But in training all tokens are there and run at once.",
            ),
            Option(
                "Nothing: no token is computed twice",
                "Yes: one pass makes each key once, so there is nothing to keep.",
                right=True,
            ),
            Option(
                "About half, for it can be used on the way forward only",
                "On the way forward there is nothing to save either.",
            ),
        ],
    )


def hot_and_cut() -> SelfCheck:
    """Ask which way of drawing can never pick an unlikely word."""
    return SelfCheck(
        "A word has a share of 0.001. Which of these makes sure that it is not drawn, "
        "whatever the other shares are?",
        [
            Option(
                "Top-p with p = 0.99, if likelier words hold 0.995 already",
                "Yes: what likelier words hold is p or more, so it is ruled out.",
                right=True,
            ),
            Option(
                "A temperature of 0.7",
                "It makes the share smaller and leaves it above 0.",
            ),
            Option(
                "Top-k with k = 10 000, which is more than the vocabulary has",
                "Then nothing is ruled out at all; the library even refuses it.",
            ),
        ],
    )


def two_scores() -> SelfCheck:
    """Ask what can be said of two reported scores."""
    return SelfCheck(
        "One paper reports BLEU 41 on its test set, another 38 on its own, with its "
        "own way to cut words. Which system is the better one?",
        [
            Option(
                "The first: BLEU is a number from 0 to 100",
                "It is, but of a system, a test set and a way to cut words.",
            ),
            Option(
                "Neither: a difference of 3 is always chance",
                "On a large test set 3 can be far from chance. The reason is another.",
            ),
            Option(
                "One can't say",
                "Yes: run both on one test set, and cut words with one program.",
                right=True,
            ),
        ],
    )


def nine_of_ten() -> SelfCheck:
    """Ask what accuracy with right words before it says about a written text."""
    return SelfCheck(
        "With right words before it, a model guesses nine of ten tokens. It writes a "
        "text of 20 tokens. What do you expect?",
        [
            Option(
                "About two wrong tokens",
                "The guesses were made after right words. After its own first slip the "
                "model reads what it never met in training.",
            ),
            Option(
                "Most texts have a slip, and what follows was written to fit it",
                "Yes. Even with slips that know nothing of each other, only about one "
                "text in eight would have none.",
                right=True,
            ),
            Option(
                "No wrong token, if a beam search is used",
                "A beam search looks at more texts. It judges them by the same shares.",
            ),
        ],
    )
