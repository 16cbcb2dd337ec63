"""Right ways to find padding and leaks, and to pack texts."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.masking.masks import causal_mask

Pair = tuple[Tensor, Tensor]


def smallest() -> Pair:
    return torch.tensor([[1]]), torch.tensor([[0.0, 0.0], [1.0, -1.0]])


def a_text() -> Pair:
    table = torch.randn(6, 4)
    table[0] = 0
    table[3] = torch.tensor([0.5, 0.25, -1.0, 0.25])
    return torch.tensor([[1, 3, 2, 0], [5, 4, 0, 0]]), table


def in_double() -> Pair:
    table = torch.tensor([[0.0, 0, 0], [3, 1, 1], [2, -1, -1]], dtype=torch.float64)
    return torch.tensor([[2, 1, 0]], dtype=torch.int32), table


def trained_table() -> Pair:
    table = torch.nn.Embedding(4, 2, padding_idx=0).weight.detach().clone()
    table[2, 1] = -table[2, 0]
    return torch.tensor([[2, 2, 3]]), table


EXAMPLE = (
    Right("own", "one token, two numbers", smallest),
    Right("own", "a padded batch", a_text),
    Right("own", "float64, int32", in_double),
    Right("own", "the table of an nn.Embedding", trained_table),
)


def by_ids(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids != pad_id)[:, None, None, :]


def by_ids_reshaped(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    words = ids.ne(pad_id)
    return words.reshape(x.shape[0], 1, 1, x.shape[1])


def by_ids_in_full(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    batch, n = ids.shape
    return ~ids.eq(pad_id)[:, None, None].expand(batch, 1, n, n)


def by_a_list(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    rows = [[[[word != pad_id for word in row]]] for row in ids.tolist()]
    return torch.tensor(rows)


def by_a_difference(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    return (ids - pad_id).bool().unsqueeze(1).unsqueeze(1)


def sealed_padding(x: Tensor, ids: Tensor, pad_id: int) -> Tensor:
    from transformer_lib.masking.masks import padding_mask

    return padding_mask(ids, pad_id)


REPAIRED = (
    Right("W58", "ids compared, sizes of 1", by_ids),
    Right("own", "reshaped", by_ids_reshaped),
    Right("W58", "in full size", by_ids_in_full),
    Right("own", "a list", by_a_list),
    Right("own", "a difference", by_a_difference),
    Right(
        *("own", "the course's own", sealed_padding, Verdict.SEALED),
        "padding_mask is what this task asks you to write",
    ),
)


def compared(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).any(dim=-1).permute(1, 2, 0)
    return (moved & ~mask[:, 0]).any(dim=0)


def differences(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    size = (after - before[None]).abs().amax(dim=-1)
    moved = size.movedim(0, -1) > 0
    return moved.logical_and(mask.logical_not().squeeze(1)).amax(dim=0)


def input_by_input(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    columns = []
    for key, outputs in enumerate(after):
        moved = (outputs - before).ne(0).any(dim=-1)
        columns.append((moved & ~mask[:, 0, :, key]).any(dim=0))
    return torch.stack(columns, dim=1)


def in_loops(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    leak = torch.zeros(mask.shape[-2:], dtype=torch.bool)
    allowed = mask[:, 0].expand(before.shape[0], -1, -1)
    for key in range(after.shape[0]):
        for text in range(before.shape[0]):
            for query in range(before.shape[1]):
                same = torch.equal(after[key, text, query], before[text, query])
                if not same and not allowed[text, query, key]:
                    leak[query, key] = True
    return leak


def counted(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    moved = (after != before).sum(dim=-1)
    hidden = (~mask[:, 0]).long()
    by_text = torch.einsum("kbq,bqk->qk", moved, hidden.expand(len(before), -1, -1))
    return by_text > 0


def lengths(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    far = (after.double() - before.double()).square().sum(dim=-1)
    return (far.permute(1, 2, 0) * ~mask[:, 0]).sum(dim=0) != 0


def hidden_first(before: Tensor, after: Tensor, mask: Tensor) -> Tensor:
    hidden = ~mask.expand(len(before), -1, -1, -1)
    moved = ~(after == before).all(dim=-1)
    table = torch.where(hidden[:, 0], moved.permute(1, 2, 0), False)
    return table.sum(dim=0).bool()


LEAKS = (
    Right("own", "compared, joined, any", compared),
    Right("own", "largest differences", differences),
    Right("own", "input by input", input_by_input),
    Right("own", "three loops", in_loops),
    Right("own", "einsum of counts", counted),
    Right("own", "lengths of the moves", lengths),
    Right("own", "torch.where", hidden_first),
)


def counted_stops(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).long()
    text = stops.cumsum(dim=-1) - stops
    same = text[:, :, None] == text[:, None, :]
    mask = same & causal_mask(ids.shape[1])
    return mask[:, None], mask.sum(dim=-1) - 1


def moved_stops(ids: Tensor, stop_id: int) -> Pair:
    starts = torch.zeros_like(ids)
    starts[:, 1:] = ids[:, :-1] == stop_id
    text = starts.cumsum(dim=1)
    mask = text.unsqueeze(1).unsqueeze(-1) == text.unsqueeze(1).unsqueeze(2)
    here = torch.arange(ids.shape[1]).expand_as(ids)
    first = torch.where(starts.bool(), here, 0).cummax(dim=1).values
    return mask.tril(), here - first


def word_by_word(ids: Tensor, stop_id: int) -> Pair:
    batch, n = ids.shape
    mask = torch.zeros(batch, 1, n, n, dtype=torch.bool)
    positions = torch.zeros(batch, n, dtype=torch.long)
    for row in range(batch):
        start = 0
        for t in range(n):
            mask[row, 0, t, start : t + 1] = True
            positions[row, t] = t - start
            if ids[row, t] == stop_id:
                start = t + 1
    return mask, positions


def blocks_on_the_diagonal(ids: Tensor, stop_id: int) -> Pair:
    from itertools import pairwise

    masks, positions = [], []
    for row in ids.tolist():
        ends = [t + 1 for t, word in enumerate(row) if word == stop_id]
        cuts = [0, *ends, len(row)]
        sizes = [late - soon for soon, late in pairwise(cuts) if late > soon]
        masks.append(torch.block_diag(*[torch.ones(n, n).tril() for n in sizes]))
        positions.append(torch.cat([torch.arange(n) for n in sizes]))
    return torch.stack(masks).bool()[:, None], torch.stack(positions)


def no_stop_between(ids: Tensor, stop_id: int) -> Pair:
    before = torch.nn.functional.pad((ids == stop_id).long(), (1, 0)).cumsum(1)[:, :-1]
    between = before[:, :, None] - before[:, None]
    n = ids.shape[1]
    mask = (between == 0) & torch.ones(n, n, dtype=torch.bool).tril()
    return mask[:, None], mask.int().sum(dim=-1, dtype=torch.int32) - 1


def step_by_step(ids: Tensor, stop_id: int) -> Pair:
    positions = [torch.zeros_like(ids[:, 0])]
    for t in range(1, ids.shape[1]):
        fresh = ids[:, t - 1] == stop_id
        positions.append((positions[-1] + 1).masked_fill(fresh, 0))
    found = torch.stack(positions, dim=1)
    here = torch.arange(ids.shape[1])
    back = here[:, None] - here
    return ((back >= 0) & (back <= found[:, :, None]))[:, None], found


def distances(ids: Tensor, stop_id: int) -> Pair:
    batch, n = ids.shape
    found = torch.zeros_like(ids)
    for t in range(1, n):
        found[:, t] = (found[:, t - 1] + 1) * (ids[:, t - 1] != stop_id)
    start = torch.arange(n) - found
    same = (start[:, :, None] == start[:, None]).view(batch, 1, n, n)
    return same & causal_mask(n), found


def counted_through_the_batch(ids: Tensor, stop_id: int) -> Pair:
    stops = (ids == stop_id).flatten().int()
    text = (stops.cumsum(dim=0) - stops).view_as(ids)
    mask = (text[:, :, None] == text[:, None]).tril()
    return mask.unsqueeze(1), mask.sum(dim=2) - 1


PACKED = (
    Right("own", "stops counted, positions from the mask", counted_stops),
    Right("own", "starts counted, a running maximum", moved_stops),
    Right("own", "word by word", word_by_word),
    Right("own", "blocks on the diagonal", blocks_on_the_diagonal),
    Right("own", "differences of counts, int32", no_stop_between),
    Right("own", "positions first, the mask from them", step_by_step),
    Right("own", "places of starts compared", distances),
    Right("own", "stops counted through all rows", counted_through_the_batch),
)
