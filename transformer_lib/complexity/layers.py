r"""What one layer costs: recurrence, attention, and what stands beside it.

The rules of counting stand in `cost`.

Source: vaswani2017, section 4 and table 1.
"""

from dataclasses import replace

from transformer_lib.complexity.cost import BYTES_A_NUMBER, Cost


def linear(seq: int, d_in: int, d_out: int) -> Cost:
    r"""Predict $X W + b$: every token by itself.

    Args:
        seq: Tokens.
        d_in: Features of a token at the way in.
        d_out: Features at the way out.

    Returns:
        The cost; saved is the input.
    """
    return Cost(
        parameters=d_in * d_out + d_out,
        multiply_adds=seq * d_in * d_out,
        saved_bytes=BYTES_A_NUMBER * seq * d_in,
        depth=1,
    )


def rnn(seq: int, d_model: int, hidden: int) -> Cost:
    r"""Predict $h_t = \tanh(W_x x_t + b_x + W_h h_{t-1} + b_h)$.

    Args:
        seq: Tokens.
        d_model: Features of a token.
        hidden: Features of the state.

    Returns:
        The cost; saved are the tokens and, a step, the state, with the first one. Every
        state waits for the one before.

    Source: vaswani2017, table 1, row "Recurrent".
    """
    return Cost(
        parameters=(d_model + hidden + 2) * hidden,
        multiply_adds=seq * (d_model + hidden) * hidden,
        saved_bytes=BYTES_A_NUMBER * (seq * d_model + (seq + 1) * hidden),
        depth=seq,
        path=seq,
    )


def lstm(seq: int, d_model: int, hidden: int) -> Cost:
    """Predict an LSTM: four vectors a step, where the RNN makes one.

    Args:
        seq: Tokens.
        d_model: Features of a token.
        hidden: Features of the state.

    Returns:
        The cost; saved are the tokens and seven vectors a step: both states before it,
        three gates, the candidate and the squashed memory.

    Source: hochreiter1997, section 4; vaswani2017, table 1, row "Recurrent".
    """
    return Cost(
        parameters=4 * (d_model + hidden + 2) * hidden,
        multiply_adds=4 * seq * (d_model + hidden) * hidden,
        saved_bytes=BYTES_A_NUMBER * seq * (d_model + 7 * hidden),
        depth=seq,
        path=seq,
    )


def attention(
    query: int,
    key: int,
    d_model: int,
    heads: int = 1,
    *,
    causal: bool = False,
    need_weights: bool = False,
) -> Cost:
    r"""Predict $\mathrm{softmax}(Q K^\top / \sqrt{d_k}) V$ alone, nothing projected.

    The number of heads does not change the work: more heads are narrower ones.

    Args:
        query: Positions that look.
        key: Positions that are looked at.
        d_model: Features of all heads together.
        heads: Heads that share them.
        causal: Whether to count only the pairs up to the diagonal, about half of them;
            the last query lines up with the last key.
        need_weights: Whether the weights are kept, one number for every pair and head.
            If not, the output and one number a query and head are, from which the
            backward pass makes the weights anew.

    Returns:
        The cost; saved are queries, keys and values besides.

    Source: vaswani2017, table 1, row "Self-Attention"; dao2022, section 3.1, for what a
    kernel saves.
    """
    pairs = query * key - (query * (query - 1) // 2 if causal else 0)
    kept = heads * query * key if need_weights else query * d_model + heads * query
    return Cost(
        multiply_adds=2 * pairs * d_model,
        saved_bytes=BYTES_A_NUMBER * ((query + 2 * key) * d_model + kept),
        depth=2,
        path=1,
    )


def multi_head(
    query: int,
    key: int,
    d_model: int,
    heads: int,
    *,
    causal: bool = False,
    need_weights: bool = False,
) -> Cost:
    """Predict attention with its four projections.

    Args:
        query: Positions that look.
        key: Positions that are looked at; as many for self-attention.
        d_model: Features of a token, and of all heads together.
        heads: Attention heads.
        causal: As for `attention`.
        need_weights: As for `attention`.

    Returns:
        The cost; saved are the tokens that look, besides. Those of another context are
        counted where they are made.

    Source: vaswani2017, section 3.2.2.
    """
    projections = Cost(
        parameters=3 * (d_model + 1) * d_model,
        multiply_adds=(query + 2 * key) * d_model**2,
        saved_bytes=BYTES_A_NUMBER * query * d_model,
        depth=1,  # the three run side by side
    )
    look = attention(
        query, key, d_model, heads, causal=causal, need_weights=need_weights
    )
    mix = linear(query, d_model, d_model)
    if not need_weights:  # what the kernel keeps of its output is what `mix` reads
        mix = replace(mix, saved_bytes=0)
    return projections + look + mix


def feed_forward(seq: int, d_model: int, d_ff: int) -> Cost:
    """Predict the two layers that think about each token by itself.

    Args:
        seq: Tokens.
        d_model: Features of a token.
        d_ff: Features in between.

    Returns:
        The cost, with ReLU; it saves what the second layer saves anyway.

    Source: vaswani2017, section 3.3.
    """
    return linear(seq, d_model, d_ff) + linear(seq, d_ff, d_model)


def layer_norm(seq: int, d_model: int) -> Cost:
    """Predict the norm of each token.

    Args:
        seq: Tokens.
        d_model: Features of a token.

    Returns:
        The cost; saved are the input, its mean and its spread.

    Source: ba2016, section 3.
    """
    return Cost(
        parameters=2 * d_model,
        saved_bytes=BYTES_A_NUMBER * seq * (d_model + 2),
    )
