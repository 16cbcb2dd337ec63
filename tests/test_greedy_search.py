"""Greedy search on scripted models: rows end when they end, prompts come first."""

import pytest
import torch
from scripted import BOS, EOS, PAD, Scripted, bos, drawn, log_prob, tree, writes
from torch.testing import assert_close

from transformer_lib.decoding.greedy import greedy_search
from transformer_lib.decoding.next_token import Stopping, next_log_probs

ROOM = 6
LENGTHS = [(5, 2, 3), (2, 5, 3), (2, 3, 5), (5, 1, 5), (1, 1, 1), (1, 9, 4), (9, 9, 2)]


@pytest.mark.parametrize("eos, pad", [(2, 0), (0, 6), (6, 0), (2, 1)], ids=str)
@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
def test_each_row_ends_where_its_text_does(lengths, eos, pad):
    """A text of 9 tokens finds no room to end."""
    words = tuple(word for word in range(7) if word not in (eos, pad)) * 2
    texts = [(*words[: length - 1], eos) for length in lengths]
    model, prompt = writes(texts), torch.full((3, 1), 3)
    stop = Stopping(max_new=ROOM, eos_id=eos, pad_id=pad)
    found = greedy_search(model, prompt, stop)
    longest = min(ROOM, max(lengths))
    wanted = [(text[:ROOM] + (pad,) * ROOM)[:longest] for text in texts]
    assert found.tokens.tolist() == [list(text) for text in wanted]
    assert found.lengths.tolist() == [min(ROOM, length) for length in lengths]
    sums = [log_prob(model, row, (3,), text[:ROOM]) for row, text in enumerate(texts)]
    assert_close(found.log_probs, torch.tensor(sums, dtype=torch.float64))
    rows_at_work = [sum(length > step for length in lengths) for step in range(longest)]
    assert model.reads == [(rows, 1) for rows in rows_at_work]


def test_nothing_ends_a_row_when_nothing_may():
    found = greedy_search(
        writes([(3, EOS, 4)]), bos(1), Stopping(max_new=5, eos_id=None)
    )
    assert found.tokens.tolist() == [[3, EOS, 4, 4, 4]]


def test_padding_is_never_written_yet_keeps_its_share():
    logits = torch.tensor([5.0, 0.0, 1.0, 2.0, 0.0]).double()
    model = Scripted(lambda row, read: logits)
    found = greedy_search(model, bos(1), Stopping(max_new=3, eos_id=EOS))
    assert found.tokens.tolist() == [[3, 3, 3]]
    assert_close(found.log_probs, 3 * logits.log_softmax(-1)[3:4])


def test_a_step_that_looks_best_leads_astray():
    ways = {(): {3: -0.5, 4: -0.94}, (3,): {5: -2.0, 6: -2.1}, (4,): {5: -0.01}}
    stop = Stopping(max_new=5, eos_id=EOS)
    assert greedy_search(tree(ways), bos(1), stop).tokens.tolist() == [[3, 5, EOS]]


@pytest.mark.parametrize("seed", range(4))
def test_prompts_of_any_lengths_come_first(seed):
    """One row's prompt ends as it goes on, one holds the end token, one is longest."""
    prompts = [(BOS,), (BOS, 4, EOS, 3), (BOS, 3), (BOS, 4, 3, 4, 3, 3)]
    padded = [list(prompt + (PAD,) * (6 - len(prompt))) for prompt in prompts]
    stop = Stopping(max_new=4, eos_id=EOS)
    found = greedy_search(drawn(4, seed=seed), torch.tensor(padded), stop)
    for row, prompt in enumerate(prompts):
        model = drawn(1, seed=seed, first=row)
        alone = greedy_search(model, torch.tensor([prompt]), stop)
        length = alone.lengths.item()
        assert found.lengths[row] == length
        assert torch.equal(found.tokens[row, :length], alone.tokens[0])
        assert (found.tokens[row, length:] == PAD).all()
        written = tuple(alone.tokens[0].tolist())
        assert_close(found.log_probs[row], alone.log_probs[0])
        assert_close(found.log_probs[row].item(), log_prob(model, 0, prompt, written))


def test_the_part_that_all_prompts_have_is_read_at_once():
    model = drawn(2)
    prompts = torch.tensor([[BOS, 3, 4, 3, PAD], [BOS, 4, 4, PAD, PAD]])
    greedy_search(model, prompts, Stopping(max_new=2, eos_id=None))
    assert model.reads == [(2, 3), (2, 1), (1, 1)]


def test_a_prompt_may_have_any_whole_dtype_and_stays_as_it_was():
    prompt = bos(2).to(torch.int32)
    found = greedy_search(drawn(2), prompt, Stopping(max_new=3, eos_id=EOS))
    assert found.tokens.dtype == torch.int64
    assert torch.equal(prompt, bos(2).to(torch.int32))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_log_probabilities_of_few_bits_are_taken_in_float32(dtype):
    logits = torch.randn(2, 7).to(dtype)
    log_probs = next_log_probs(logits, PAD)
    assert log_probs.dtype == torch.float32
    assert_close(log_probs[:, 1:], logits.float().log_softmax(-1)[:, 1:])
    assert (log_probs[:, PAD] == -torch.inf).all()
