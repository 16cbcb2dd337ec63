"""Multiply-adds of projections that are counted for the wrong tokens."""

from transformer_grading.mistakes.core import Mistake


def last_matrix_left_out(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    made = d_model * (query * d_k + key * d_k + key * d_v)
    return n_heads * (made + query * key * (d_k + d_v))


def last_matrix_square(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    made = n_heads * d_model * (query * d_k + key * (d_k + d_v))
    return made + query * d_model**2 + n_heads * query * key * (d_k + d_v)


def last_matrix_for_keys(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    made = d_model * (query * d_k + key * (d_k + 2 * d_v))
    return n_heads * (made + query * key * (d_k + d_v))


def all_from_queries(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = 2 * d_model * query * (d_k + d_v)
    return n_heads * (projections + query * key * (d_k + d_v))


def self_attention_alone(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return n_heads * query * (d_k + d_v) * (2 * d_model + query)


def values_from_queries(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query * (d_k + 2 * d_v) + key * d_k)
    return n_heads * (projections + query * key * (d_k + d_v))


def projected_once(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = 2 * d_model * (d_k + d_v)
    return n_heads * (projections + query * key * (d_k + d_v))


def projected_for_each_pair(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return n_heads * query * key * (d_k + d_v) * (2 * d_model + 1)


def queries_in_pairs(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * (projections + query * query * (d_k + d_v))


def keys_in_pairs(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * (projections + key * key * (d_k + d_v))


_COST = "What do more heads cost?"

MISTAKES = (
    Mistake(
        "a last matrix that is left out, or square",
        "The last product is missing, or has the wrong width.",
        "Three of the four matrices are counted rightly. How wide is a row of the "
        "joined heads, and how many rows are there?",
        _COST,
        (last_matrix_left_out, last_matrix_square),
    ),
    Mistake(
        "tokens of the wrong sequence",
        "A matrix is multiplied with as many tokens as the other sequence has.",
        "In self-attention you are right. Which of the four matrices see the tokens "
        "that look, and which those that are looked at?",
        _COST,
        (
            *(last_matrix_for_keys, all_from_queries, self_attention_alone),
            values_from_queries,
        ),
    ),
    Mistake(
        "projections counted once, or for every pair",
        "A matrix meets every token once, not one token and not every pair.",
        "What happens for each pair is counted rightly. How often is x @ w_q computed "
        "for one token?",
        _COST,
        (projected_once, projected_for_each_pair),
    ),
    Mistake(
        "pairs of one sequence alone",
        "Scores are counted between queries and queries, or keys and keys.",
        "The four matrices are counted rightly, and in self-attention all is. Who "
        "looks at whom in one score?",
        _COST,
        (queries_in_pairs, keys_in_pairs),
    ),
)
