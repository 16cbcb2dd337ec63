"""Counts on sizes that the student does not see, many at once."""

from transformer_grading.checks.core import Probe
from transformer_grading.checks.observations import only
from transformer_grading.checks.probes.complexity import lengths, memory, parameters
from transformer_grading.checks.probes.complexity import work as layer
from transformer_grading.checks.probes.complexity.lengths import NEARLY
from transformer_grading.checks.probes.complexity.looking import EXACT, stretched

WORK = (
    Probe(
        "self-attention",
        "The count holds for texts of any length.",
        layer.sizes(11, 11, 6, 3, 2),
        stretched("query", "key"),
        **EXACT,
    ),
    Probe(
        "cross-attention",
        "The count holds for any number of queries.",
        layer.sizes(3, 17, 10, 2, 5),
        stretched("query"),
        **EXACT,
    ),
    Probe(
        "cross-attention",
        "The count holds for any number of keys.",
        layer.sizes(19, 5, 14, 7, 3),
        stretched("key"),
        **EXACT,
    ),
    Probe(
        "heads",
        "The count holds for any number of heads.",
        layer.sizes(7, 7, 30, 2, 15),
        stretched("heads"),
        **EXACT,
    ),
    Probe(
        "width",
        "The count holds for heads of any width.",
        layer.sizes(7, 13, 11, 5, 2),
        stretched("d_k"),
        **EXACT,
    ),
    Probe(
        "width",
        "The count holds for tokens of any width.",
        layer.sizes(13, 7, 3, 2, 11),
        stretched("d_model"),
        **EXACT,
    ),
    Probe(
        "real sizes",
        "The count is exact for layers of large models, too.",
        layer.sizes(4099, 2053, 768, 12, 61),
        stretched("query", "d_model"),
        **EXACT,
    ),
)

LENGTHS = (
    Probe(
        "half a block",
        "The length holds for networks of any width.",
        lengths.sizes(17, 5, 19),
        only("half", look=stretched("d_ff")),
        **NEARLY,
    ),
    Probe(
        "half a block",
        "The length holds for tokens of any width.",
        lengths.sizes(5, 257, 3),
        only("half", look=stretched("d_model")),
        **NEARLY,
    ),
    Probe(
        "LSTM",
        "The length holds for states of any width.",
        lengths.sizes(6, 13, 5),
        only("lstm", look=stretched("hidden")),
        **NEARLY,
    ),
    Probe(
        "LSTM",
        "The length holds for tokens and states of any width.",
        lengths.sizes(8, 3, 11),
        only("lstm", look=stretched("d_model", "hidden")),
        **NEARLY,
    ),
    Probe(
        "fractions",
        "A length need not be a whole number, however wide the layers are.",
        lengths.sizes(19, 7, 17),
        stretched("hidden"),
        **NEARLY,
    ),
    Probe(
        "never",
        "The length is 0 wherever the LSTM does less work from the first token on.",
        lengths.sizes(23, 7, 11),
        only("lstm", look=stretched("d_model")),
        **NEARLY,
    ),
    Probe(
        "never",
        "The length is 0 also where the LSTM does only a little less work.",
        lengths.sizes(13, 5, 8),
        only("lstm", look=stretched("d_model", "hidden")),
        **NEARLY,
    ),
    Probe(
        "LSTM",
        "A length may be far below one token.",
        lengths.sizes(21, 5, 13),
        only("lstm", look=stretched("d_model", "hidden")),
        **NEARLY,
    ),
)

PARAMETERS = (
    Probe(
        "encoder block",
        "The count holds for an encoder of any width.",
        parameters.sizes(31, 3, 29, (1, 0), 1),
        stretched("d_model"),
        **EXACT,
    ),
    Probe(
        "encoder block",
        "The count holds for networks of any width.",
        parameters.sizes(31, 11, 7, (2, 0), 1),
        stretched("d_ff"),
        **EXACT,
    ),
    Probe(
        "decoder block",
        "The count holds for a decoder of any width.",
        parameters.sizes(37, 5, 23, (0, 1), 1),
        stretched("d_model", "d_ff"),
        **EXACT,
    ),
    Probe(
        "blocks",
        "The count holds for encoders of any depth.",
        parameters.sizes(41, 6, 13, (2, 3), 1),
        stretched("encoder_blocks"),
        **EXACT,
    ),
    Probe(
        "blocks",
        "The count holds for decoders of any depth.",
        parameters.sizes(41, 6, 13, (5, 3), 1),
        stretched("decoder_blocks"),
        **EXACT,
    ),
    Probe(
        "tables",
        "The count holds for two tables of any vocabulary.",
        parameters.sizes(43, 10, 17, (3, 2), 2),
        stretched("vocab"),
        **EXACT,
    ),
    Probe(
        "tables",
        "The count holds for three tables of any vocabulary.",
        parameters.sizes(47, 10, 17, (2, 5), 3),
        stretched("vocab"),
        **EXACT,
    ),
    Probe(
        "base model",
        "The count is exact for larger models, too.",
        parameters.sizes(32_003, 256, 1024, (5, 7), 1),
        stretched("d_model", "d_ff"),
        **EXACT,
    ),
)

_STACK = memory.sizes(3, 5, 7, 11, 13, 2)
MEMORY = (
    Probe(
        "weights",
        "The bytes hold for texts of any length.",
        _STACK,
        only("weights", look=stretched("seq")),
        **EXACT,
    ),
    Probe(
        "weights",
        "The bytes hold for any number of heads in any number of layers.",
        _STACK,
        only("weights", look=stretched("heads", "layers")),
        **EXACT,
    ),
    Probe(
        "cache",
        "The bytes hold for texts of any length.",
        _STACK,
        only("cache", look=stretched("seq")),
        **EXACT,
    ),
    Probe(
        "cache",
        "The bytes hold for heads of any width.",
        _STACK,
        only("cache", look=stretched("d_k", "heads")),
        **EXACT,
    ),
    Probe(
        "one text",
        "The bytes hold for one text, in one layer with one head.",
        memory.sizes(1, 1, 1, 17, 5, 4),
        stretched("seq", "d_k"),
        **EXACT,
    ),
    Probe(
        "bytes a number",
        "The bytes hold for numbers of any size, and any batch.",
        memory.sizes(5, 3, 2, 13, 7, 1),
        stretched("size", "batch"),
        **EXACT,
    ),
    Probe(
        "real sizes",
        "The bytes are exact for large models, too.",
        memory.sizes(2, 48, 25, 1021, 61, 2),
        stretched("seq", "batch"),
        **EXACT,
    ),
)
