"""Parameters of a stack of LSTM layers, miscounted."""

from transformer_grading.mistakes.core import Mistake

Three = tuple[int, int, int]


def one_gate(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = hidden * (d_model + hidden + 1)
    above = hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def three_gates(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 3 * hidden * (d_model + hidden + 1)
    above = 3 * hidden * (hidden + hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def no_bias(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden)
    above = 4 * hidden * (hidden + hidden)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def two_biases(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 2)
    above = 4 * hidden * (hidden + hidden + 2)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def narrow_bias(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden) + hidden
    above = 4 * hidden * (hidden + hidden) + hidden
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def all_read_tokens(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    each = 4 * hidden * (d_model + hidden + 1)
    return layers * each, tokens * layers, tokens + layers - 1


def all_read_states(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    each = 4 * hidden * (hidden + hidden + 1)
    return layers * each, tokens * layers, tokens + layers - 1


def one_layer(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    return first, tokens * layers, tokens + layers - 1


def for_each_token(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + hidden + 1)
    above = 4 * hidden * (hidden + hidden + 1)
    parameters = tokens * (first + (layers - 1) * above)
    return parameters, tokens * layers, tokens + layers - 1


def no_state_matrix(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    first = 4 * hidden * (d_model + 1)
    above = 4 * hidden * (hidden + 1)
    return first + (layers - 1) * above, tokens * layers, tokens + layers - 1


def no_token_matrix(tokens: int, d_model: int, hidden: int, layers: int) -> Three:
    return 4 * hidden * (hidden + 1) * layers, tokens * layers, tokens + layers - 1


_FADING, _READING = "Fading", "Reading with a memory"
_OTHERS = ("steps", "waiting")

MISTAKES = (
    Mistake(
        "the parameters of a plain recurrent network",
        "One gate is counted where there are four.",
        "You have a quarter of what there is. How many vectors does one step of an "
        "LSTM compute from token and state?",
        _FADING,
        (one_gate,),
        beside=_OTHERS,
    ),
    Mistake(
        "three gates, and no candidate",
        "The candidate g is computed from token and state as well.",
        "You have three quarters of what there is. Which of i, f, g and o needs no "
        "matrix?",
        _FADING,
        (three_gates,),
        (),
        "An LSTM has three gates, so its matrices have three blocks.",
        "The candidate has a block of its own: that makes four.",
        _OTHERS,
    ),
    Mistake(
        "parameters without a bias",
        "The matrices are counted, and b is not.",
        "Your matrices are right. What else is a parameter of a layer?",
        _READING,
        (no_bias,),
        beside=_OTHERS,
    ),
    Mistake(
        "two biases for each gate",
        "It is what PyTorch keeps, and twice what this task has.",
        "Your matrices are right. How many vectors b does a layer have here?",
        _READING,
        (two_biases,),
        (),
        "Every layer keeps a bias for the token and another for the state.",
        "PyTorch's layers do; one is enough, since they are only ever added.",
        _OTHERS,
    ),
    Mistake(
        "a bias for one gate alone",
        "b is counted with the length of a state.",
        "Your matrices are right. How long is b when the columns stand in four blocks?",
        _FADING,
        (narrow_bias,),
        beside=_OTHERS,
    ),
    Mistake(
        "layers that all read tokens",
        "The layers above get a matrix for d_model features.",
        "One layer is right. What does the second layer read, and how wide is that?",
        _READING,
        (all_read_tokens,),
        beside=_OTHERS,
    ),
    Mistake(
        "layers that all read states",
        "The first layer gets a matrix for hidden features.",
        "It is right where d_model is hidden. What does the first layer read, and how "
        "wide is that?",
        _READING,
        (all_read_states,),
        beside=_OTHERS,
    ),
    Mistake(
        "the parameters of one layer",
        "The layers above are not counted.",
        "One layer is right. Do the layers above share its parameters?",
        _READING,
        (one_layer,),
        beside=_OTHERS,
    ),
    Mistake(
        "parameters for each token",
        "A longer text gets more parameters.",
        "A text of one token is right. Which parameters does the second step use?",
        _READING,
        (for_each_token,),
        (),
        "Each step has parameters of its own.",
        "All steps share them; that is how one network reads any length.",
        _OTHERS,
    ),
    Mistake(
        "one of the two matrices left out",
        "A layer is counted with a single matrix.",
        "Your bias is right. A step reads a token and a state: how many matrices does "
        "it need for the two?",
        _READING,
        (no_state_matrix, no_token_matrix),
        beside=_OTHERS,
    ),
)
