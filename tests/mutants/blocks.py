"""How known mistakes look in norms, networks and blocks."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_layer_norm.py", "test_06_blocks.py", "test_blocks_in_use.py")
parts = partial(Mutant, file="blocks/sublayers.py", tests=TESTS)
block = partial(Mutant, file="blocks/blocks.py", tests=TESTS)
VARIANCE = "variance = centred.square().mean(dim=-1, keepdim=True)"
DIVIDED = "(centred / (variance + eps).sqrt())"
KERNEL = "F.layer_norm(x, (self.d_model,), self.gain, self.bias, self.eps)"
NETWORK = "self.w_2(self.activation(self.w_1(x)))"
PRE = "x + self.dropout(sublayer(self.norm(x)))"
POST = "self.norm(x + self.dropout(sublayer(x)))"
ASKED = "asked: Tensor = self.after_cross_attention(looked, look_at_memory)"

MUTANTS = (
    parts(
        "L01",
        "divided by n - 1",
        VARIANCE,
        "variance = centred.square().sum(-1, keepdim=True) / (x.shape[-1] - 1)",
    ),
    parts("L02", "eps beside the root", DIVIDED, "(centred / (variance.sqrt() + eps))"),
    parts(
        "L03", "root of the root", DIVIDED, "(centred / (variance + eps).sqrt().sqrt())"
    ),
    parts("L03", "no root", DIVIDED, "(centred / (variance + eps))"),
    parts(
        "L04",
        "all tokens normalised together",
        KERNEL,
        "self.gain * F.layer_norm(x, x.shape[1:], eps=self.eps) + self.bias",
    ),
    parts("L06", "eps fixed", KERNEL, KERNEL.replace("self.eps", "1e-5")),
    parts(
        "L06", "eps fixed in the readable path", DIVIDED, DIVIDED.replace("eps", "1e-5")
    ),
    parts("L07", "gain applied twice", KERNEL, f"self.gain * {KERNEL}"),
    parts("L07", "gain forgotten", KERNEL, KERNEL.replace("self.gain", "None")),
    parts("L07", "bias forgotten", KERNEL, KERNEL.replace("self.bias", "None")),
    parts(
        "L09",
        "float32 handed back for bfloat16",
        KERNEL,
        "F.layer_norm(x.float(), (self.d_model,), self.gain.float(), "
        "self.bias.float(), self.eps)",
    ),
    parts(
        "", "gain (y + bias)", f"gain * {DIVIDED} + bias", f"gain * ({DIVIDED} + bias)"
    ),
    parts(
        "D01",
        "residual of the normalised tokens",
        PRE,
        PRE.replace("x +", "self.norm(x) +"),
    ),
    parts(
        "D03",
        "only the branch normalised",
        POST,
        "x + self.norm(self.dropout(sublayer(x)))",
    ),
    parts(
        "",
        "variance as E[x²] - E[x]²",
        VARIANCE,
        "variance = x.square().mean(-1, keepdim=True) - x.mean(-1, keepdim=True) ** 2",
    ),
    parts("", "statistics learn nothing", VARIANCE, VARIANCE + ".detach()"),
    parts(
        "",
        "divided by the largest",
        DIVIDED,
        "(centred / centred.abs().amax(-1, keepdim=True))",
    ),
    parts("L07", "gain forgotten in the readable path", f"gain * {DIVIDED}", DIVIDED),
    parts(
        "L06",
        "eps never handed on",
        "eps=eps, device=device, dtype=dtype)\n        self.dropout",
        "device=device, dtype=dtype)\n        self.dropout",
    ),
    parts(
        "",
        "sum dropped, not the branch",
        POST,
        "self.norm(self.dropout(x + sublayer(x)))",
    ),
    parts("", "what is read dropped", POST, "self.norm(x + sublayer(self.dropout(x)))"),
    parts(
        "", "dropped after the norm", POST, "self.dropout(self.norm(x + sublayer(x)))"
    ),
    parts("", "no residual", POST, "self.norm(self.dropout(sublayer(x)))"),
    parts("", "no residual, norm first", PRE, "self.dropout(sublayer(self.norm(x)))"),
    parts(
        "D03",
        "norm on both sides",
        PRE,
        "self.norm(x + self.dropout(sublayer(self.norm(x))))",
    ),
    parts("", "always the paper's order", "if self.norm_first:", "if False:"),
    parts(
        "U02",
        "inside of the network dropped",
        NETWORK,
        "self.w_2(F.dropout(self.activation(self.w_1(x)), 0.1, self.training))",
    ),
    parts("", "residual learns nothing", PRE, PRE.replace("x +", "x.detach() +")),
    block(
        "A11",
        "mask never handed on",
        "partial(self.attention, mask=mask, ",
        "partial(self.attention, ",
    ),
    block(
        "A11",
        "memory's mask never handed on",
        "context=memory, mask=memory_mask",
        "context=memory",
    ),
    block(
        "A11",
        "memory's mask not handed on beside a cache",
        "context=memory, mask=memory_mask",
        "context=memory, mask=memory_mask if read is None else None",
    ),
    block(
        "A11",
        "the past hidden from nobody",
        "partial(self.self_attention, mask=mask, ",
        "partial(self.self_attention, ",
    ),
    block(
        "",
        "memory turned too",
        "context=memory, mask=memory_mask, cache=read",
        "context=memory, mask=memory_mask, cache=read, rotate=rotate",
    ),
    block(
        "",
        "caches swapped",
        "own, read = (None, None) if caches is None else caches",
        "read, own = (None, None) if caches is None else caches",
    ),
    block(
        "",
        "not turned",
        "mask=mask, rotate=rotate, cache=cache",
        "mask=mask, cache=cache",
    ),
    block(
        "",
        "one norm for all",
        "self.after_cross_attention = residual(), residual()",
        "self.after_cross_attention = (residual(),) * 2",
    ),
    block(
        "U04",
        "rate never handed on by the block",
        "        dropout=dropout,\n        eps=eps,\n        device",
        "        eps=eps,\n        device",
    ),
    block(
        "L06",
        "eps never handed on by the block",
        "        eps=eps,\n        device",
        "        device",
    ),
    block("", "norm elsewhere than its parts", "        device=weight.device,\n", ""),
    block("", "norm of another dtype", "        dtype=weight.dtype,\n", ""),
    block(
        "D08",
        "goes on from the bare branch",
        ASKED,
        "asked: Tensor = look_at_memory(looked)",
    ),
    block(
        "X04",
        "thinks before it looks at the memory",
        f"{ASKED}\n"
        "        thought: Tensor = self.after_feed_forward(asked, self.feed_forward)",
        "asked: Tensor = self.after_feed_forward(looked, self.feed_forward)\n"
        "        thought: Tensor = self.after_cross_attention(asked, look_at_memory)",
    ),
    block(
        "X01",
        "memory never read",
        "context=memory, mask=memory_mask",
        "mask=memory_mask",
    ),
    parts("F01", "no bend in the line", NETWORK, "self.w_2(self.w_1(x))"),
    parts("F02", "bent at the end", NETWORK, "self.activation(self.w_2(self.w_1(x)))"),
    parts(
        "F03",
        "always ReLU",
        "self.activation = d_model, d_ff, activation",
        "self.activation = d_model, d_ff, F.relu",
    ),
    parts(
        "U01",
        "drops although nobody trains",
        POST,
        POST.replace("self.dropout", "F.dropout"),
    ),
    parts("U04", "rate never handed on", "nn.Dropout(dropout)", "nn.Dropout(0.0)"),
    parts("U04", "no dropout on one way", PRE, "x + sublayer(self.norm(x))"),
)
ELSEWHERE: dict[str, str] = {}
