"""Bytes of weights and cache that leave a factor out, or put one in."""

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def keys_alone(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, size * b * n * h * seq * d_k


def queries_too(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq**2, 3 * size * b * n * h * seq * d_k


def no_batch(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * n * h * seq * seq, 2 * size * n * h * seq * d_k


def weights_of_one_text(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * n * h * seq * seq, 2 * size * b * n * h * seq * d_k


def cache_of_one_text(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * n * h * seq * d_k


def no_layers(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * h * seq * seq, 2 * size * b * h * seq * d_k


def weights_of_one_layer(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * h * seq * seq, 2 * size * b * n * h * seq * d_k


def cache_of_one_layer(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * b * h * seq * d_k


def no_heads(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * seq * seq, 2 * size * b * n * seq * d_k


def weights_of_one_head(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * seq * seq, 2 * size * b * n * h * seq * d_k


def cache_of_one_head(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * b * n * seq * d_k


def wide_weights(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq * d_k, 2 * size * b * n * h * seq * d_k


def row_of_weights(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq, 2 * size * b * n * h * seq * d_k


def square_cache(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * b * n * h * seq * seq * d_k


def newest_token(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * b * n * h * d_k


def no_features(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq, 2 * size * b * n * h * seq


def scores_too(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return 2 * size * b * n * h * seq * seq, 2 * size * b * n * h * seq * d_k


def inputs_too(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    cache = 2 * size * b * n * h * seq * d_k
    return size * b * n * h * seq**2 + 3 * cache / 2, cache


def cache_of_all_steps(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    steps = seq * (seq + 1) // 2
    return size * b * n * h * seq**2, 2 * size * b * n * h * steps * d_k


def half_the_pairs(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * b * n * h * seq * seq / 2, 2 * size * b * n * h * seq * d_k


def triangle(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    pairs = seq * (seq + 1) // 2
    return size * b * n * h * pairs, 2 * size * b * n * h * seq * d_k


def batch_of_pairs(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return size * n * h * (b * seq) ** 2, 2 * size * b * n * h * seq * d_k


def wrong_order(b: int, n: int, h: int, seq: int, d_k: int, size: int) -> Two:
    return 2 * size * b * n * h * seq * d_k, size * b * n * h * seq * seq


_TABLE = "The table of weights"
_WAIT = "Waiting"

MISTAKES = (
    Mistake(
        "a cache of keys alone",
        "Values are missing.",
        "The weights are right, and the cache is half as large as it should be. What "
        "does a new token need of an earlier one, besides its key?",
        _WAIT,
        (keys_alone,),
    ),
    Mistake(
        "a cache that keeps queries as well",
        "Three vectors a token are kept.",
        "The weights are right. Will a later token ever use the query of an earlier "
        "one?",
        _WAIT,
        (queries_too,),
        (),
        "A cache keeps Q, K and V of each token.",
        "A query is used once, by the token that makes it.",
    ),
    Mistake(
        "one text in the place of a batch",
        "A number does not grow with the batch.",
        "For a batch of one you are right. Do two texts share their weights, or their "
        "keys?",
        _TABLE,
        (no_batch, weights_of_one_text, cache_of_one_text),
    ),
    Mistake(
        "one layer in the place of all",
        "A number does not grow with the layers.",
        "For one layer you are right. What happens to the numbers of the first layer "
        "while the second runs?",
        _TABLE,
        (no_layers, weights_of_one_layer, cache_of_one_layer),
    ),
    Mistake(
        "one head in the place of all",
        "A number does not grow with the heads.",
        "For one head you are right. Is d_k the width of one head, or of all together?",
        _TABLE,
        (no_heads, weights_of_one_head, cache_of_one_head),
        (),
        "More heads never need more memory.",
        "Each head has a table of weights of its own, however narrow it is.",
    ),
    Mistake(
        "a weight as wide as a key",
        "Weights are counted as if they were vectors.",
        "The cache is right. How many numbers is the weight of one pair in one head?",
        _TABLE,
        (wide_weights,),
    ),
    Mistake(
        "one row of weights",
        "The weights grow as the text does, not with its square.",
        "The cache is right. How many queries look at the keys of a text?",
        _TABLE,
        (row_of_weights,),
    ),
    Mistake(
        "a cache that pairs the tokens",
        "The cache grows with the square of the text.",
        "The weights are right. How many keys has a text of 100 tokens, in one head?",
        _WAIT,
        (square_cache,),
        (),
        "A cache grows with the square of the text, as attention does.",
        "It holds a key and a value a token: twice the text, twice the cache.",
    ),
    Mistake(
        "a cache without a length or a width",
        "It holds one token, or one number for each key.",
        "The weights are right. For how many tokens are keys kept, and how many "
        "numbers has a key?",
        _WAIT,
        (newest_token, no_features),
    ),
    Mistake(
        "the table counted twice",
        "Scores are kept beside the weights.",
        "The cache is right. Which table does the task ask for: scores, weights or "
        "both?",
        _TABLE,
        (scores_too,),
    ),
    Mistake(
        "queries, keys and values among the weights",
        "All that the backward pass needs is counted, and not the weights alone.",
        "The cache is right. Which part of what the chapter keeps for the backward "
        "pass is the table, and which part grows only as the text does?",
        _TABLE,
        (inputs_too,),
    ),
    Mistake(
        "the caches of all steps added up",
        "Every token written counts all those before it once more.",
        "The weights are right. When one more token is written, is a new cache made, "
        "or does the old one grow?",
        _WAIT,
        (cache_of_all_steps,),
    ),
    Mistake(
        "half of the pairs",
        "What a causal mask hides is left out of the table.",
        "The cache is right. Which pairs have a place in the table of the task?",
        _TABLE,
        (half_the_pairs, triangle),
        ("Z02",),
        "A causal mask halves the memory of the weights.",
        "A hidden weight is a 0, and a 0 takes as many bytes as any number.",
    ),
    Mistake(
        "pairs across the texts of a batch",
        "The weights grow with the square of the batch.",
        "For a batch of one you are right. Does a token of one text look at a token "
        "of another?",
        _TABLE,
        (batch_of_pairs,),
    ),
    Mistake(
        "weights and cache in the wrong order",
        "They have changed places.",
        "Both numbers are right. Which one does the task want first?",
        _TABLE,
        (wrong_order,),
    ),
)
