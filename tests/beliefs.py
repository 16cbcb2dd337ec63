"""Fifty-two things that many believe about the Transformer and that do not hold so.

Wrong options of the quizzes state them: `Option("...", "...", belief="Q07")`. Each must
be met somewhere in the book; the numbers behind it are the chapters where it may be.
"""

BELIEFS: dict[str, tuple[str, tuple[int, ...]]] = {
    "Q01": ("self-attention is invariant under permutations", (5,)),
    "Q02": ("adding positions to the input changes nothing about order", (5,)),
    "Q03": ("a causal decoder without positions cannot know order", (5, 7)),
    "Q04": ("the first columns of the table of positions are the slow ones", (5,)),
    "Q05": ("i in 2i/d is the number of the column", (5,)),
    "Q06": ("positions are concatenated to the embeddings", (5,)),
    "Q07": ("dot products grow in proportion to d_k", (3,)),
    "Q08": ("scaling the queries alone is not scaling the scores", (3,)),
    "Q09": ("the scale is the root of d_model", (2, 3, 4)),
    "Q10": ("the root of d_model on embeddings is the same trick", (3,)),
    "Q11": ("the paper says nothing of a scale on embeddings", (3,)),
    "Q12": ("more heads need more parameters and more compute", (4,)),
    "Q13": ("the three linear layers in the code are the heads", (4,)),
    "Q14": ("every head has a human meaning, and more heads are better", (4, 12)),
    "Q15": ("an attention weight explains the prediction", (1, 2, 4, 12)),
    "Q16": ("rows of weights add up to 1 in training too", (2, 4, 6)),
    "Q17": ("dropout on the weights is dropout on the output", (4, 6)),
    "Q18": ("model.eval() turns off every dropout", (4, 6)),
    "Q19": ("the softmax of a row of minus infinities is zero", (2, 7)),
    "Q20": ("a masked score of 0 hides the key", (2, 7)),
    "Q21": ("1e-9 is as good as -1e9", (2, 7)),
    "Q22": ("any large negative constant is safe", (2, 7)),
    "Q23": ("masking after the softmax is always wrong", (2, 7)),
    "Q24": ("padded queries must be masked too", (2, 7)),
    "Q25": ("the residual around masked attention leaks the future", (6, 7)),
    "Q26": ("the encoder of the paper is causally masked", (6, 7)),
    "Q27": ("in cross-attention the encoder supplies the queries", (2, 4, 6)),
    "Q28": ("boolean masks mean the same everywhere in torch.nn", (2, 7)),
    "Q29": ("is_causal=True is right for one new query and a cache", (7,)),
    "Q30": ("a Transformer generates all tokens in parallel", (1, 7, 8)),
    "Q31": ("in training the decoder feeds on its own outputs", (6, 7)),
    "Q32": ("accuracy under teacher forcing measures generation", (7,)),
    "Q33": ("Transformers read from left to right", (1, 2, 5, 7, 12)),
    "Q34": ("self-attention is always cheaper than a recurrent network", (8,)),
    "Q35": ("n^2 d counts all the work of a layer", (8,)),
    "Q36": ("three projections a head give the 65 million parameters", (8,)),
    "Q37": ("log_softmax before the cross-entropy ruins training", (10,)),
    "Q38": ("softmax before the cross-entropy is harmless", (10,)),
    "Q39": ("eps inside or outside the root is the same", (6,)),
    "Q40": ("biased or unbiased variance makes no difference", (6,)),
    "Q41": ("LayerNorm is BatchNorm on the transposed input", (6,)),
    "Q42": ("pre-LN is a mistake, since the paper has post-LN", (6,)),
    "Q43": ("layers cloned with deepcopy start from different weights", (6, 9)),
    "Q44": ("sharing a table means copying its values", (9,)),
    "Q45": ("an LSTM has no vanishing gradients", (1,)),
    "Q46": ("clipping cures vanishing gradients too", (1,)),
    "Q47": ("PyTorch's GRU is that of the first paper's final version", (1,)),
    "Q48": ("a larger beam gives better translations", (11,)),
    "Q49": ("beam scores are multiplied probabilities", (11,)),
    "Q50": ("a cache of keys and values approximates", (8, 11)),
    "Q51": ("if the loss falls and output looks right, the code is right", (2, 4, 7)),
    "Q52": ("x * rsqrt(variance) should be a division", (3, 6)),
}


def waits(belief: str, written: set[int]) -> bool:
    """Say whether a chapter where a belief may be met is still to be written."""
    return not set(BELIEFS[belief][1]) <= written
