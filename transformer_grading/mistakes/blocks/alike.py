"""Examples that do not show what the colleague's block has lost."""

import torch
from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def one_word() -> Pair:
    return torch.tensor([[1.0, 2.0, 3.0, 5.0]]), torch.ones(1, 4)


def one_word_and_much_memory() -> Pair:
    return torch.tensor([[1.0, 2.0, 3.0, 5.0]]), torch.randn(3, 4)


def equal_words() -> Pair:
    return torch.tensor([[1.0, 2.0, 3.0, 5.0]]).repeat(3, 1), torch.randn(2, 4)


def words_of_zeros() -> Pair:
    return torch.zeros(2, 4), torch.tensor([[1.0, 2.0, 3.0, 5.0]])


def rich_memory() -> Pair:
    return torch.eye(4)[:3], torch.randn(5, 4)


def memory_of_the_words() -> Pair:
    x = torch.tensor([[1.0, 2.0, 3.0, 5.0], [4.0, 0.0, -1.0, 2.0]])
    return x, x


def two_unlike_memories() -> Pair:
    return torch.eye(4)[:2], torch.tensor([[3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]])


def loud_memory() -> Pair:
    x = torch.tensor([[4.9, 1.5, -2.2, 2.1], [5.0, 1.7, -2.4, 2.0]])
    memory = [[-15.2, 8.8, 8.6, 7.4], [10.1, -0.3, 6.7, 23.5]]
    return x, torch.tensor(memory)


def hardly_different() -> Pair:
    return torch.ones(2, 4) + 0.05 * torch.eye(4)[:2], torch.ones(1, 4)


def hardly_different_in_one() -> Pair:
    x = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.09]])
    return x, torch.tensor([[2.0, 0.0, 1.0, 3.0]])


_WRITES = "A block that writes"

MISTAKES = (
    Mistake(
        "one word alone",
        "With one word there is nothing that could come out alike.",
        "Your tensors fit. How many words does it take before two of them can be "
        "confused?",
        _WRITES,
        (one_word, one_word_and_much_memory),
    ),
    Mistake(
        "words that are all the same",
        "Equal words give equal outputs in a right block as well.",
        "Her outputs are alike on your example, and the right ones, too. What should a "
        "right block be able to tell apart?",
        _WRITES,
        (equal_words, words_of_zeros),
    ),
    Mistake(
        "a memory that answers each word in its own way",
        "Each word asks another question and gets another answer, so something is left "
        "of it.",
        "Your words differ, and so do her outputs. For which memory is the answer the "
        "same, whatever is asked?",
        _WRITES,
        (rich_memory, memory_of_the_words, two_unlike_memories, loud_memory),
    ),
    Mistake(
        "words that hardly differ",
        "Her outputs are alike, and so are the words, nearly.",
        "Your idea works. By how much should some feature of two words differ, and by "
        "how much do yours?",
        _WRITES,
        (hardly_different, hardly_different_in_one),
    ),
)
