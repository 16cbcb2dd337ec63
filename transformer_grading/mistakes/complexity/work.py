"""Multiply-adds of attention that count something else, or not everything."""

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def no_last_matrix(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return (query + 2 * key) * d_model * width, 2 * query * key * width


def three_of_four(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    make_q = query * d_model * heads * d_k
    make_k = key * d_model * heads * d_k
    return make_q + 2 * make_k, 2 * heads * query * key * d_k


def no_projections(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 0, 2 * query * key * heads * d_k


def core_as_whole(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    projections = 2 * (query + key) * d_model * width
    return projections, projections + 2 * query * key * width


def one_matrix(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return (query + key) * d_model * width, 2 * query * key * width


def keys_are_values(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return (2 * query + key) * d_model * width, 2 * query * key * width


def parameters(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 4 * d_model * heads * d_k, 2 * query * key * heads * d_k


def with_biases(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    biases = 3 * heads * d_k + d_model
    return 4 * d_model * heads * d_k + biases, 2 * query * key * heads * d_k


def biases_added(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    work = 2 * (query + key) * d_model * width
    return work + (query + 2 * key) * width + query * d_model, 2 * query * key * width


def operations(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 4 * (query + key) * d_model * width, 4 * query * key * width


def core_operations(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 2 * (query + key) * d_model * heads * d_k, 4 * query * key * heads * d_k


def other_operations(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    return 4 * (query + key) * d_model * heads * d_k, 2 * query * key * heads * d_k


def one_by_one(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    make = (query + 2 * key) * width * (2 * d_model - 1)
    mix = query * d_model * (2 * width - 1)
    scores = heads * query * key * (2 * d_k - 1)
    return make + mix, scores + query * width * (2 * key - 1)


def results(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    core = heads * query * key + query * width
    return (query + 2 * key) * width + query * d_model, core


def scores_only(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    width = heads * d_k
    return 2 * (query + key) * d_model * width, query * key * width


def half_the_pairs(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    pairs = query * key / 2
    return 2 * (query + key) * d_model * heads * d_k, 2 * pairs * heads * d_k


def triangle(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    pairs = query * key - query * (query - 1) // 2
    return 2 * (query + key) * d_model * heads * d_k, 2 * pairs * heads * d_k


def triangle_of_half(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    pairs = query * (key + 1) // 2
    return 2 * (query + key) * d_model * heads * d_k, 2 * pairs * heads * d_k


def strict_triangle(query: int, key: int, d_model: int, heads: int, d_k: int) -> Two:
    pairs = query * (key - 1) // 2
    return 2 * (query + key) * d_model * heads * d_k, 2 * pairs * heads * d_k


_COUNT = "What to count"
_LESS = "Who does less work"

MISTAKES = (
    Mistake(
        "the last of four projections left out",
        "The matrix that mixes the heads is not counted.",
        "Your core is right, and three projections are there. How many matrices has "
        "an attention with several heads?",
        _LESS,
        (no_last_matrix, three_of_four),
        ("P03",),
        "Attention has three matrices: for queries, keys and values.",
        "A fourth, W_O, mixes what the heads found.",
    ),
    Mistake(
        "projections that cost nothing",
        "Only the pairs are counted.",
        "Your core is right. Out of what are queries, keys and values made, and is "
        "that no work?",
        _LESS,
        (no_projections,),
        ("Z07",),
        "Attention costs n² d.",
        "That is its core; the projections cost n d² four times.",
    ),
    Mistake(
        "the whole layer in the place of its core",
        "The projections are counted in both numbers.",
        "Your first number is right, and your second contains it. Which two products "
        "does the core consist of?",
        _COUNT,
        (core_as_whole,),
    ),
    Mistake(
        "keys and values counted once for both",
        "Of four projections three are there, or two.",
        "Your core is right. Do a key and a value come out of one product, or of one "
        "each?",
        _LESS,
        (one_matrix, keys_are_values),
    ),
    Mistake(
        "numbers in the matrices in the place of work",
        "The projections come out the same for one token and for a thousand.",
        "Your core is right. You have counted how many numbers the matrices hold. How "
        "often does each of them take part in a product?",
        _COUNT,
        (parameters, with_biases),
    ),
    Mistake(
        "biases counted as work",
        "One addition a result is counted as if it were a multiply-add.",
        "Your core is right, and the projections are a little too large. Is adding a "
        "bias a product that goes into a sum?",
        _COUNT,
        (biases_added,),
    ),
    Mistake(
        "operations in the place of multiply-adds",
        "A number is twice what it should be.",
        "The parts are right, and one number or both are doubled. Is a multiply-add "
        "one unit here, or two?",
        _COUNT,
        (operations, core_operations, other_operations),
        (),
        "A multiply-add and a FLOP are the same.",
        "A multiply-add is a multiplication and an addition: two FLOPs.",
    ),
    Mistake(
        "multiplications and additions counted one by one",
        "A sum of d products is counted as 2d − 1.",
        "Your sizes are right. What is the unit here: an operation, or a product that "
        "goes into a sum?",
        _COUNT,
        (one_by_one,),
    ),
    Mistake(
        "results counted in the place of multiply-adds",
        "Each result counts once, however many products it adds up.",
        "You have counted how many numbers come out. How many products does each of "
        "them add up?",
        _COUNT,
        (results,),
    ),
    Mistake(
        "half of the core",
        "Scores or average are missing, or half of all pairs.",
        "Your projections are right. Which products does the core consist of, and "
        "does the task let you leave out pairs?",
        _COUNT,
        (scores_only, half_the_pairs),
        ("Z02",),
        "Scores cost n² d, and the average comes with them.",
        "The average is a product of its own, as large as the scores.",
    ),
    Mistake(
        "pairs after the diagonal left out",
        "A causal mask is counted that the task does not have.",
        "Your projections are right. Which pairs do you count, and which does the "
        "task ask for?",
        _COUNT,
        (triangle, triangle_of_half, strict_triangle),
        ("Z02",),
        "A mask saves the work of what it hides.",
        "In the plain code all scores are made, and then some are hidden.",
    ),
)
