"""How known mistakes look in multi-head attention."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_04_multihead.py", "test_multihead_passed_in.py")
mutant = partial(Mutant, file="multihead.py", tests=TESTS)
QUERY = "q = self._split(self.w_q(x))"
SPLIT = "return rearrange(x, pattern, heads=self.n_heads)"
MERGE = 'rearrange(found, "batch heads query d_v -> batch query (heads d_v)")'
MIX = f"""
    def _mix(self, found: Tensor) -> Tensor:
        mixed: Tensor = self.w_o(
            {MERGE}
        )
"""
VIEWED = "return x.reshape(len(x), self.n_heads, x.shape[1], -1)"
FLAT = "found.reshape(len(found), found.shape[2], -1)"
READABLE = "scaled_dot_product_attention(q, k, v, mask)"
FUSED = "fused_attention(q, k, v, mask)"
KEYS = "return (k if rotate is None else rotate(k)), v"

MUTANTS = (
    mutant(
        "P01",
        "split into heads first, one small matrix for all",
        QUERY,
        "d_k, width = self.d_k, self.d_model // self.n_heads\n"
        "        q = self._split(x) @ self.w_q.weight[:d_k, :width].mT",
    ),
    mutant(
        "P02",
        "queries without negative numbers",
        QUERY,
        QUERY.replace("(x)", "(x).relu()"),
    ),
    mutant("P03", "heads never mixed", "self.w_o(\n", "(\n"),
    mutant(
        "P05", "d_v taken for d_k", "d_v = d_k if d_v is None else d_v", "d_v = d_k"
    ),
    mutant("", "keys in the place of values", "self.w_v(context)", "self.w_k(context)"),
    mutant("M01", "heads made without transposing", SPLIT, VIEWED),
    mutant("M02", "heads merged without transposing back", MERGE, FLAT),
    mutant(
        "M03",
        "both wrong alike",
        f"{SPLIT}\n{MIX}",
        f"{VIEWED}\n{MIX.replace(MERGE, FLAT)}",
    ),
    mutant(
        "M04",
        "heads taken for sequences when merged",
        MERGE,
        'rearrange(found, "batch heads query d_v -> heads query (batch d_v)").reshape'
        "(len(found), found.shape[2], -1)",
    ),
    mutant(
        "M07",
        "a mask of two axes taken for one a sequence",
        FUSED,
        FUSED.replace(
            "mask)",
            "mask if mask is None or mask.ndim == 4 or len(mask) != len(x)"
            " else mask[:, None, None])",
        ),
    ),
    mutant(
        "A05",
        "scaled by √heads",
        "q = q if rotate",
        "q = q * (self.d_k / self.n_heads) ** 0.5\n        q = q if rotate",
    ),
    mutant(
        "A11",
        "mask of every head dropped",
        FUSED,
        FUSED.replace(
            "mask)", "mask if mask is None or mask.ndim == 2 else mask[:, :1])"
        ),
    ),
    mutant(
        "A20",
        "mask the other way round",
        FUSED,
        FUSED.replace("mask)", "mask if mask is None else ~mask)"),
    ),
    mutant(
        "U02",
        "scores dropped, as nobody asked for",
        FUSED,
        FUSED.replace("(q,", "(nn.functional.dropout(q, 0.1, self.training),"),
    ),
    mutant(
        "",
        "cache never asked",
        "project() if cache is None else",
        "project() if True else",
    ),
    mutant("", "keys learn nothing", "self.w_k(context)", "self.w_k(context.detach())"),
    mutant(
        "",
        "the context decides",
        "q = self._split(self.w_q(x))",
        "q = self._split(self.w_q(x if context is None else context[:, : x.shape[1]]))",
    ),
    mutant(
        "",
        "weights of the first head only",
        "return self._mix(output), weights",
        "return self._mix(output), weights[:, :1].expand_as(weights)",
    ),
    mutant(
        "",
        "weights learn nothing",
        "return self._mix(output), weights",
        "return self._mix(output), weights.detach()",
    ),
    mutant(
        "",
        "no bias in the mix",
        "self.w_o = linear(n_heads * d_v, d_model)",
        "self.w_o = linear(n_heads * d_v, d_model, bias=False)",
    ),
    mutant(
        "",
        "made elsewhere than told",
        "nn.Linear, device=device, dtype=dtype",
        "nn.Linear, dtype=dtype",
    ),
    mutant(
        "",
        "made of another dtype",
        "nn.Linear, device=device, dtype=dtype",
        "nn.Linear, device=device",
    ),
    Mutant(
        "M06",
        "a mask a sequence taken for one a head",
        "mask.ndim not in (2, 4)",
        "mask.ndim not in (2, 3, 4)",
        "multihead.py",
        (*TESTS, "-m unhooked test_core_as_used.py"),
    ),
    mutant("X01", "context never read", "x if context is None else context", "x"),
    mutant(
        "A26",
        "mask dropped when weights are wanted",
        READABLE,
        READABLE.replace(", mask", ""),
    ),
    mutant("A26", "mask dropped when they are not", FUSED, FUSED.replace(", mask", "")),
    mutant("", "keys not turned", KEYS, "return k, v"),
    mutant("", "queries not turned", "q if rotate is None else rotate(q)", "q"),
    mutant(
        "",
        "values turned too",
        KEYS,
        KEYS.replace(", v", ", v if rotate is None else rotate(v)"),
    ),
    mutant(
        "",
        "mask for the first head only",
        READABLE,
        READABLE.replace(
            "mask)", "mask if mask is None or mask.ndim == 2 else mask[:, :1])"
        ),
    ),
)
ELSEWHERE: dict[str, str] = {}
