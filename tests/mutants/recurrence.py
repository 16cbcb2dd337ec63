"""How known mistakes look in recurrent networks."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_01_recurrence.py", "test_recurrence_translation.py")
cells = partial(Mutant, file="recurrence/cells.py", tests=TESTS)
steps = partial(Mutant, file="recurrence/unrolling.py", tests=TESTS)
looks = partial(
    Mutant, file="recurrence/additive.py", tests=("test_additive_attention.py",)
)

FIRST = "state = self.start(x) if state is None else state"
STEP = "new = cell(x_t, *state)"
ALIVE = "state = new if alive is None else _choose(alive[:, t, None], new, state)"
MEMORY = "c = f.sigmoid() * c + i.sigmoid() * g.tanh()"
SHOWN = "h = o.sigmoid() * c.tanh()"

MUTANTS = (
    steps("R01", "first state never used", FIRST, "state = self.start(x)"),
    steps(
        "R03",
        "first step reads a slot that is still empty",
        STEP,
        "new = cell(x_t, *(part if t else 0 * part for part in state))",
    ),
    steps(
        "R04",
        "gradient not cut between windows",
        "tuple(part.detach() for part in state)",
        "tuple(state)",
    ),
    steps(
        "R05",
        "gradient cut at every step",
        STEP,
        "new = cell(x_t, *(part.detach() for part in state))",
    ),
    cells("R06", "h = o c, not squashed", SHOWN, "h = o.sigmoid() * c"),
    cells(
        "R08",
        "forget gate's bias in the input gate",
        MEMORY,
        "b = self.w_x.bias.chunk(4)\n"
        "        c = f.sigmoid() * c + (i - b[0] + b[1]).sigmoid() * g.tanh()",
    ),
    cells(
        "R09", "f = 1 - i", MEMORY, MEMORY.replace("f.sigmoid()", "(1 - i.sigmoid())")
    ),
    cells("R10", "f in the place of i", MEMORY, MEMORY.replace("i.sig", "f.sig")),
    cells("R11", "tanh for the output gate", SHOWN, "h = o.tanh() * c.tanh()"),
    cells(
        "R12",
        "squashed before all is summed",
        "self.activation(self.w_x(x) + self.w_h(h))",
        "self.activation(self.w_x(x)) + self.w_h(h)",
    ),
    steps("R14", "last state is that of the padding", ALIVE, "state = new"),
    steps("R15", "steps through the batch", "x.unbind(dim=1)", "x.unbind(dim=0)"),
    steps(
        "R16", "first state at random", "x.new_zeros(shape)", "torch.randn(shape).to(x)"
    ),
    cells("", "gates of the GRU swapped", "(1 - z) * n + z * h", "z * n + (1 - z) * h"),
    cells("", "no reset gate", "(x_n + r * h_n).tanh()", "(x_n + h_n).tanh()"),
    Mutant(
        "",
        "rows and features change places",
        "picks.repeat_interleave(len(x), dim=0)",
        "picks.repeat(len(x), 1)",
        "recurrence/probes.py",
        ("test_recurrence_probes.py",),
    ),
    looks(
        "A20",
        "mask turned round in additive attention",
        "~(mask | empty)",
        "mask & ~empty",
    ),
    looks(
        "A22", "an empty row shared out", "weights.masked_fill(empty, 0.0)", "weights"
    ),
)
ELSEWHERE: dict[str, str] = {}
