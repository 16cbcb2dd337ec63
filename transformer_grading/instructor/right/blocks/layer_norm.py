"""Right ways to write a layer norm."""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer_grading.instructor.right.core import Right, Verdict


def centred_once(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    wide = x.float() if x.dtype == torch.float16 else x
    centred = wide - wide.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    return (gain * (centred / torch.sqrt(variance + eps)) + bias).to(x.dtype)


def reciprocal_root(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    wide = torch.promote_types(x.dtype, torch.float32)
    y, dtype = x.to(wide), x.dtype
    variance = y.var(dim=-1, unbiased=False, keepdim=True)
    y = (y - y.mean(dim=-1, keepdim=True)) * torch.rsqrt(variance + eps)
    return (gain * y + bias).to(dtype)


def squared_deviation(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    y = x.float() if x.dtype == torch.half else x
    deviation = y.std(dim=-1, unbiased=False, keepdim=True)
    y = (y - y.mean(dim=-1, keepdim=True)) / torch.sqrt(deviation**2 + eps)
    return (y * gain + bias).to(x.dtype)


def correction(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    y = x.double()
    deviation = torch.std(y, dim=-1, correction=0, keepdim=True)
    y = (y - y.mean(-1, True)) / (deviation.pow(2) + eps).sqrt()
    return (gain.double() * y + bias.double()).to(x.dtype)


def multiply_add(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    wide = torch.promote_types(x.dtype, torch.float32)
    y, gain, bias = x.to(wide), gain.to(wide), bias.to(wide)
    variance, mean = torch.var_mean(y, dim=-1, correction=0, keepdim=True)
    normalised = (y - mean) * torch.rsqrt(variance + eps)
    return torch.addcmul(bias, gain, normalised).to(x.dtype)


def mended_variance(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    n, y = x.shape[-1], x if x.dtype == torch.float64 else x.float()
    variance = y.var(dim=-1, keepdim=True) * (n - 1) / n
    y = (y - y.mean(dim=-1, keepdim=True)) / (variance + eps) ** 0.5
    return (gain * y + bias).to(x.dtype)


def half_only_at_the_end(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    y = x.float() if x.dtype == torch.float16 else x
    centred = y - y.mean(dim=-1, keepdim=True)
    normalised = centred * torch.rsqrt(centred.pow(2).mean(-1, keepdim=True) + eps)
    return normalised.to(x.dtype) * gain + bias


def products(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    y = x.float() if x.dtype == torch.float16 else x
    n = y.shape[-1]
    centring = torch.eye(n, dtype=y.dtype) - torch.ones(n, n, dtype=y.dtype) / n
    centred = torch.einsum("...i,ij->...j", y, centring)
    variance = torch.einsum("...i,...i->...", centred, centred)[..., None] / n
    return (gain * centred / (variance + eps).sqrt() + bias).to(x.dtype)


def loop(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    rows = []
    for token in x.reshape(-1, x.shape[-1]):
        y = token if x.dtype == torch.float64 else token.float()
        centred = y - y.sum() / len(y)
        size = torch.sqrt((centred * centred).sum() / len(y) + eps)
        rows.append(centred / size * gain + bias)
    return torch.stack(rows).reshape(x.shape).to(x.dtype)


def own_buffer(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    y = x.to(torch.promote_types(x.dtype, torch.float32)).clone()
    y -= y.mean(dim=-1, keepdim=True)
    size = torch.sqrt(y.square().mean(dim=-1, keepdim=True) + eps)
    result = torch.zeros_like(y)
    result += y / size
    result = result * gain
    result += bias
    return result.to(x.dtype)


def by_its_length(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    y = x if x.dtype == torch.float64 else x.float()
    centred = y - y.mean(dim=-1, keepdim=True)
    length = torch.linalg.vector_norm(centred, dim=-1, keepdim=True)
    root = torch.sqrt(length**2 / y.shape[-1] + eps)
    return (centred * (gain / root) + bias).type_as(x)


def always_through_float32(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    y = x.float()
    centred = y - y.mean(dim=-1, keepdim=True)
    y = centred / torch.sqrt(centred.square().mean(-1, keepdim=True) + eps)
    return (y * gain.float() + bias.float()).to(x.dtype)


def smaller_squares(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    loudest = centred.detach().abs().amax(-1, keepdim=True).clamp(min=eps**0.5)
    quiet = centred / loudest
    small = (eps**0.5 / loudest) ** 2
    root = torch.sqrt(quiet.square().mean(-1, keepdim=True) + small)
    return gain * quiet / root + bias


def ready_made(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], gain, bias, eps)


def native(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    return torch.native_layer_norm(x, x.shape[-1:], gain, bias, eps)[0]


def module(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    made: Tensor = torch.nn.LayerNorm(x.shape[-1], eps, elementwise_affine=False)(x)
    return gain * made + bias


def root_mean_square(
    x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5
) -> Tensor:
    centred = x - x.mean(dim=-1, keepdim=True)
    return F.rms_norm(centred, x.shape[-1:], gain, eps) + bias


def one_group(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    flat = x.reshape(-1, x.shape[-1])
    return F.group_norm(flat, 1, gain, bias, eps).reshape(x.shape)


def of_the_course(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    from transformer_lib.blocks.sublayers import layer_norm as ours

    return ours(x, gain, bias, eps)


def _sealed(name: str) -> tuple[Verdict, str]:
    return Verdict.SEALED, f"{name} is what this task asks you to write"


RIGHT = (
    Right("W48", "F.layer_norm", ready_made, *_sealed("layer_norm")),
    Right("W48", "torch.native_layer_norm", native, *_sealed("native_layer_norm")),
    Right("W48", "nn.LayerNorm", module, *_sealed("layer_norm")),
    Right("own", "the course's own", of_the_course, *_sealed("layer_norm")),
    Right("own", "F.rms_norm, centred", root_mean_square, *_sealed("rms_norm")),
    Right("own", "F.group_norm with one group", one_group, *_sealed("group_norm")),
    Right("W49", "rsqrt of var + eps", reciprocal_root),
    Right("W50", "centred once, mean of squares", centred_once),
    Right("W51", "std(unbiased=False) ** 2", squared_deviation),
    Right("W51", "std with correction=0, in float64", correction),
    Right("W52", "var_mean and addcmul", multiply_add),
    Right("W53", "var * (n - 1) / n", mended_variance),
    Right("own", "gain and bias in the dtype of the tokens", half_only_at_the_end),
    Right("own", "einsum with a centring matrix", products),
    Right("own", "a loop over tokens", loop),
    Right("own", "in place on a tensor of its own", own_buffer),
    Right("own", "the length of the centred token", by_its_length),
    Right("own", "always through float32", always_through_float32),
    Right("own", "squares made small, in float16 as well", smaller_squares),
)
