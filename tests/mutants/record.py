"""The ids of the public record of mistakes, by topic."""

TOPICS = {
    "RNN/LSTM recurrence & vanishing gradients": (
        "R01 R03 R04 R05 R06 R08 R09 R10 R11 R12 R14 R15 R16"
    ),
    "Q/K/V projections": "P01 P02 P03 P05",
    "Scaled dot-product attention": "A01 A06 A07 A08 A09",
    "Scaling: d_k vs d_model": "A05",
    "Padding/causal mask in attention": (
        "A11 A13 A14 A15 A16 A17 A19 A20 A21 A22 A25 A26"
    ),
    "Dropout placement / eval mode": "U01 U02 U04 U05",
    "Softmax stability": "S01 S02 S05",
    "Multi-head split/merge": "M01 M02 M03 M04 M06 M07",
    "Positional encoding": (
        "E01 E02 E03 E04 E05 E06 E07 E09 E11 E14 E15 E16 E17 E19 E20 E21"
    ),
    "Weight tying & embedding scale": "T01 T02 T05 T06",
    "LayerNorm": "L01 L02 L03 L04 L06 L07 L09",
    "Residual order, pre/post-LN": "D01 D03 D08",
    "FFN": "F01 F02 F03",
    "Stacking layers": "K01 K03 K05",
    "Causal mask": "C01 C03 C06 C08",
    "Padding mask": "G02 G03 G04 G05 G07 G08",
    "Cross-attention (Q/K/V sources)": "X01 X04",
    "Decoder shift-right / teacher forcing": "H01 H02 H03 H04 H05",
    "Label smoothing & padding": "O01 O03 O04 O06 O07 O09 O10 O11",
    "Generator: log_softmax vs CrossEntropy": "O12 O13 O14 O15 O16",
    "Noam schedule": "N01 N04 N05 N06 N07",
    "Greedy decoding": "B02 B03 B04 B05 B06",
    "Beam search": "B11 B12 B13 B14 B15 B16 B17",
    "KV cache": "V01 V05 V06 V07 V08 V09 V10",
    "Complexity counting": "Z02 Z04 Z07",
}
TOPIC_OF = {row: topic for topic, rows in TOPICS.items() for row in rows.split()}
