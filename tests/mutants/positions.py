"""How known mistakes look in positions."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_05_positions.py",)
waves = partial(Mutant, file="positions/sinusoidal.py", tests=TESTS)
table = partial(
    Mutant,
    file="positions/table.py",
    tests=(*TESTS, "-m unhooked test_core_as_used.py"),
)
learned = partial(Mutant, file="positions/learned.py", tests=TESTS)
rotary = partial(
    Mutant,
    file="positions/rotary.py",
    tests=("test_rotary_positions.py", *TESTS),
)
EXPONENTS = "torch.arange(0, width, 2, device=device).double() / width"
ANGLES = "positions.double()[:, None] / base**exponents"
PAIRS = "pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)"
ADDED = "return x + rows_for(x, self.table, start)"
BUFFER = 'self.register_buffer("table", table.to(dtype), persistent=False)'

MUTANTS = (
    waves(
        "E01",
        "each column has a wave of its own",
        f"{PAIRS}\n    return pairs.flatten(-2)[:, :d_model]",
        "columns = torch.arange(d_model, device=device)\n"
        "    angles = torch.arange(start, start + seq).double()[:, None]\n"
        "    angles = angles / base ** (2 * columns / d_model)\n"
        "    return torch.where(columns % 2 == 0, angles.sin(), angles.cos())",
    ),
    waves("E02", "exponent 4i/d", EXPONENTS, f"2 * {EXPONENTS}"),
    waves(
        "E03",
        "cosine takes the next pair's wave",
        PAIRS,
        PAIRS.replace("angles.cos()", "(angles / base ** (2 / d_model)).cos()"),
    ),
    waves(
        "E04",
        "cosine has the exponent (2i + 1)/d",
        PAIRS,
        PAIRS.replace("angles.cos()", "(angles / base ** (1 / d_model)).cos()"),
    ),
    waves("E05", "base 1000", ANGLES, ANGLES.replace("base", "1000")),
    waves("E06", "divided, then rounded down", EXPONENTS, f"{EXPONENTS} // 2"),
    waves(
        "E07",
        "base and exponent swapped",
        ANGLES,
        "positions.double()[:, None] / (1 + exponents) ** (1 / base)",
    ),
    waves(
        "E09",
        "odd widths not cut to size",
        "pairs.flatten(-2)[:, :d_model]",
        "pairs.flatten(-2)",
    ),
    table(
        "E11",
        "position taken from the batch",
        ADDED,
        "return x + rows_for(x.transpose(0, 1), self.table, start)[:, None]",
    ),
    waves("E14", "table learned", BUFFER, "self.table = nn.Parameter(table.to(dtype))"),
    waves("E15", "table a plain attribute", BUFFER, "self.table = table.to(dtype)"),
    waves(
        "E16",
        "angles in half precision",
        ANGLES,
        "(positions.half()[:, None] / base ** exponents.half()).double()",
    ),
    table(
        "E17",
        "gradient cut",
        ADDED,
        f"{ADDED}.detach()".replace("return x +", "return (x +").replace(
            "start)", "start))"
        ),
    ),
    table(
        "E19", "only the table returned", ADDED, ADDED.replace("x + ", "") + "[None]"
    ),
    waves(
        "E20",
        "all sines put where half belong",
        PAIRS,
        "pairs = angles.new_empty(seq, d_model, 1)\n"
        "    pairs[:, 0::2, 0] = angles.repeat_interleave(2, dim=1).sin()",
    ),
    waves(
        "E21",
        "divided by d - 1",
        EXPONENTS,
        EXPONENTS.replace("/ width", "/ (width - 1)"),
    ),
    waves(
        "",
        "sine and cosine swapped",
        PAIRS,
        "pairs = torch.stack([angles.cos(), angles.sin()], dim=-1)",
    ),
    waves(
        "",
        "positions from 1",
        "torch.arange(start, start + seq,",
        "torch.arange(start + 1, start + seq + 1,",
    ),
    waves(
        "",
        "R_k turns backwards",
        "torch.stack([c, s]), torch.stack([-s, c])",
        "torch.stack([c, -s]), torch.stack([s, c])",
    ),
    table(
        "V07",
        "the same rows whatever the offset",
        "table[start:end]",
        "table[: x.shape[-2]]",
    ),
    table("B06", "positions beyond the table not refused", "or end > max_len", ""),
    table("V07", "added positions from 0 on", ADDED, ADDED.replace("start)", "0)")),
    rotary(
        "",
        "turned backwards",
        "first * cos - second * sin, first * sin + second * cos",
        "first * cos + second * sin, second * cos - first * sin",
    ),
    rotary(
        "",
        "halves turned, not neighbours",
        "x[..., 0::2], x[..., 1::2]",
        "x.chunk(2, dim=-1)",
    ),
    learned(
        "",
        "vectors never learned",
        "self.table = nn.Parameter(nn.init.normal_(table, std=d_model**-0.5))",
        'self.register_buffer("table", nn.init.normal_(table, std=d_model**-0.5))',
    ),
    learned(
        "",
        "vectors all alike",
        "nn.init.normal_(table, std=d_model**-0.5)",
        "nn.init.ones_(table)",
    ),
    waves("", "table saved", BUFFER, BUFFER.replace("False", "True")),
    table(
        "",
        "tokens changed in place",
        ADDED,
        ADDED.replace("return x + ", "return x.add_(") + ")",
    ),
    waves(
        "E16",
        "table rounded before its time",
        BUFFER,
        BUFFER.replace("table.to(", "table.bfloat16().to("),
    ),
    waves(
        "",
        "base never handed on",
        "sinusoidal_table(max_len, d_model, base=base, device=device)",
        "sinusoidal_table(max_len, d_model, device=device)",
    ),
    waves(
        "", "start left out", "torch.arange(start, start + seq,", "torch.arange(0, seq,"
    ),
    table("", "the table's dtype wins", ".to(x.dtype)", ""),
    Mutant(
        "",
        "positions before the first not refused",
        "start < 0 or ",
        "",
        "positions/table.py",
        (*TESTS, "-m unhooked test_core_as_used.py"),
    ),
    rotary(
        "E15",
        "angles a plain attribute",
        'self.register_buffer("cos", angles.cos().to(dtype), persistent=False)',
        "self.cos = angles.cos().to(dtype)",
    ),
    waves(
        "",
        "in float32, whatever the default",
        "dtype = dtype or torch.get_default_dtype()",
        "dtype = dtype or torch.float32",
    ),
    rotary(
        "",
        "in float32, whatever the default",
        "dtype = dtype or torch.get_default_dtype()",
        "dtype = dtype or torch.float32",
    ),
    rotary("", "base never handed on", "base=base, device", "base=1e4, device"),
    rotary(
        "",
        "halves put one after the other",
        "torch.stack(turned, dim=-1).flatten(-2)",
        "torch.cat(turned, dim=-1)",
    ),
    rotary(
        "V07",
        "turned as from 0 on",
        "rows_for(first, self.cos, start), rows_for(first, self.sin, start)",
        "rows_for(first, self.cos, 0), rows_for(first, self.sin, 0)",
    ),
)
ELSEWHERE: dict[str, str] = {}
