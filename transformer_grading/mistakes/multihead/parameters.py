"""Parameters that are forgotten, counted twice, or counted with the wrong width."""

from transformer_grading.mistakes.core import Mistake


def all_square(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    matrices = 4 * d_model**2
    return matrices + 4 * d_model if bias else matrices


def square_in_heads(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    return 4 * (d_model**2 + bias * d_model)


def values_as_wide_as_keys(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    wide = n_heads * d_k
    total = 4 * d_model * wide
    if bias:
        total += 3 * wide + d_model
    return total


def w_v_as_wide_as_keys(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    matrices = d_model * n_heads * (3 * d_k + d_v)
    return matrices + bias * (3 * n_heads * d_k + d_model)


def one_head(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    total = 2 * d_model * (d_k + d_v)
    if bias:
        total += 2 * d_k + d_v + d_model
    return total


def one_head_inside(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = 2 * d_k + d_v
    return d_model * made + n_heads * d_v * d_model + bias * (made + d_model)


def no_bias_for_keys(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = n_heads * (d_k + d_v)
    return 2 * d_model * made + bias * (made + d_model)


def no_last_matrix(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = n_heads * (2 * d_k + d_v)
    return d_model * made + bias * made


def no_last_matrix_but_bias(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    made = n_heads * (2 * d_k + d_v)
    return d_model * made + (made + d_model) * bias


def last_matrix_square(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    made = n_heads * (2 * d_k + d_v)
    return d_model * made + d_model**2 + bias * (made + d_model)


def last_matrix_for_each_head(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    made = n_heads * (2 * d_k + d_v)
    return d_model * made + n_heads**2 * d_v * d_model + bias * (made + d_model)


def bias_ignored(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    return 2 * n_heads * d_model * (d_k + d_v)


def bias_always(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = n_heads * (2 * d_k + d_v)
    return (d_model + 1) * made + (n_heads * d_v + 1) * d_model


def bias_as_long_as_the_input(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    made = n_heads * (2 * d_k + d_v)
    total = d_model * made + n_heads * d_v * d_model
    return total + bias * (3 * d_model + n_heads * d_v)


def biases_of_d_model(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    total = 2 * n_heads * d_model * (d_k + d_v)
    return total + 4 * d_model * bias


def last_bias_as_wide_as_values(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    matrices = 2 * n_heads * d_model * (d_k + d_v)
    return matrices + bias * n_heads * (2 * d_k + 2 * d_v)


def no_last_bias(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    made = n_heads * (2 * d_k + d_v)
    return d_model * (made + n_heads * d_v) + bias * made


def one_number_each(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    matrices = 2 * n_heads * d_model * (d_k + d_v)
    return matrices + (4 if bias else 0)


def last_bias_alone(d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool) -> int:
    matrices = 2 * n_heads * d_model * (d_k + d_v)
    return matrices + (d_model if bias else 0)


def biases_of_one_head(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    matrices = 2 * n_heads * d_model * (d_k + d_v)
    return matrices + (2 * d_k + d_v + d_model if bias else 0)


def keys_and_values_in_one(
    d_model: int, n_heads: int, d_k: int, d_v: int, bias: bool
) -> int:
    made = n_heads * (d_k + d_v)
    return d_model * (made + n_heads * d_v) + bias * (made + d_model)


_COST = "What do more heads cost?"
_HEADS = "Several heads side by side"

MISTAKES = (
    Mistake(
        "four square matrices",
        "All is well as long as a head is d_model / h wide.",
        "At the usual widths you are right. What are the shapes of w_q and of w_o if "
        "you may choose d_k and d_v?",
        _COST,
        (all_square, square_in_heads),
        (),
        "A layer has four times d_model² parameters, whatever its heads are like.",
        "That is so if the heads share out d_model; d_k and d_v may be chosen.",
    ),
    Mistake(
        "values as wide as keys",
        "All is well as long as d_v happens to equal d_k.",
        "Where values are as wide as keys you are right. Which two of the matrices "
        "have to do with values?",
        _COST,
        (values_as_wide_as_keys, w_v_as_wide_as_keys),
    ),
    Mistake(
        "the matrices of one head",
        "The heads are taken to share their matrices.",
        "With one head you are right. How many columns of w_q does a second head add?",
        _HEADS,
        (one_head, one_head_inside),
        (),
        "All heads use the same three matrices.",
        "Each head has three of its own; they stand side by side in wide ones.",
    ),
    Mistake(
        "the last matrix left out",
        "Only queries, keys and values are counted.",
        "Three of the four matrices are counted rightly. What mixes what the heads "
        "found?",
        "Why mix at the end?",
        (no_last_matrix, no_last_matrix_but_bias),
    ),
    Mistake(
        "a last matrix that is square",
        "The joined heads are taken to be as wide as d_model.",
        "Three of the four matrices are counted rightly. How wide is a token when its "
        "heads lie side by side?",
        "Why mix at the end?",
        (last_matrix_square,),
    ),
    Mistake(
        "a last matrix for each head",
        "The block of each head is counted as a whole matrix.",
        "With one head you are right. How many rows of w_o belong to one head?",
        "Why mix at the end?",
        (last_matrix_for_each_head,),
    ),
    Mistake(
        "biases that do not depend on bias",
        "With biases and without, the count is the same.",
        "One of the two cases is right. Where does bias enter your count?",
        _COST,
        (bias_ignored, bias_always),
    ),
    Mistake(
        "biases as long as what goes in",
        "A bias has a number for each input, not for each output.",
        "Your matrices are right. A bias is added to x @ w: how many numbers has that "
        "in one row?",
        _COST,
        (bias_as_long_as_the_input, biases_of_d_model),
        (),
        "A bias has as many numbers as a token.",
        "It has as many as the product it is added to.",
    ),
    Mistake(
        "a last bias of another length",
        "The bias after the last matrix is left out, or as wide as the joined heads.",
        "Your matrices are right, and so are three biases. How many features come out "
        "of the last matrix?",
        _COST,
        (last_bias_as_wide_as_values, no_last_bias),
    ),
    Mistake(
        "too few biases",
        "Some outputs get a bias, others none.",
        "Your matrices are right. How many numbers does one product x @ w_q have in a "
        "row, with all heads, and how many of them get a bias?",
        _COST,
        (
            *(one_number_each, last_bias_alone, biases_of_one_head),
            no_bias_for_keys,
        ),
    ),
    Mistake(
        "one matrix for keys and values",
        "Three matrices are counted where there are four.",
        "Which of the roles share a matrix in your count, and do they share it in the "
        "layer?",
        _HEADS,
        (keys_and_values_in_one,),
    ),
)
