"""Multiply-adds of attention with one size in the place of another."""

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def made_of_x(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * query * d_model * width, 2 * query * key * width


def made_of_context(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * key * d_model * width, 2 * query * key * width


def queries_alone(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * query * d_model * width, 2 * query * query * width


def keys_alone(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * key * d_model * width, 2 * key**2 * width


def square_of_queries(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, 2 * query**2 * width


def square_of_keys(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, 2 * key**2 * width


def mixed_by_keys(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return (query + 3 * key) * d_model * width, 2 * query * key * width


def values_of_x(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return (3 * query + key) * d_model * width, 2 * query * key * width


def one_head(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * d_k, 2 * query * key * d_k


def core_of_one_head(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * heads * d_k, 2 * query * key * d_k


def one_head_made(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * d_k, 2 * query * key * heads * d_k


def heads_twice(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * heads * d_k
    return 2 * (query + key) * d_model * width, 2 * query * key * width


def core_heads_twice(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, heads * 2 * query * key * width


def wide_heads(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_model
    return 2 * (query + key) * d_model * width, 2 * query * key * width


def core_of_wide_heads(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_model
    return 2 * (query + key) * d_model * heads * d_k, 2 * query * key * width


def square_matrices(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model**2, 2 * query * key * d_model


def core_of_d_model(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * heads * d_k, 2 * query * key * d_model


def made_square(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model**2, 2 * query * key * heads * d_k


def square_inside(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * width**2, 2 * query * key * width


def mixed_inside(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    made = (query + 2 * key) * d_model * width
    return made + query * width * width, 2 * query * key * width


def out_square(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    made = (query + 2 * key) * d_model * width
    return made + query * d_model**2, 2 * query * key * width


def entries(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, 2 * query * key * heads


def pairs(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * heads * d_k, 2 * query * key


def softmax_too(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    core = 2 * query * key * width + heads * query * key
    return 2 * (query + key) * d_model * width, core


def softmax_and_scale(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    core = 2 * query * key * (width + heads)
    return 2 * (query + key) * d_model * width, core


def wrong_order(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * query * key * width, 2 * (query + key) * d_model * width


def squared_tokens(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * query * key * d_model * width, 2 * query * key * width


def squared_width(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, 2 * query * key * width * width


_COUNT = "What to count"
_LESS = "Who does less work"

MISTAKES = (
    Mistake(
        "one length where there are two",
        "It is right only if there are as many queries as keys.",
        "Self-attention comes out right. Of which tokens are queries, keys, values and "
        "outputs made, and how many tokens is that for each?",
        _COUNT,
        (
            *(made_of_x, made_of_context, queries_alone, keys_alone),
            *(square_of_queries, square_of_keys),
        ),
    ),
    Mistake(
        "a projection of the wrong tokens",
        "Self-attention is right; otherwise one projection counts the wrong length.",
        "Self-attention comes out right, and so does your core. Which tokens pass "
        "through W_V, and which through W_O?",
        _COUNT,
        (mixed_by_keys, values_of_x),
    ),
    Mistake(
        "one head in the place of all",
        "A number is too small by the number of heads.",
        "With one head you are right. How many features have all heads together?",
        _COUNT,
        (one_head, core_of_one_head, one_head_made),
    ),
    Mistake(
        "heads counted twice",
        "A number is too large by the number of heads.",
        "With one head you are right. Is the number of heads already in the width you "
        "use?",
        _LESS,
        (heads_twice, core_heads_twice),
        (),
        "More heads are more work.",
        "At the same total width the work is the same, however many share it.",
    ),
    Mistake(
        "heads as wide as a token",
        "Every head works with d_model features.",
        "How wide is one head: does the task say d_model, or something else?",
        _COUNT,
        (wide_heads, core_of_wide_heads),
    ),
    Mistake(
        "d_model in the place of all heads together",
        "It is right only if the heads together are as wide as a token.",
        "Where heads · d_k is d_model you are right. Which sides of the four matrices "
        "are d_model, and which are the width of all heads?",
        _LESS,
        (
            *(square_matrices, core_of_d_model, made_square),
            *(square_inside, mixed_inside, out_square),
        ),
    ),
    Mistake(
        "pairs counted, not what each costs",
        "The core does not grow with the width.",
        "Your projections are right. How many products does one score add up, and how "
        "many numbers has one value?",
        _COUNT,
        (entries, pairs),
    ),
    Mistake(
        "the softmax counted as well",
        "Scaling or exponentials are in the core.",
        "Your projections are right, and the core is a little too large. Which parts "
        "of attention are matrix products?",
        _COUNT,
        (softmax_too, softmax_and_scale),
    ),
    Mistake(
        "core and projections in the wrong order",
        "The two numbers have changed places.",
        "Both numbers are right. Which one does the task want first?",
        _COUNT,
        (wrong_order,),
    ),
    Mistake(
        "projections that pair the tokens",
        "The projections grow with the square of the text.",
        "Your core is right. When a text is twice as long, how many more tokens pass "
        "through each matrix?",
        _COUNT,
        (squared_tokens,),
    ),
    Mistake(
        "a core that grows with the square of the width",
        "The width is in the core twice.",
        "Your projections are right. For one pair, how many products does the score "
        "add up: d, or d times d?",
        _COUNT,
        (squared_width,),
    ),
)
