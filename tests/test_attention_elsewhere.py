"""Attention where the CPU's kernel is not: on other devices, with other kernels."""

import math

import pytest
import torch
from parity.attention import BASE, MASKS, PATHS, PRIMES, draw_mask, inputs, results
from parity.core import distance

from transformer_lib.attention import blanked_attention


@pytest.mark.parametrize("mask_name", [name for name in MASKS if name != "none"])
def test_kernels_that_fail_in_empty_rows_agree_too(mask_name, monkeypatch):
    def kernel(q, k, v, attn_mask):
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        return scores.masked_fill(~attn_mask, -math.inf).softmax(dim=-1) @ v

    leaves, mask = inputs(PRIMES, torch.float64), draw_mask(PRIMES, mask_name)
    mask[..., 0, :] = False
    wanted = results(PATHS["readable"], leaves, mask)
    monkeypatch.setattr(torch.nn.functional, "scaled_dot_product_attention", kernel)
    assert torch.nn.functional.scaled_dot_product_attention(*leaves, mask).isnan().any()
    got = results(blanked_attention, leaves, mask)
    assert max(map(distance, got, wanted)) <= 1e-10


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("mask_name", MASKS)
def test_runs_on_the_meta_device(path, mask_name):
    leaves = [
        x.detach().to("meta").requires_grad_() for x in inputs(BASE, torch.float32)
    ]
    mask = draw_mask(BASE, mask_name)
    output = PATHS[path](*leaves, mask if mask is None else mask.to("meta"))
    output.sum().backward()
    assert output.device.type == "meta"
    assert output.shape == (BASE.batch, BASE.heads, BASE.query, BASE.d_v)
    assert all(leaf.grad.shape == leaf.shape for leaf in leaves)
