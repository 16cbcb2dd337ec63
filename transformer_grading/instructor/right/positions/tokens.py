"""Right ways to add positions to tokens, without and with padding."""

import torch
from torch import Tensor

from transformer_grading.instructor.right.core import Right

Three = tuple[Tensor, Tensor, Tensor]


def sliced(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return x + table[start : start + x.size(1)].to(x.dtype)


def sliced_with_a_batch(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    seq = x.shape[1]
    return torch.add(x, table[start:][:seq].unsqueeze(0).type_as(x))


def narrowed(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    return (x + table.narrow(0, start, x.shape[1])).to(x.dtype)


def embedded(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    positions = torch.arange(start, start + x.shape[1])
    return x + torch.nn.functional.embedding(positions, table.to(x.dtype))


def embedding_module(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    embedding = torch.nn.Embedding.from_pretrained(table.to(x.dtype), freeze=True)
    codes: Tensor = embedding(torch.arange(x.shape[1]) + start)
    return x + codes


def buffered(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    holder = torch.nn.Module()
    holder.register_buffer("table", table, persistent=False)
    holder.to(x.dtype)
    rows: Tensor = holder.get_buffer("table")[start : start + x.shape[1]]
    return x + rows


def one_hot(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    positions = torch.arange(start, start + x.shape[1])
    choice = torch.nn.functional.one_hot(positions, len(table)).to(x.dtype)
    return x + choice @ table.to(x.dtype)


def token_by_token(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    tokens = [x[:, t] + table[start + t].to(x.dtype) for t in range(x.shape[1])]
    return torch.stack(tokens, dim=1)


def into_a_buffer(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    out = torch.zeros_like(x)
    for n in range(x.shape[0]):
        for t in range(x.shape[1]):
            out[n, t] = x[n, t] + table[start + t]
    return out


def copy_and_add(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    out = x.clone()
    out += table[start : start + x.shape[1]]
    return out


def sequence_first(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    swapped = x.transpose(0, 1)
    codes = table[start : start + len(swapped)].to(x.dtype)
    return (swapped + codes[:, None]).transpose(0, 1)


def gathered(x: Tensor, table: Tensor, start: int = 0) -> Tensor:
    batch, seq, width = x.shape
    rows = torch.arange(start, start + seq)[:, None].expand(seq, width)
    codes = table.gather(0, rows).repeat(batch, 1, 1)
    return codes.to(x) + x


def counted_real(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = (mask.long().cumsum(dim=-1) - 1).clamp_min(0)
    return x + table[positions].to(x.dtype)


def zero_for_padding(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = (mask.cumsum(1) - 1).masked_fill(~mask, 0)
    codes = torch.nn.functional.embedding(positions, table)
    return (x + codes * mask[..., None]).to(x.dtype)


def padding_taken_off(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    padding = mask.logical_not().sum(dim=1, keepdim=True)
    positions = torch.arange(x.shape[1]).unsqueeze(0) - padding
    return x + table[positions].to(x.dtype)  # counts from the end where it is negative


def first_real_column(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    begins = mask.int().argmax(dim=1)
    positions = torch.arange(x.shape[1]) - begins[:, None]
    return x + table.to(x.dtype)[torch.relu(positions)]


def sequence_by_sequence(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    out = x.clone()
    for n, real in enumerate(mask):
        out[n, real] = x[n, real] + table[: int(real.sum())].to(x.dtype)
    return out


def padded_codes(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    seq, codes = x.shape[1], []
    for real in mask.sum(dim=1).tolist():
        rows = table[:real].to(x.dtype)
        codes.append(torch.nn.functional.pad(rows, (0, 0, seq - real, 0)))
    return x + torch.stack(codes)


def nan_in_padding(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    positions = (mask.cumsum(dim=1) - 1).clamp(min=0)
    out = x + table[positions].to(x.dtype)
    return out.masked_fill(~mask.unsqueeze(-1), torch.nan)


def rolled(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    padding = (~mask).sum(dim=1).tolist()
    rows = [torch.roll(table[: x.shape[1]], n, dims=0) for n in padding]
    return x + torch.stack(rows).to(x.dtype)


def real_tokens_alone(x: Tensor, table: Tensor, mask: Tensor) -> Tensor:
    batch, place = mask.nonzero(as_tuple=True)
    positions = mask.cumsum(dim=1)[mask] - 1
    tokens = x[mask] + table[positions].to(x.dtype)
    return torch.zeros_like(x).index_put((batch, place), tokens)


def smallest() -> Three:
    mask = torch.tensor([[False, True]])
    return torch.zeros(1, 2, 1), torch.tensor([[0.0], [1.0]]), mask


def random_batch() -> Three:
    mask = torch.arange(5) >= torch.tensor([[0], [3], [1]])
    return torch.randn(3, 5, 4), torch.randn(7, 4), mask


def all_padded_in_double() -> Three:
    mask = torch.tensor([[False, False, True, True], [False, True, True, True]])
    return torch.ones(2, 4, 2).double(), torch.arange(8.0).view(4, 2).double(), mask


def waves() -> Three:
    from transformer_lib.positions.sinusoidal import sinusoidal_table

    mask = torch.ones(2, 6, dtype=torch.bool)
    mask[1, :2] = False
    return torch.rand(2, 6, 8), sinusoidal_table(6, 8), mask


SUMS = (
    Right("own", "a slice in the dtype of x", sliced),
    Right("own", "a slice with a batch axis, torch.add", sliced_with_a_batch),
    Right("own", "narrow, and the sum brought to the dtype of x", narrowed),
    Right("W47", "F.embedding", embedded),
    Right("W47", "nn.Embedding.from_pretrained, frozen", embedding_module),
    Right("W46", "a buffer of a module", buffered),
    Right("own", "one-hot rows times the table", one_hot),
    Right("own", "a loop over tokens", token_by_token),
    Right("own", "loops that write into zeros", into_a_buffer),
    Right("own", "in place on a copy", copy_and_add),
    Right("own", "sequence first, and back", sequence_first),
    Right("own", "gather and repeat", gathered),
)
PADDED = (
    Right("own", "real tokens counted by cumsum", counted_real),
    Right("own", "codes of padding set to 0", zero_for_padding),
    Right("own", "padding taken off, negative rows for padding", padding_taken_off),
    Right("own", "the first real column by argmax", first_real_column),
    Right("own", "a loop over sequences", sequence_by_sequence),
    Right("own", "rows of codes, padded themselves", padded_codes),
    Right("own", "padding made nan", nan_in_padding),
    Right("own", "the table rolled for each sequence", rolled),
    Right("own", "real tokens taken out and put back", real_tokens_alone),
)
EXAMPLES = (
    Right("own", "one token behind one padding", smallest),
    Right("own", "a random batch", random_batch),
    Right("own", "padding everywhere, in float64", all_padded_in_double),
    Right("own", "the waves themselves", waves),
)
