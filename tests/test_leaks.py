"""Who really looks: leaks are found in any model, and sound models pass."""

from functools import partial

import pytest
import torch
from torch import nn

from transformer_lib.attention import scaled_dot_product_attention
from transformer_lib.masking.additive import to_additive
from transformer_lib.masking.leaks import DeadError, LeakError, influence, leak_test
from transformer_lib.masking.masks import causal_mask, combine
from transformer_lib.masking.pytorch import to_multihead
from transformer_lib.multihead import MultiHeadAttention

BATCH, QUERY, FEATURES = 2, 5, 12


def drawn(key):
    """Draw who may look at whom, with at least one empty row for few keys."""
    return torch.rand(QUERY, key, generator=torch.Generator().manual_seed(1)) < 0.5


@pytest.fixture
def x():
    generator = torch.Generator().manual_seed(0)
    return torch.randn(BATCH, QUERY, FEATURES, generator=generator)


@pytest.mark.parametrize("n_heads, width", [(1, 1), (3, 4)])
def test_influence_is_the_mask_that_attention_was_given(x, n_heads, width):
    attend = MultiHeadAttention(FEATURES, n_heads, d_k=width)
    for mask in (causal_mask(QUERY), drawn(QUERY) | torch.eye(QUERY).bool()):
        assert torch.equal(influence(partial(attend, mask=mask), x), mask)
        leak_test(partial(attend, mask=mask), x, mask, both_ways=True)
    assert influence(attend, x).all()


def test_what_one_head_may_see_the_token_may(x):
    one, other = torch.eye(QUERY).bool(), drawn(QUERY)
    heads = torch.stack([one, other, one])[None]
    leak_test(attend_with(heads), x, heads, both_ways=True)
    assert torch.equal(influence(attend_with(heads), x), one | other)


def test_each_sequence_has_its_own_mask(x):
    pads = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0]]).bool()[:, None, None]
    mask = combine(causal_mask(QUERY), pads) | torch.eye(QUERY).bool()
    model = partial(MultiHeadAttention(FEATURES, 3), mask=mask)
    leak_test(model, x, mask, both_ways=True)
    leak_test(model, x)
    with pytest.raises(LeakError, match=r"output 4 moved .* input 3 .*\(sequence 1\)"):
        leak_test(model, x, mask & mask[:1])
    assert torch.equal(influence(model, x), mask.any(dim=0)[0])


def causal_average(hidden):
    """Let tokens look at those before them, with a number added to hide the others."""
    added = to_additive(causal_mask(QUERY), hidden=hidden)
    return lambda x: (x @ x.mT + added).softmax(dim=-1) @ x


def attend_with(mask):
    return partial(MultiHeadAttention(FEATURES, 3), mask=mask)


LEAKS = {
    "no mask": attend_with(None),
    "turned round": attend_with(~causal_mask(QUERY)),
    "transposed": attend_with(causal_mask(QUERY).T),
    "shifted": attend_with(causal_mask(QUERY, QUERY + 1)[:, :QUERY]),
    "by way of the mean": lambda x: x - x.mean(dim=1, keepdim=True),
    "faint": lambda x: x.double() + 1e-15 * x.flip(1).double(),
    "only to NaN": lambda x: x + torch.where(x.flip(1) > 100, torch.nan, 0.0),
    "only to infinity": lambda x: x + torch.where(x.flip(1) > 100, torch.inf, 0.0),
    "a score beyond -1e4": causal_average(-1e4),
    "PyTorch's layer without a mask": nn.TransformerEncoderLayer(
        FEATURES, 3, batch_first=True
    ),
    "backwards": nn.LSTM(FEATURES, 4, batch_first=True, bidirectional=True),
}
SOUND = {
    "attention": attend_with(causal_mask(QUERY)),
    "hidden for good": causal_average(-torch.inf),
    "each for itself": nn.Sequential(nn.Linear(FEATURES, 4), nn.Dropout(0.5)),
    "PyTorch's layer": partial(
        nn.TransformerEncoderLayer(FEATURES, 3, batch_first=True),
        src_mask=to_multihead(causal_mask(QUERY)),
        is_causal=True,
    ),
    "forwards": nn.LSTM(FEATURES, 4, batch_first=True),
    "impossible words": lambda x: nn.functional.pad(x, (0, 1), value=-torch.inf),
    "in place": lambda x: x.cumsum_(dim=1),
    "sequences talk": lambda x: x.cumsum(dim=1).sum(dim=0).expand(BATCH, -1, -1),
}


@pytest.mark.parametrize("model", LEAKS.values(), ids=LEAKS)
def test_leaks_are_found(x, model):
    with pytest.raises(LeakError, match=r"output \d moved by \S+ when input \d was"):
        leak_test(model, x)


@pytest.mark.parametrize("model", SOUND.values(), ids=SOUND)
def test_sound_models_pass(x, model):
    leak_test(model, x)


class Forgetful(nn.Module):
    """Attend without the mask while training, as one path of two may do."""

    def __init__(self):
        super().__init__()
        self.attend = MultiHeadAttention(FEATURES, 3)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        mask = None if self.training else causal_mask(QUERY)
        return self.dropout(self.attend(x, mask=mask))


def test_each_mode_is_tested_by_itself(x):
    model = Forgetful()
    with pytest.raises(LeakError):
        leak_test(model, x)
    assert model.training
    leak_test(model.eval(), x, both_ways=True)
    assert not model.training


def test_a_position_that_should_be_seen_and_is_not(x):
    strict = causal_mask(QUERY).tril(-1)
    strict[0, 0] = True
    weighed = partial(scaled_dot_product_attention, x, x)
    leak_test(lambda v: weighed(v, strict), x)
    with pytest.raises(DeadError, match=r"output 1 moved by 0 when input 1 was"):
        leak_test(lambda v: weighed(v, strict), x, both_ways=True)
    leak_test(lambda v: weighed(v, strict), x, strict, both_ways=True)


def test_ids_are_edited_into_one_another():
    ids = torch.randint(0, 11, (BATCH, QUERY))
    table = nn.Embedding(11, FEATURES)
    sees_next = nn.Sequential(table, LEAKS["shifted"].func)
    leak_test(lambda ids: attend_with(causal_mask(QUERY))(table(ids)), ids)
    leak_test(lambda ids: torch.cummax(ids, dim=1), ids)
    assert influence(sees_next, ids).all()
    with pytest.raises(LeakError, match="output 0 moved by .* when input 4 was"):
        leak_test(lambda ids: ids + ids[:, -1:], torch.tensor([[0, 0, 0, 0, 1]]))


@pytest.mark.parametrize("trap", [3, 5])
def test_ids_are_edited_both_ways(trap):
    ids = torch.tensor([[5, 5, 3, 4]])
    with pytest.raises(LeakError):
        leak_test(lambda ids: ids + (ids[:, -1:] == trap), ids)


def test_edits_are_more_than_a_shift_which_a_norm_would_undo(x):
    seen = influence(nn.LayerNorm(FEATURES), x, tolerance=0.1)
    assert torch.equal(seen, torch.eye(QUERY).bool())


def test_queries_and_keys_of_different_sequences(x):
    memory, mask = x[:, :3], drawn(3)
    attend = MultiHeadAttention(FEATURES, 3)
    looked_at = influence(lambda memory: attend(x, memory, mask), memory)
    assert torch.equal(looked_at, mask)
    leak_test(lambda memory: attend(x, memory, mask), memory, mask, both_ways=True)


def test_chance_does_not_fool_it_and_is_left_alone(x):
    dropout = nn.Dropout(0.5)
    before = torch.get_rng_state()
    assert torch.equal(influence(dropout, x), torch.eye(QUERY).bool())
    assert torch.equal(torch.get_rng_state(), before)
    assert dropout.training
    own = torch.Generator().manual_seed(0)
    with pytest.raises(ValueError, match="two equal calls differ by"):
        leak_test(lambda x: x + torch.randn(x.shape, generator=own), x)


@pytest.mark.parametrize("spoilt", [torch.nan, torch.inf])
def test_an_output_that_cannot_move_is_no_proof(x, spoilt):
    x[1, 3] = spoilt
    with pytest.raises(ValueError, match="output 3 of sequence 1 is no finite number"):
        leak_test(nn.Identity(), x)


def test_small_changes_pass_if_they_are_said_to_count_as_none(x):
    with pytest.raises(LeakError):
        leak_test(LEAKS["faint"], x, tolerance=1e-12)
    leak_test(LEAKS["faint"], x, tolerance=1e-6)
    assert torch.equal(influence(LEAKS["faint"], x, tolerance=1e-6), torch.eye(5) > 0)
