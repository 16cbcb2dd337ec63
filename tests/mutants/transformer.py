"""How known mistakes look in the whole model."""

from functools import partial

from mutants.core import Mutant

TESTS = ("test_09_transformer.py", "test_model_making.py")
model = partial(Mutant, file="transformer/model.py", tests=TESTS)
words = partial(Mutant, file="transformer/embedding.py", tests=TESTS)
stacks = partial(Mutant, file="transformer/stacks.py", tests=TESTS)
alone = partial(Mutant, file="transformer/language_model.py", tests=TESTS)
MASK = "mask = padding_mask(source, self.config.pad_id)"
CAUSAL = "causal_mask(seq, start + seq, device=target.device)"
STACKED = "stacked = nn.ModuleList(blocks)"

MUTANTS = (
    words(
        "T01",
        "words not scaled",
        "F.embedding(ids, self.table) * self.scale",
        "F.embedding(ids, self.table)",
    ),
    words(
        "T02",
        "scores scaled as well",
        "F.linear(x, self.embedding.table)",
        "F.linear(x, self.embedding.table) / self.embedding.scale",
    ),
    Mutant(
        "T05",
        "table drawn from N(0, 1)",
        "std=1 / self.scale",
        "std=1.0",
        "transformer/embedding.py",
        TESTS[::-1],
    ),
    model(
        "T06",
        "a table a side",
        "target_table = table",
        "target_table = Embedding(config.vocab, config.d_model, **place)",
    ),
    stacks(
        "K01",
        "one block, many times",
        STACKED,
        "first, *others = blocks\n"
        "    stacked = nn.ModuleList([first] * (1 + len(others)))",
    ),
    stacks("K03", "blocks in a plain list", STACKED, "stacked = list(blocks)"),
    model(
        "K05",
        "one depth for both stacks",
        "config.n_encoder_blocks",
        "config.n_decoder_blocks",
    ),
    model(
        "C06",
        "encoder sees no later word",
        "self.source_input(source), mask,",
        "self.source_input(source), causal_mask(source.shape[1]),",
    ),
    model(
        "A25",
        "padding found by what is embedded",
        MASK,
        "mask = (self.source_input(source).sum(-1) != 0)[:, None, None, :]",
    ),
    model("G05", "padding is always 0", MASK, MASK.replace("self.config.pad_id", "0")),
    model(
        "A11",
        "encoder sees padding",
        "self.encode(source, mask)",
        "self.encode(source)",
    ),
    model(
        "G07",
        "decoder sees padding",
        "self.decode(target, self.encode(source, mask), mask)",
        "self.decode(target, self.encode(source, mask))",
    ),
    model(
        "V01", "no causal mask with a cache", CAUSAL, f"None if caches else {CAUSAL}"
    ),
    model(
        "V05",
        "offset counted twice",
        "self.target_input(target, start)",
        "self.target_input(target, 2 * start)",
    ),
    alone(
        "V01",
        "no causal mask with a cache",
        "causal_mask(seq, start + seq, device=ids.device)",
        "None if caches else causal_mask(seq, start + seq)",
    ),
    alone("V05", "offset forgotten", "self.input(ids, start)", "self.input(ids)"),
    model(
        "O16",
        "logits flattened",
        "logits: Tensor = self.output(x)",
        "logits: Tensor = self.output(x).flatten(0, 1)",
    ),
    words("U04", "words never dropped", "nn.Dropout(dropout)", "nn.Dropout(0.0)"),
    words(
        "O12",
        "probabilities for logits",
        "F.linear(x, self.embedding.table)",
        "F.linear(x, self.embedding.table).softmax(-1)",
    ),
)
ELSEWHERE: dict[str, str] = {}
