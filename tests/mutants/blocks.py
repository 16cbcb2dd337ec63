"""How known mistakes look in norms, networks and blocks."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_06_blocks.py",)
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
        "F03", "always ReLU", "self.activation = activation", "self.activation = F.relu"
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
