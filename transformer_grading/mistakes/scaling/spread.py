"""Variances of dot products that follow another rule."""

from torch import Tensor

from transformer_grading.mistakes.core import Mistake

Pair = tuple[Tensor, Tensor]


def variances_multiplied(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = (q_mean * k_mean).sum(dim=-1)
    return mean, (q_std**2 * k_std**2).sum(dim=-1)


def variances_multiplied_in_a_loop(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = variance = 0 * q_mean[..., 0]
    for i in range(q_mean.shape[-1]):
        mean = mean + q_mean[..., i] * k_mean[..., i]
        variance = variance + (q_std[..., i] * k_std[..., i]).square()
    return mean, variance


def mean_zero_throughout(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    variance = (q_std.square() * k_std.square()).sum(-1)
    return 0 * variance, variance


def squares_kept(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    q_square, k_square = q_mean**2 + q_std**2, k_mean**2 + k_std**2
    return (q_mean * k_mean).sum(dim=-1), (q_square * k_square).sum(dim=-1)


def whole_mean_taken_off(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = (q_mean * k_mean).sum(dim=-1)
    squares = (q_mean**2 + q_std**2) * (k_mean**2 + k_std**2)
    return mean, squares.sum(dim=-1) - mean**2


def queries_alone_stretch(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    parts = (q_std * k_std) ** 2 + (q_mean * k_std) ** 2
    return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1)


def keys_alone_stretch(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    squares = q_std**2 * (k_std**2 + k_mean**2)
    return (q_mean * k_mean).sum(-1), squares.sum(-1)


def first_order(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = (q_mean * k_std) ** 2 + (k_mean * q_std) ** 2
    return (q_mean * k_mean).sum(dim=-1), parts.sum(dim=-1)


def first_order_of_columns(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    columns = zip(*(x.unbind(-1) for x in (q_mean, q_std, k_mean, k_std)), strict=True)
    found = [(a * c, a**2 * d**2 + c**2 * b**2) for a, b, c, d in columns]
    mean, variance = sum(m for m, _ in found), sum(v for _, v in found)
    return mean, variance


def unsquared(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    squares = (q_mean**2 + q_std) * (k_mean**2 + k_std)
    means = q_mean * k_mean
    return means.sum(dim=-1), (squares - means**2).sum(dim=-1)


def size_for_variance(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    squares = (q_mean**2 + q_std**2) * (k_mean**2 + k_std**2)
    products = q_mean * k_mean
    return products.sum(dim=-1), (squares - products**2).sum(dim=-1).sqrt()


def sizes_added(q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor) -> Pair:
    parts = (q_std * k_std) ** 2 + (q_mean * k_std) ** 2 + (k_mean * q_std) ** 2
    return (q_mean * k_mean).sum(dim=-1), parts.sqrt().sum(dim=-1) ** 2


def variances_added(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    mean = (q_mean * k_mean).sum(dim=-1)
    return mean, (q_std**2 + k_std**2).sum(dim=-1)


def crossed_before_squaring(
    q_mean: Tensor, q_std: Tensor, k_mean: Tensor, k_std: Tensor
) -> Pair:
    crossed = (q_mean * k_std + k_mean * q_std) ** 2 + (q_std * k_std) ** 2
    return (q_mean * k_mean).sum(dim=-1), crossed.sum(dim=-1)


_SIZE = "How large is a dot product?"

MISTAKES = (
    Mistake(
        "variances that are multiplied whatever the means are",
        "The means do not enter the variance, only its standard deviations do.",
        "With means of 0 you are right. How much does 100 · k move when k moves a "
        "little, and which part of your variance says so?",
        _SIZE,
        (variances_multiplied, variances_multiplied_in_a_loop),
        (),
        "The variance of a product is the product of the variances.",
        "Only if both means are 0; a mean stretches the other factor.",
    ),
    Mistake(
        "the rule for numbers of mean 0",
        "Both results are those of means that are all 0.",
        "With means of 0 you are right. In which of your lines do q_mean and k_mean "
        "occur?",
        _SIZE,
        (mean_zero_throughout,),
        (),
        "A dot product has mean 0 and variance d_k.",
        "That supposes mean 0 and variance 1; the general rule has four numbers a "
        "feature.",
    ),
    Mistake(
        "the mean square in the place of the variance",
        "Nothing is taken off: with means other than 0 the variance is too large.",
        "E[q²] E[k²] is there. Which of your terms makes the variance 0 where nothing "
        "is random?",
        _SIZE,
        (squares_kept,),
    ),
    Mistake(
        "the square of the whole mean taken off",
        "What is taken off belongs to the sum, and the rest to single products.",
        "One feature alone is right. Do you subtract for each feature its own mean "
        "product, or once the mean of the whole sum?",
        _SIZE,
        (whole_mean_taken_off,),
        (),
        "The variance of a sum is the sum of squares less the square of the sum.",
        "Mean squares of the products do not make the mean square of their sum.",
    ),
    Mistake(
        "a mean that stretches one side only",
        "The mean of queries or of keys enters the variance, and the other does not.",
        "Exchange queries and keys: the dot product stays. Does your variance stay, "
        "too?",
        _SIZE,
        (queries_alone_stretch, keys_alone_stretch),
    ),
    Mistake(
        "a rule for small deviations",
        "The product of both deviations is left out.",
        "Where one of the two is fixed, you are right. What does your variance say if "
        "both means are 0?",
        _SIZE,
        (first_order, first_order_of_columns),
        (),
        "Errors of a product add up in proportion to the other factor.",
        "That is the first order; the product of both deviations comes on top.",
    ),
    Mistake(
        "standard deviations taken for variances",
        "Deviations other than 0 and 1 count too little or too much.",
        "With deviations of 1 you are right. What has to happen to a standard "
        "deviation before it is a variance?",
        _SIZE,
        (unsquared,),
    ),
    Mistake(
        "a standard deviation in the place of the variance",
        "The second result is the root of what it should be.",
        "Your numbers are right until the last step. Which of the two was asked for, "
        "the typical size or its square?",
        _SIZE,
        (size_for_variance,),
    ),
    Mistake(
        "sizes that add up",
        "The products are treated as if they all rose and fell together.",
        "One feature alone is right. Of independent products, what adds up: their "
        "sizes or their variances?",
        _SIZE,
        (sizes_added,),
        (),
        "Four times as many products are four times as large.",
        "Variances add up, so the size grows as the root of their number.",
    ),
    Mistake(
        "the variance of a sum of queries and keys",
        "The variances of the factors are added, as for q + k.",
        "Adding variances is for sums. Inside one feature, are q and k added or "
        "multiplied?",
        _SIZE,
        (variances_added,),
        (),
        "Variances of independent numbers always add up.",
        "Those of a sum do; here factors are multiplied first.",
    ),
    Mistake(
        "cross terms added before they are squared",
        "Queries and keys are treated as if they moved together.",
        "Where one of the means is 0 you are right. The two cross terms are "
        "independent: what of them adds up?",
        _SIZE,
        (crossed_before_squaring,),
    ),
)
