"""Packed texts whose positions, or stops, are counted wrongly."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake
from transformer_lib.masking.masks import causal_mask

Pair = tuple[Tensor, Tensor]


def not_restarted(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], torch.arange(ids.shape[1]).expand_as(ids)


def not_restarted_for_all(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]).tril()
    return same[:, None], torch.ones_like(ids).cumsum(dim=1) - 1


def from_one(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1)


def from_one_in_a_loop(ids: Tensor, stop_id: int) -> Pair:
    mask = torch.zeros(len(ids), 1, *[ids.shape[1]] * 2, dtype=torch.bool)
    places = torch.zeros_like(ids)
    for row, words in enumerate(ids.tolist()):
        place = 0
        for t, word in enumerate(words):
            place += 1
            places[row, t] = place
            mask[row, 0, t, t - place + 1 : t + 1] = True
            place *= word != stop_id
    return mask, places


def backwards(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    return same.tril()[:, None], same.triu().sum(dim=-1) - 1


def number_of_the_text(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], text


def length_of_the_text(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = text[:, :, None] == text[:, None]
    return same.tril()[:, None], same.sum(dim=-1) - 1


def stop_restarts(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    late, text = stops.cumsum(dim=1), stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]).tril()
    return same[:, None], (late[:, :, None] == late[:, None]).tril().sum(dim=-1) - 1


def stop_restarts_by_maxima(ids: Tensor, stop_id: int) -> Pair:
    stops = ids == stop_id
    text = stops.cumsum(dim=1) - stops.long()
    same = (text[:, :, None] == text[:, None]).tril()
    here = torch.arange(ids.shape[1]).expand_as(ids)
    last = torch.where(stops, here, 0).cummax(dim=1).values
    return same[:, None], here - last


def fractions(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.float().sum(dim=-1) - 1


def rows_joined(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = (stops.flatten().cumsum(dim=0) - stops.flatten()).view_as(ids)
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    total = torch.zeros(ids.numel(), dtype=torch.long)
    for t in range(1, ids.numel()):
        ended = ids.flatten()[t - 1] == stop_id
        total[t] = 0 if ended else total[t - 1] + 1
    return same[:, None], total.view_as(ids)


def counted_down_the_batch(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=0) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def first_row_for_all(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids[0] == stop_id).long()
    text = stops.cumsum(dim=0) - stops
    same = (text[:, None] == text[None]) & causal_mask(len(text))
    return same[None, None], (same.sum(dim=-1) - 1).expand_as(ids)


def stop_of_any_row(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).any(dim=0).long()
    text = stops.cumsum(dim=0) - stops
    same = text.eq(text[:, None]).tril()
    return same[None, None], (same.sum(dim=1) - 1).repeat(len(ids), 1)


def first_stop_alone(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = ((stops.cumsum(dim=1) - stops) > 0).long()
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def last_stop_alone(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    before = stops.cumsum(dim=1) - stops
    text = before.eq(stops.sum(dim=1, keepdim=True)).long()
    same = (text[:, :, None] == text[:, None]).tril()
    return same[:, None], same.sum(dim=-1) - 1


def zero_is_the_stop(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == 0).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def two_is_the_stop(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == 2).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def words_as_texts(ids: Tensor, stop_id: int) -> Pair:
    same = (ids[:, :, None] == ids[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


def ids_written_over(ids: Tensor, stop_id: int) -> Pair:
    stops = ids.sub_(stop_id).eq(0).long()
    text = stops.cumsum(dim=1) - stops
    same = (text[:, :, None] == text[:, None]) & causal_mask(ids.shape[1])
    return same[:, None], same.sum(dim=-1) - 1


_PLACES = "Filled up with nothing"

MISTAKES = (
    Mistake(
        "positions that do not restart",
        "The first word of a text seems to stand in the middle of another.",
        "Your mask is right. At which place of its own text stands the word after a "
        "stop?",
        _PLACES,
        (not_restarted, not_restarted_for_all),
    ),
    Mistake(
        "positions that begin with 1",
        "Every position is one too high.",
        "Your mask is right. Which number has the first place of a text?",
        _PLACES,
        (from_one, from_one_in_a_loop),
    ),
    Mistake(
        "another number in the place of the position",
        "All words of a text have one number, or it falls along the text.",
        "Your mask is right. How many words of its own text stand before a word, and "
        "what do you count?",
        _PLACES,
        (backwards, number_of_the_text, length_of_the_text),
    ),
    Mistake(
        "positions that restart at the stop",
        "The stop gets position 0, and the first word of the next text 1.",
        "Your mask is right. Which token is the first of a text: the stop, or the "
        "word after it?",
        _PLACES,
        (stop_restarts, stop_restarts_by_maxima),
    ),
    Mistake(
        "positions that are fractions",
        "A position picks a row of a table, and needs a whole number.",
        "The numbers are right. Of which dtype are your positions?",
        _PLACES,
        (fractions,),
    ),
    Mistake(
        "rows that are counted together",
        "A row goes on where another row ended.",
        "One row alone is right. Along which axis do you count stops, and where does "
        "the count of a row begin?",
        _PLACES,
        (rows_joined, counted_down_the_batch),
    ),
    Mistake(
        "one row that stands for all",
        "A row is cut where another row has its stops.",
        "One row alone is right. Which of your lines looks at each row by itself?",
        _PLACES,
        (first_row_for_all, stop_of_any_row),
    ),
    Mistake(
        "a single stop that counts",
        "A row is cut in two at most.",
        "Two texts in a row come out right. Which of your lines can tell a third text "
        "from the second?",
        _PLACES,
        (first_stop_alone, last_stop_alone),
    ),
    Mistake(
        "a stop that is fixed in the code",
        "Rows with another stop are cut in the wrong places, or nowhere.",
        "You do cut at one id. Is it the one that was handed in?",
        _PLACES,
        (zero_is_the_stop, two_is_the_stop),
    ),
    Mistake(
        "equal ids taken for one text",
        "A word sees the places where the same word stands.",
        "You compare ids with ids. Do two words of one text have the same id?",
        _PLACES,
        (words_as_texts,),
    ),
    Mistake(
        "ids that are written over",
        "The result is right, and the caller's ids are changed.",
        "Which of your lines writes into the tensor that was handed in?",
        _PLACES,
        (ids_written_over,),
    ),
)
