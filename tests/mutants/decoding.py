"""How known mistakes look in writing text with a model."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_11_decoding.py", "test_greedy_search.py", "test_beam_search.py")
loop = partial(Mutant, file="decoding/generation.py", tests=TESTS)
ends = partial(Mutant, file="decoding/next_token.py", tests=TESTS)
beam = partial(Mutant, file="decoding/beam.py", tests=("test_beam_search.py",))
cache = partial(Mutant, file="decoding/caches.py", tests=TESTS)
session = partial(Mutant, file="decoding/sessions.py", tests=TESTS)
greedy = partial(Mutant, file="decoding/greedy.py", tests=TESTS)
AS_USED = (*TESTS, "-m unhooked test_decoding_as_used.py")
GOING = "going = ~text.ends(token)"
END = "(tokens == self.eos_id)"
PENALTY = "length_penalty(lengths, self.alpha)"
CACHED = "tokens, self.memory, self.mask, start=start, caches=self.caches"
KEPT = "self.kept = k, v\n        return"

MUTANTS = (
    loop(
        "B02",
        "over when all rows end at once",
        GOING,
        "going = torch.full_like(token, not text.ends(token).all(), dtype=torch.bool)",
    ),
    ends(
        "B03",
        "writes on behind the end",
        f"return full | ({END} & (written > 0))",
        "return full",
    ),
    loop(
        "B04", "over when the first row is", "if not going.any():", "if not going[0]:"
    ),
    ends("B05", "the end is a larger id", END, "(tokens > self.eos_id)"),
    Mutant(
        "B06",
        "more positions than there are",
        "if longest + stop.max_new - 1 > model.max_len:",
        "if False:",
        "decoding/prompted.py",
        AS_USED,
    ),
    greedy(
        "",
        "drawn, not chosen",
        "log_probs.argmax(dim=-1)",
        "log_probs.exp().multinomial(1)[:, 0]",
    ),
    beam(
        "B11",
        "over when enough texts are",
        "return hope > self.best.scores[self.rows, -1]",
        "return self.best.lengths[self.rows, -1] == 0",
    ),
    beam(
        "B12",
        "one penalty for all",
        PENALTY,
        "length_penalty(lengths * 0 + self.text.stop.max_new, self.alpha)",
    ),
    beam(
        "B13",
        "one token too few in the penalty",
        PENALTY,
        "length_penalty(lengths - 1, self.alpha)",
    ),
    beam(
        "B14",
        "probabilities added",
        'log_probs, "(batch beams) vocab',
        'log_probs.exp(), "(batch beams) vocab',
    ),
    beam(
        "B15",
        "tokens of another beginning",
        "self.tokens = _take(self.tokens, self.parents)",
        "self.tokens = self.tokens.clone()",
    ),
    beam(
        "B15",
        "keys of another beginning",
        "first[:, None] + self.parents",
        "first[:, None] + torch.arange(self.beams)",
    ),
    beam(
        "B16",
        "the worst first",
        "both[-1].topk(self.beams, dim=1).indices",
        "both[-1].topk(self.beams, dim=1).indices.roll(1, dims=1)",
    ),
    beam(
        "B17",
        "all beams live from the start",
        "self.log_probs[:, 0] = 0.0",
        "self.log_probs[:] = 0.0",
    ),
    cache(
        "V06",
        "the first keys never kept",
        KEPT,
        "self.kept = (k, v) if self.kept else (0 * k, 0 * v)\n        return",
    ),
    cache(
        "",
        "three tokens remembered",
        KEPT,
        "self.kept = k[..., -3:, :], v[..., -3:, :]\n        return",
    ),
    cache(
        "",
        "one cache for all blocks",
        "[GrowingCache() for _ in range(n_blocks)]",
        "[GrowingCache()] * n_blocks",
    ),
    cache(
        "",
        "all copied at every token",
        "room.new_empty(batch, heads, end, d_k)",
        "room.new_empty(batch, heads, end - start, d_k)",
    ),
    cache("", "rows not chosen", "self.kept = k[rows], v[rows]", "self.kept = k, v"),
    session("", "words of the source", "config.n_target_entries", "config.vocab"),
    session(
        "V09",
        "all tokens again with the cache",
        CACHED,
        CACHED.replace("tokens", "self.text"),
    ),
    session(
        "G07",
        "padding seen with the cache",
        CACHED,
        CACHED.replace("self.mask", "None"),
    ),
    session(
        "G08",
        "padding seen",
        "self.mask = padding_mask(source, config.pad_id)",
        "self.mask = torch.ones_like(source, dtype=torch.bool)[:, None, None, :]",
    ),
    Mutant(
        "V08",
        "padding on the left let in",
        "if gaps:",
        "if False:",
        "decoding/ids.py",
        AS_USED,
    ),
    Mutant(
        "U05",
        "writes with dropout on",
        "    if training:\n",
        "    if False:\n",
        "decoding/sessions.py",
        AS_USED,
    ),
    Mutant(
        "",
        "faint shares lost in the sum",
        "probabilities.double().cumsum",
        "probabilities.cumsum",
        "decoding/sampling.py",
        ("test_sampling.py",),
    ),
    Mutant(
        "",
        "one more though p is reached",
        "ascending.cumsum(dim=-1) <= 1 - p",
        "ascending.cumsum(dim=-1) < 1 - p",
        "decoding/sampling.py",
        ("test_sampling.py",),
    ),
)
ELSEWHERE = {
    "V10": "a test that was missing: here every cached way is held to the plain one",
}
