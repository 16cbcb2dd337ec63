"""Multiply-adds that are forgotten, counted twice, or have the wrong width."""

from transformer_grading.mistakes.core import Mistake


def operations(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    inside = query * key * (d_k + d_v)
    return 2 * n_heads * (d_model * (query + key) * (d_k + d_v) + inside)


def projections_alone(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return n_heads * d_model * (query + key) * (d_k + d_v)


def attention_alone(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return n_heads * query * key * (d_k + d_v)


def no_averages(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = n_heads * d_model * (query + key) * (d_k + d_v)
    return projections + n_heads * query * key * d_k


def no_scores(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = n_heads * d_model * (query + key) * (d_k + d_v)
    return projections + n_heads * query * key * d_v


def averages_as_wide_as_keys(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = n_heads * d_model * (query + key) * (d_k + d_v)
    return projections + 2 * n_heads * query * key * d_k


def everything_as_wide_as_keys(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return 2 * n_heads * d_k * (d_model * (query + key) + query * key)


def one_head(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return (d_k + d_v) * (d_model * (query + key) + query * key)


def scores_of_one_head(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = n_heads * d_model * (query + key) * (d_k + d_v)
    return projections + query * key * (d_k + d_v)


def projections_of_one_head(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    pairs = n_heads * query * key * (d_k + d_v)
    return pairs + d_model * (query + key) * (d_k + d_v)


def heads_of_d_model(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = n_heads * d_model * (query + key) * (d_k + d_v)
    return projections + 2 * n_heads * query * key * d_model


def usual_widths(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return 2 * (query + key) * d_model**2 + 2 * query * key * d_model


def chapter_formula(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    return 4 * query * d_model**2 + 2 * query**2 * d_model


def softmax_counted(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * (projections + query * key * (d_k + d_v + 1))


def scale_and_softmax_counted(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * (projections + query * key * (d_k + d_v + 2))


def half_of_the_table(
    query: int, key: int, d_model: int, n_heads: int, d_k: int, d_v: int
) -> int:
    projections = d_model * (query + key) * (d_k + d_v)
    return n_heads * projections + n_heads * query * key * (d_k + d_v) // 2


_COST = "What do more heads cost?"

MISTAKES = (
    Mistake(
        "a multiply-add counted as two",
        "Products and additions are counted one by one.",
        "Your count is twice what is asked. What does one multiply-add consist of?",
        _COST,
        (operations,),
        (),
        "A multiply-add is two operations, so it counts as two.",
        "Both ways of counting are in use; here the pair counts once.",
    ),
    Mistake(
        "projections alone",
        "The products of queries with keys and of weights with values are missing.",
        "The four matrices are counted rightly. What is multiplied between the third "
        "and the fourth?",
        _COST,
        (projections_alone,),
    ),
    Mistake(
        "scores and averages alone",
        "The four matrices are not counted.",
        "What happens for each pair of tokens is counted rightly. Which products are "
        "there for each single token?",
        _COST,
        (attention_alone,),
        (),
        "The work of attention is n² d, and nothing else.",
        "The four matrices add n d² each, which is more for short texts.",
    ),
    Mistake(
        "one of two tables left out",
        "The scores are counted or the averages, not both.",
        "The four matrices are counted rightly. How many products has each pair of a "
        "query and a key in a head: for its score, and for its average?",
        _COST,
        (no_averages, no_scores),
    ),
    Mistake(
        "values as wide as keys",
        "All is well as long as d_v happens to equal d_k.",
        "Where values are as wide as keys you are right. How wide is what a weight "
        "multiplies?",
        _COST,
        (averages_as_wide_as_keys, everything_as_wide_as_keys),
    ),
    Mistake(
        "the work of one head",
        "Some of the work is counted for one head where every head does it.",
        "With one head you are right. Which of your terms should grow with the number "
        "of heads, and which does?",
        _COST,
        (one_head, scores_of_one_head, projections_of_one_head),
    ),
    Mistake(
        "heads as wide as d_model",
        "Every pair costs d_model products in every head.",
        "The four matrices are counted rightly. How many products does one score of "
        "one head add up?",
        _COST,
        (heads_of_d_model,),
        (),
        "Eight heads do eight times the work of one.",
        "Each works on its own d_k features; together they are as wide as one.",
    ),
    Mistake(
        "the usual widths taken for granted",
        "All is well as long as a head is d_model / h wide.",
        "At the usual widths you are right. Which of the arguments does your count "
        "never use?",
        _COST,
        (usual_widths, chapter_formula),
    ),
    Mistake(
        "work that is no matrix product",
        "The softmax and the scale are counted as well.",
        "Your count is a little too large, by something for each score. Which of the "
        "steps are matrix products?",
        _COST,
        (softmax_counted, scale_and_softmax_counted),
    ),
    Mistake(
        "half of the table",
        "Only as many pairs are counted as a causal mask shows.",
        "The four matrices are counted rightly. Is there a mask in this count, and "
        "would it save a matrix product?",
        _COST,
        (half_of_the_table,),
    ),
)
