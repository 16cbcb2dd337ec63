"""The questions of the chapter on recurrence."""

from transformer_lib.widgets.selfcheck import Option, SelfCheck


def twice_the_cores() -> SelfCheck:
    """Ask what more hardware does for one text."""
    return SelfCheck(
        "Predict: an RNN reads one text of 1,000 tokens. You double the number of "
        "processor cores. How much sooner is it done?",
        [
            Option(
                "Twice as soon: each core takes half of the tokens",
                "The second half cannot start. It needs the state that the first half "
                "ends with.",
            ),
            Option(
                "Not much sooner",
                "Yes: step 500 waits for step 499. More cores help within a step, and "
                "a step is small.",
                right=True,
            ),
            Option(
                "A little under twice as soon, since the cores have to talk",
                "That is how work in parallel scales. This is a queue.",
            ),
        ],
    )


def fresh_lstm() -> SelfCheck:
    """Ask how well a fresh LSTM carries a gradient."""
    return SelfCheck(
        "Predict: PyTorch has made a new LSTM. How much of its gradient arrives 50 "
        "tokens back?",
        [
            Option(
                "Almost nothing, as in the plain RNN",
                "Yes: a fresh forget gate stands half open, and half of a half of a "
                "half does not go far.",
                right=True,
            ),
            Option(
                "Nearly all: that is what the gates are for",
                "The gates can do it. Somebody has to open them first: training, or "
                "you.",
                belief="Q45",
            ),
            Option(
                "About half, since the forget gate stands half open",
                "Half is what one step leaves. This asks for fifty.",
            ),
        ],
    )


def four_hundred_later() -> SelfCheck:
    """Ask who remembers one symbol for a long time."""
    return SelfCheck(
        "Predict: one symbol to keep, then 400 of noise. Training had 200 at most. Who "
        "of the four still knows the symbol?",
        [
            Option(
                "Attention alone",
                "It does. But keeping one thing is what an LSTM is made for.",
            ),
            Option(
                "None: no text in training was that long",
                "Tempting. But to keep it for 400 steps is to keep it for one, often.",
            ),
            Option(
                "Attention, and the LSTM whose gate starts open",
                "Yes. Distance as such does not stop an LSTM.",
                right=True,
            ),
        ],
    )


def where_it_looks() -> SelfCheck:
    """Ask where a decoder looks that writes a text backwards."""
    return SelfCheck(
        "Predict: the decoder writes the source backwards, and it is told each letter "
        "that it has just written. Where does it look to write the next one?",
        [
            Option(
                "At the letter that it is about to write",
                "It would be the natural place. The map below says otherwise.",
            ),
            Option(
                "At the letter that it wrote last",
                "Yes: the state there has just read two letters, the one written last "
                "and the one before it, which comes next.",
                right=True,
            ),
            Option(
                "Everywhere a little, since the last state holds it all",
                "With six letters it nearly could. But looking is easier to learn than "
                "remembering.",
            ),
        ],
    )


def clipping() -> SelfCheck:
    """Ask what clipping does to gradients that explode or vanish."""
    return SelfCheck(
        "Clipping shortens a gradient that is longer than a limit. What does it cure?",
        [
            Option(
                "Exploding gradients only",
                "Yes: a long gradient still points somewhere. One that has vanished is "
                "lost in what comes from near tokens.",
                right=True,
            ),
            Option(
                "Exploding and vanishing gradients",
                "Both are problems of size, so one remedy for both is tempting. But "
                "clipping never makes anything longer.",
                belief="Q46",
            ),
            Option(
                "Vanishing gradients only",
                "It is the other way about: clipping acts only on long ones.",
            ),
        ],
    )


def reading_order() -> SelfCheck:
    """Ask in what order attention reads."""
    return SelfCheck(
        "In which order does a layer of self-attention read a text?",
        [
            Option(
                "From left to right, as we do",
                "We do, and so does an RNN. In attention no token waits for the one "
                "before it.",
                belief="Q33",
            ),
            Option(
                "In both directions, one after the other",
                "Two RNNs can be run like that. Attention needs no direction at all.",
            ),
            Option(
                "In none: all tokens are compared at once",
                "Yes. That is why it must be told where each token stands, as a later "
                "chapter does.",
                right=True,
            ),
        ],
    )


def writing() -> SelfCheck:
    """Ask how many steps writing takes."""
    return SelfCheck(
        "A Transformer *writes* 100 tokens. How many steps must wait for each other?",
        [
            Option(
                "One: a Transformer has no chain",
                "True while it reads or trains. But token 7 cannot be chosen before "
                "token 6 is.",
                belief="Q30",
            ),
            Option(
                "100: one for each token",
                "Yes: each token is chosen after those before it. What attention saves "
                "is the waiting in reading and in training.",
                right=True,
            ),
            Option(
                "10,000: each token looks at each other",
                "That counts comparisons. Those of one step are made at the same time.",
            ),
        ],
    )


def meaning_of_a_weight() -> SelfCheck:
    """Ask what a large weight tells about an answer."""
    return SelfCheck(
        "A decoder looks back at an RNN. It writes *cat* and gives 0.9 of its "
        "attention to place 4. What do you know?",
        [
            Option(
                "The state at place 4 has weight 0.9 in the average",
                "Yes, and no more. That state has read the whole text up to there.",
                right=True,
            ),
            Option(
                "The word at place 4 is why it wrote *cat*",
                "Maps look convincing. But you have seen a decoder look beside the "
                "letter that it writes.",
                belief="Q15",
            ),
            Option(
                "The word at place 4 means *cat*",
                "In a translation that is a good guess. Test it: change that word.",
            ),
        ],
    )


def which_gru() -> SelfCheck:
    """Ask whether two GRUs of one name are one function."""
    return SelfCheck(
        "From *Look deeper*. You copy the weights of PyTorch's GRU into the equations "
        "of the published paper. What comes out?",
        [
            Option(
                "The same numbers: it is the same GRU",
                "Same name, same gates, same shapes. But one resets the state before "
                "the matrix, the other after it.",
                belief="Q47",
            ),
            Option(
                "Other numbers",
                "Yes: PyTorch resets after the product with the matrix, they before.",
                right=True,
            ),
            Option(
                "An error, since the shapes differ",
                "It would be kinder. All shapes fit, and nothing warns you.",
            ),
        ],
    )


def what_fixed_size_costs() -> SelfCheck:
    """Ask what limits a trained recurrent network on long texts."""
    return SelfCheck(
        "A text gets ten times as long. How much of it can an RNN or an LSTM keep?",
        [
            Option(
                "More: there is more to keep",
                "More to keep is not more room: the state is as long as before.",
            ),
            Option(
                "More, but every token in it is fainter",
                "Traces of all may be mixed in it. But a fixed count of numbers does "
                "not hold more by being mixed.",
            ),
            Option(
                "As much as before: the state has a fixed size",
                "Yes: what comes in pushes something out. Attention keeps every token.",
                right=True,
            ),
        ],
    )
