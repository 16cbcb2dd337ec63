"""Several heads to try, the same heads one by one, and what may be passed in."""

import pytest
import torch
from parity.core import draw, outcome, randomise
from parity.multihead import MASKS, PRIMES

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.multihead import MultiHeadAttention

D_K, D_V = 13, 17  # of no size that d_model and the heads would give
ways = pytest.mark.parametrize("need_weights", [False, True], ids=["fused", "weights"])


def make_attention():
    module = MultiHeadAttention(
        PRIMES.d_model, PRIMES.heads, d_k=D_K, d_v=D_V, dtype=torch.float64
    )
    randomise(module)
    return module


def make_tokens():
    """Draw tokens that look, and tokens that are looked at."""
    lengths = (PRIMES.query, PRIMES.key)
    return [draw(PRIMES.batch, n, PRIMES.d_model, seed=n) for n in lengths]


def mask_with_an_empty_row(*shape):
    mask = torch.rand(shape, generator=torch.Generator().manual_seed(3)) < 0.6
    mask[..., 2, :] = False
    return mask


EMPTY_ROWS = {
    "query key": mask_with_an_empty_row(7, 11),
    "query 1": mask_with_an_empty_row(7, 1),
    "batch heads query key": mask_with_an_empty_row(2, 3, 7, 11),
}
FORMS = {name: form(PRIMES) for name, form in MASKS.items()}
FORMS |= {f"{name}, an empty row": mask for name, mask in EMPTY_ROWS.items()}
every_mask = pytest.mark.parametrize("mask", FORMS.values(), ids=FORMS)


def one_by_one(attention, x, context, mask=None, turn=lambda features: features):
    """Attend in one head after another, each with rows of its own of the matrices."""
    heads = []
    for n in range(attention.n_heads):
        match, value = (slice(n * d, (n + 1) * d) for d in (D_K, D_V))
        q = turn(x @ attention.w_q.weight[match].T + attention.w_q.bias[match])
        k = turn(context @ attention.w_k.weight[match].T + attention.w_k.bias[match])
        v = context @ attention.w_v.weight[value].T + attention.w_v.bias[value]
        if mask is not None and mask.ndim == 4:
            own = mask[:, min(n, mask.shape[1] - 1)]
        else:
            own = mask
        heads.append(scaled_dot_product_attention(q, k, v, own))
    found, weights = zip(*heads, strict=True)
    return found, torch.stack(weights, dim=1)


def results(attention, leaves, need_weights=False, **options):
    """Give the output, and the gradients of the leaves and of every matrix."""

    def call(*leaves):
        found = attention(*leaves, **options, need_weights=need_weights)
        return found[0] if need_weights else found

    matrices = [p for p in attention.parameters() if p.ndim > 1]
    outputs, gradients = outcome(call, leaves, matrices)
    return [*outputs, *gradients]


def stretch(features, start=0):
    """Stand in for a rotary encoding: what it does depends on the position."""
    places = torch.arange(start, start + features.shape[-2], dtype=features.dtype)
    return features * (1 + places[:, None])


class Growing:
    """Remember everything."""

    def __init__(self):
        self.known = ()

    def __call__(self, project):
        new = project()
        pairs = zip(self.known, new, strict=True) if self.known else [(x,) for x in new]
        self.known = tuple(torch.cat(pair, dim=-2) for pair in pairs)
        return self.known


class Fixed:
    """Ask once, and remember it."""

    def __init__(self):
        self.known = None

    def __call__(self, project):
        self.known = self.known or project()
        return self.known
