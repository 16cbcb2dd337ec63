"""Right ways to write causal masks, and the masks of a model."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict
from transformer_lib.masking.masks import causal_mask

Three = tuple[Tensor, Tensor, Tensor]


def tril(query: int, key: int) -> Tensor:
    return torch.ones(query, key, dtype=torch.bool).tril(key - query)


def triu_turned(query: int, key: int) -> Tensor:
    return ~torch.ones(query, key, dtype=torch.bool).triu(diagonal=key - query + 1)


def triu_transposed(query: int, key: int) -> Tensor:
    return torch.ones(key, query).triu(query - key).T.bool()


def triu_is_zero(query: int, key: int) -> Tensor:
    return torch.triu(torch.ones(query, key), diagonal=1 + key - query) == 0


def compared(query: int, key: int) -> Tensor:
    own = torch.arange(key - query, key).unsqueeze(-1)
    return torch.arange(key) <= own


def by_indices(query: int, key: int) -> Tensor:
    mask = torch.zeros(query, key, dtype=torch.bool)
    rows, columns = torch.tril_indices(query, key, offset=key - query)
    mask[rows, columns] = True
    return mask


def in_a_loop(query: int, key: int) -> Tensor:
    mask = torch.zeros(query, key, dtype=torch.bool)
    for i in range(query):
        for j in range(key):
            if j <= i + key - query:
                mask[i, j] = True
    return mask


def from_lists(query: int, key: int) -> Tensor:
    seen = [key - query + 1 + i for i in range(query)]
    return torch.tensor([[True] * n + [False] * (key - n) for n in seen])


def last_rows(query: int, key: int) -> Tensor:
    whole = torch.ones(key, key, dtype=torch.bool).tril()
    return whole[-query:]


def kept_beside_new(query: int, key: int) -> Tensor:
    kept = torch.ones(query, key - query, dtype=torch.bool)
    new = torch.ones(query, query, dtype=torch.bool).tril()
    return torch.cat([kept, new], dim=-1)


def filled_up_on_the_left(query: int, key: int) -> Tensor:
    square = torch.ones(query, query).tril()
    return F.pad(square, (key - query, 0), value=1.0) > 0


def running_sum(query: int, key: int) -> Tensor:
    own = F.one_hot(torch.arange(key - query, key), key)
    return own.flip(-1).cumsum(dim=-1).flip(-1).bool()


def with_four_axes(query: int, key: int) -> Tensor:
    return torch.ones(1, 1, query, key, dtype=torch.bool).tril(key - query)


def causal_from_numpy(query: int, key: int) -> Tensor:
    import numpy as np

    return torch.from_numpy(np.tril(np.ones((query, key), dtype=bool), key - query))


def from_pytorch(query: int, key: int) -> Tensor:
    added = torch.nn.Transformer.generate_square_subsequent_mask(key)
    return added[-query:] == 0


def sealed_causal(query: int, key: int) -> Tensor:
    return causal_mask(query, key)


CAUSAL = (
    Right("W57", "tril of ones", tril),
    Right("W57", "triu, turned round", triu_turned),
    Right("W57", "triu, transposed", triu_transposed),
    Right("W57", "triu == 0", triu_is_zero),
    Right("W57", "two ranges compared", compared),
    Right("W57", "tril_indices", by_indices),
    Right("own", "two loops", in_a_loop),
    Right("own", "a list of rows", from_lists),
    Right("own", "the last rows of a square", last_rows),
    Right("own", "kept keys beside a square", kept_beside_new),
    Right("own", "a square filled up on the left", filled_up_on_the_left),
    Right("own", "a running sum from the right", running_sum),
    Right("own", "a detour through numpy", causal_from_numpy),
    Right("own", "the last rows of PyTorch's square, read", from_pytorch),
    Right("W58", "four axes, two of size 1", with_four_axes),
    Right(
        *("own", "the course's own", sealed_causal, Verdict.SEALED),
        "causal_mask is what this task asks you to write",
    ),
)


def joined(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    words = (source != source_pad)[:, None, None, :]
    mine = (target != target_pad)[:, None, None, :]
    n = target.shape[1]
    return words, mine & torch.ones(n, n, dtype=torch.bool).tril(), words


def logical_and(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = source.ne(source_pad).unsqueeze(1).unsqueeze(2)
    mine = target.ne(target_pad).unsqueeze(1).unsqueeze(2)
    decoder = torch.logical_and(mine, causal_mask(target.size(1)))
    return words, decoder, words.clone()


def product(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    words = (source != source_pad).view(source.shape[0], 1, 1, -1)
    mine = (target != target_pad).view(target.shape[0], 1, 1, -1)
    return words, mine * causal_mask(target.shape[1])[None, None], words


def spread(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    batch, n_source, n_target = *source.shape, target.shape[1]
    words = (source != source_pad)[:, None, None]
    decoder = (target != target_pad)[:, None, None].expand(-1, 1, n_target, -1).tril()
    encoder = words.expand(batch, 1, n_source, n_source)
    return encoder, decoder, words.expand(batch, 1, n_target, n_source)


def hidden_by_either(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    n = target.shape[1]
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    hidden = future | (target == target_pad)[:, None, None]
    words = ~(source == source_pad)[:, None, None]
    return words, ~hidden, words


def in_loops(source: Tensor, target: Tensor, source_pad: int, target_pad: int) -> Three:
    batch, n = target.shape
    decoder = torch.zeros(batch, 1, n, n, dtype=torch.bool)
    for text in range(batch):
        for i in range(n):
            for j in range(i + 1):
                decoder[text, 0, i, j] = bool(target[text, j] != target_pad)
    words = torch.tensor([[i != source_pad for i in row] for row in source.tolist()])
    return words[:, None, None], decoder, words[:, None, None]


def by_numbers(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = (source != source_pad).float()[:, None, None]
    mine = (target != target_pad).float()[:, None, None]
    n = target.shape[1]
    both = mine + torch.ones(n, n).tril() > 1.5
    return words.bool(), both, words.bool()


def by_selection(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    words = torch.where(source == source_pad, False, True)[:, None, None]
    mine = torch.where(target == target_pad, False, True)[:, None, None]
    past = causal_mask(target.shape[1])
    return words, torch.where(past, mine, False), words


def sealed_combine(
    source: Tensor, target: Tensor, source_pad: int, target_pad: int
) -> Three:
    from transformer_lib.masking.masks import combine, padding_mask

    words = padding_mask(source, source_pad)
    own = padding_mask(target, target_pad)
    return words, combine(causal_mask(target.shape[1]), own), words


MASKS = (
    Right("W59", "& of booleans", joined),
    Right("W59", "torch.logical_and", logical_and),
    Right("W59", "* of booleans", product),
    Right("W58", "all axes in full size", spread),
    Right("own", "what is hidden by either, turned round", hidden_by_either),
    Right("own", "loops", in_loops),
    Right("own", "sums of numbers compared", by_numbers),
    Right("own", "torch.where", by_selection),
    Right(
        *("own", "the course's own", sealed_combine, Verdict.SEALED),
        "padding_mask is what this task asks you to write",
    ),
)
