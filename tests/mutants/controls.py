"""Mutants whose fate is known beforehand: they try the machinery, not the library."""

from mutants.attention import FILE, SCORES, TESTS
from mutants.core import Mutant, Verdict

QUICK = ("test_attention_elsewhere.py -k meta", "test_02_attention.py -k loops")
AS_USED = "-m unhooked test_as_users_run.py -k widths"


def control(does: str, new: str, tests: tuple[str, ...] = TESTS) -> Mutant:
    return Mutant("", does, SCORES, new, FILE, tests, seconds=60)


CONTROLS = (
    (control("nothing, in two sessions", SCORES, (*TESTS, AS_USED)), Verdict.ALIVE),
    (
        control("a loss seen by the second session", f"{SCORES} / 2", QUICK),
        Verdict.KILLED,
    ),
    (control("code that cannot be read", f"{SCORES} +"), Verdict.ERROR),
    (
        control("no test to run", SCORES, (f"{TESTS[0]} -k absent",)),
        Verdict.ERROR,
    ),
    (control("an option that is none", SCORES, ("--no-such-option",)), Verdict.ERROR),
    (
        Mutant("", "no end", SCORES, "while True: pass", FILE, QUICK, seconds=10),
        Verdict.TIMEOUT,
    ),
)
