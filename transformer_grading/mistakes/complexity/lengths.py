"""Lengths at which parts of attention meet what is not asked for."""

from transformer_grading.mistakes.core import Mistake

Two = tuple[float, float]


def core_alone(d: int, d_ff: int, hidden: int) -> Two:
    return d_ff, max(2 * hidden * (d + hidden) / d, 0)


def block_without_projections(d: int, d_ff: int, hidden: int) -> Two:
    return d_ff, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def rival_without_projections(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden) / d, 0)


def three_projections(d: int, d_ff: int, hidden: int) -> Two:
    return 1.5 * d + d_ff, max(2 * hidden * (d + hidden) / d - 1.5 * d, 0)


def three_in_the_block(d: int, d_ff: int, hidden: int) -> Two:
    return 1.5 * d + d_ff, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def three_beside_the_lstm(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(2 * hidden * (d + hidden) / d - 1.5 * d, 0)


def both_of_the_chapter(d: int, d_ff: int, hidden: int) -> Two:
    return 6 * d, 2 * d


def block_of_the_chapter(d: int, d_ff: int, hidden: int) -> Two:
    return 6 * d, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def lstm_of_the_chapter(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, 2 * d


def core_of_one_product(d: int, d_ff: int, hidden: int) -> Two:
    return 4 * d + 2 * d_ff, max(4 * hidden * (d + hidden) / d - 4 * d, 0)


def block_of_one_product(d: int, d_ff: int, hidden: int) -> Two:
    return 4 * d + 2 * d_ff, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def lstm_of_one_product(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff, max(4 * hidden * (d + hidden) / d - 4 * d, 0)


def one_layer_inside(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d + d_ff / 2, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def no_network(d: int, d_ff: int, hidden: int) -> Two:
    return 2 * d, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def half_of_the_rest(d: int, d_ff: int, hidden: int) -> Two:
    return d + d_ff / 2, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def attention_is_half(d: int, d_ff: int, hidden: int) -> Two:
    return d_ff - 2 * d, max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def attention_is_half_at_most(d: int, d_ff: int, hidden: int) -> Two:
    return max(d_ff - 2 * d, 0), max(2 * hidden * (d + hidden) / d - 2 * d, 0)


def wrong_order(d: int, d_ff: int, hidden: int) -> Two:
    return max(2 * hidden * (d + hidden) / d - 2 * d, 0), 2 * d + d_ff


_SHARES = "Who does less work"

MISTAKES = (
    Mistake(
        "attention without its projections",
        "A length at which the core alone meets the rest.",
        "What the core costs is right. Which four products of attention are missing "
        "from your equation?",
        _SHARES,
        (core_alone, block_without_projections, rival_without_projections),
        ("Z07",),
        "Attention meets an LSTM where n² d meets its work.",
        "Its projections cost 4 n d² besides.",
    ),
    Mistake(
        "attention with three projections of four",
        "The matrix that mixes the heads is not counted.",
        "You are half a d_model away. How many matrices has an attention, W_O "
        "included?",
        _SHARES,
        (three_projections, three_in_the_block, three_beside_the_lstm),
        ("P03",),
    ),
    Mistake(
        "a size of the chapter in the place of the one given",
        "It is right only for d_ff = 4 · d_model, or for a state as wide as a token.",
        "With the sizes of the chapter you are right. Which of the three arguments do "
        "you not use?",
        _SHARES,
        (both_of_the_chapter, block_of_the_chapter, lstm_of_the_chapter),
        ("Z04",),
        "The square is half of a block at 6 d, and attention meets the LSTM at 2 d.",
        "Both hold only for the sizes they were worked out for.",
    ),
    Mistake(
        "a core that costs n² d",
        "Scores or average are missing, or half of the pairs.",
        "A length came out that is about twice too large. How many products does the "
        "core consist of, and does each take every pair?",
        _SHARES,
        (core_of_one_product, block_of_one_product, lstm_of_one_product),
        ("Z02",),
        "The core of attention is n² d multiply-adds.",
        "Scores and average cost n² d each.",
    ),
    Mistake(
        "a feed-forward network of one layer",
        "Half of the network is missing from the block.",
        "Beside the LSTM you are right. How many matrices has the network of a block?",
        _SHARES,
        (one_layer_inside,),
        ("Z04",),
    ),
    Mistake(
        "a block without its feed-forward network",
        "The pairs are compared with the projections alone.",
        "Beside the LSTM you are right. What else does an encoder block hold besides "
        "attention?",
        _SHARES,
        (no_network,),
    ),
    Mistake(
        "half of the rest in the place of half of all",
        "The pairs are a third of the block there.",
        "Beside the LSTM you are right. If the pairs are half of all work, how large "
        "are they beside the rest?",
        _SHARES,
        (half_of_the_rest,),
    ),
    Mistake(
        "all of attention in the place of its core",
        "The projections are counted on the side of the pairs.",
        "Beside the LSTM you are right. Which part of attention should be half of the "
        "block: all of it, or scores and average?",
        _SHARES,
        (attention_is_half, attention_is_half_at_most),
    ),
    Mistake(
        "the two lengths in the wrong order",
        "They have changed places.",
        "Both lengths are right. Which one does the task want first?",
        _SHARES,
        (wrong_order,),
    ),
)
