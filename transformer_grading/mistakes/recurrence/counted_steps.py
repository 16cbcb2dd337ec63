"""Steps of a stack of LSTM layers, miscounted."""

from transformer_grading.mistakes.core import Mistake

Three = tuple[int, int, int]


def steps_of_one_layer(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens, tokens + layers - 1


def steps_added(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens + layers, tokens + layers - 1


def steps_of_all_gates(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, 4 * tokens * layers, tokens + layers - 1


def one_queue(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens * layers


def layers_for_nothing(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens


def longer_of_both(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, max(tokens, layers)


def one_too_many(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens + layers


def tokens_for_nothing(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, layers


def steps_and_ticks(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens + layers - 1, tokens * layers


def parameters_last(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return tokens * layers, tokens + layers - 1, first + (layers - 1) * above


def parameters_second(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    return tokens * layers, first + (layers - 1) * above, tokens + layers - 1


_WAITING, _FADING, _READING = "Waiting", "Fading", "Reading with a memory"
_NOT_STEPS, _NOT_WAITING = ("parameters", "waiting"), ("parameters", "steps")

MISTAKES = (
    Mistake(
        "the steps of one layer",
        "The steps of the layers above are not counted.",
        "One layer is right. How often does the second layer take a step?",
        _READING,
        (steps_of_one_layer,),
        beside=_NOT_STEPS,
    ),
    Mistake(
        "steps and layers added",
        "There is a step for each token in each layer, so they multiply.",
        "Draw a dot for each step, a row for each layer. How many dots are there?",
        _READING,
        (steps_added,),
        beside=_NOT_STEPS,
    ),
    Mistake(
        "a step for every gate",
        "The four gates of a step are counted one by one.",
        "You count four times too many. What does the task call one step?",
        _FADING,
        (steps_of_all_gates,),
        beside=_NOT_STEPS,
    ),
    Mistake(
        "all steps in one queue",
        "No two steps are taken at the same time, in whatever layer.",
        "One layer is right. Step 1 of the second layer: for which steps of the first "
        "layer does it wait?",
        _WAITING,
        (one_queue,),
        (),
        "A layer begins when the layer below has read the whole text.",
        "Its first step waits for the first step below, and for nothing else.",
        ("parameters",),
    ),
    Mistake(
        "layers that cost no waiting",
        "The last token is counted as if it reached the top at once.",
        "One layer is right. When the first layer is done with the last token, what is "
        "left to do?",
        _WAITING,
        (layers_for_nothing, longer_of_both),
        beside=_NOT_WAITING,
    ),
    Mistake(
        "counts in another order",
        "All three numbers are right, and at least two stand in each other's place.",
        "Your numbers are right. In which order does the task name them?",
        _WAITING,
        (steps_and_ticks, parameters_last, parameters_second),
    ),
    Mistake(
        "a tick too many",
        "The tick is counted twice in which both counts meet.",
        "You are off by one everywhere. How many ticks does one token take in one "
        "layer?",
        _WAITING,
        (one_too_many,),
        beside=_NOT_WAITING,
    ),
    Mistake(
        "tokens that need not wait",
        "All tokens are counted as if they were read at once.",
        "One token is right. May step 2 of a layer begin before its step 1 is done?",
        _WAITING,
        (tokens_for_nothing,),
        (),
        "A layer reads all tokens of a text at the same time.",
        "Attention does; a recurrent layer needs the state of the token before.",
        _NOT_WAITING,
    ),
)
