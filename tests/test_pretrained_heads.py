"""What the heads of a really trained encoder do: relations, not digits."""

import pytest
import torch

from transformer_lib.inspection.ablation import ablation_effects
from transformer_lib.inspection.heads import hits, median_head, ranking, share
from transformer_lib.inspection.pretrained import load_pretrained
from transformer_lib.inspection.recording import record
from transformer_lib.inspection.relations import paired, shifted
from transformer_lib.inspection.rollout import rollout

TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."
OTHERS = ["A short one.", "Is the middle one, of three sentences, shorter?"]
L4H2, L6H12 = (3, 1), (5, 11)


@pytest.fixture(scope="module")
def pretrained():
    return load_pretrained()


@pytest.fixture(scope="module")
def look(pretrained):
    """Read some sentences: the weights of every head, and the tokens."""
    encoder, pieces = pretrained

    def look(*sentences):
        tokens = pieces(sentences)
        with torch.no_grad(), record(encoder) as seen:
            encoder(tokens.ids, tokens.mask)
        return seen.stacked(), tokens

    return look


def weight(weights, tokens, row, query, key):
    pieces = tokens.pieces[row]
    return weights[:, row, :, pieces.index(query), pieces.index(key)]


def test_it_looks_most_at_the_animal_that_was_too_tired(look):
    weights, tokens = look(TIRED)
    pieces = tokens.pieces[0]
    for layer, head in (L4H2, L6H12):
        row = weights[layer, 0, head, pieces.index("it")]
        assert pieces[row.argmax()] == "animal"
        assert row.max() > 0.5
    animal = weight(weights, tokens, 0, "it", "animal")
    assert {(h.layer, h.head) for h in ranking(animal)[:2]} == {L4H2, L6H12}
    assert median_head(animal) < 0.1


def test_it_does_not_flip_to_the_street_that_was_too_wide(look):
    weights, tokens = look(TIRED, WIDE)
    animal, street = (
        [weight(weights, tokens, row, "it", noun)[L4H2] for row in (0, 1)]
        for noun in ("animal", "street")
    )
    assert animal[1] < animal[0] / 2 and street[1] > street[0]  # it moves,
    assert animal[1] > street[1]  # but not as far as the street
    pieces = tokens.pieces[1]
    row = weights[3, 1, 1, pieces.index("it")]
    assert pieces[row.argmax()] != "street"


@pytest.mark.parametrize(
    "first, verb, second, words",
    [
        ("children", "ate", "apples", ("hungry", "ripe")),
        ("students", "read", "books", ("curious", "interesting")),
        ("farmers", "sold", "cows", ("poor", "old")),
    ],
)
def test_the_same_head_does_flip_in_other_sentences(look, first, verb, second, words):
    weights, tokens = look(
        *(
            f"The {first} {verb} the {second} because they were {word}."
            for word in words
        )
    )
    on_first, on_second = (
        [weight(weights, tokens, row, "they", noun)[L4H2] for row in (0, 1)]
        for noun in (first, second)
    )
    assert on_first[0] > on_second[0] and on_first[1] < on_second[1]


def test_some_heads_look_at_neighbours_and_the_ordinary_one_does_not(look):
    weights, tokens = look(TIRED, WIDE, *OTHERS)
    inside = tokens.words[:, :, None] & tokens.words[:, None, :]
    seq = inside.shape[-1]
    before, after = (share(weights, shifted(by, seq) & inside) for by in (-1, 1))
    (best, runner_up), best_after = ranking(before)[:2], ranking(after)[0]
    assert str(best) == "L1H3" and best.value > 0.9 and runner_up.value < 0.5
    assert str(best_after) == "L2H9" and best_after.value > 0.4
    assert median_head(before) < 0.1 and median_head(after) < 0.1


def test_the_ordinary_head_rests_on_the_first_token(look):
    weights, tokens = look(TIRED, WIDE, *OTHERS)
    first = torch.zeros(1, 1, weights.shape[-1], dtype=torch.bool)
    first[..., 0] = True
    on_first = share(weights, tokens.words[:, :, None] & first)
    assert median_head(on_first) > 0.3
    assert ranking(on_first)[0].value > 0.7


def test_pronouns_find_what_they_mean_more_often_than_by_chance(look):
    sentences = {
        TIRED: ("it", "animal"),
        "The old teacher helped the young boys because she was kind.": (
            "she",
            "teacher",
        ),
        "The students finished the exam before they went home.": ("they", "students"),
        "The king told the queen that he had lost the golden crown.": ("he", "king"),
        "The company sold the factory because it needed money.": ("it", "company"),
    }
    weights, tokens = look(*sentences)
    pairs = [
        [(row.index(pronoun), row.index(noun))]
        for row, (pronoun, noun) in zip(tokens.pieces, sentences.values(), strict=True)
    ]
    meant = paired(pairs, weights.shape[-1])
    inside = tokens.words[:, :, None] & tokens.words[:, None, :]
    found = hits(weights, meant, among=inside & ~shifted(0, inside.shape[-1]))
    assert found[L4H2] >= 4 and median_head(found) <= 2
    assert share(weights, meant)[L4H2] > 4 * median_head(share(weights, meant))


def test_rollout_washes_out_what_one_head_singles_out(look):
    weights, tokens = look(TIRED)
    rolled = rollout(weights)[-1, 0]
    assert torch.allclose(rolled.sum(-1), torch.ones(rolled.shape[0]))
    it, animal = (tokens.pieces[0].index(word) for word in ("it", "animal"))
    assert rolled[it].argmax() == 0 and rolled[it, 0] > 0.4
    assert rolled[it, animal] < weights[3, 0, 1, it, animal] / 10


def test_every_head_is_used_a_little_and_none_is_all(pretrained):
    encoder, pieces = pretrained
    tokens = pieces([TIRED])
    attentions = [block.attention for block in encoder.encoder.blocks]
    effects = ablation_effects(lambda: encoder(tokens.ids), attentions)
    assert effects.shape == (6, 12)
    assert effects.min() > 0.005 and effects.max() < 0.5
    assert ranking(effects)[0].layer == 5  # nothing after it can make up for it
