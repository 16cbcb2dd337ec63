"""A published model: whole or refused; and sentences of every kind."""

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from transformer_lib.data.pairs import Pair, Split, write_pairs
from transformer_lib.data.tokenizer import Tokenizer
from transformer_lib.decoding.__main__ import COLUMNS, keep_score, main
from transformer_lib.decoding.translator import Translator
from transformer_lib.training.published import publish, read_published
from transformer_lib.transformer.config import TransformerConfig
from transformer_lib.transformer.model import Transformer

pytestmark = pytest.mark.unhooked
TEXTS = ["One, two; three.", "A file is opened.", "Close the other file first."] * 3
MAX_LEN = 24


@pytest.fixture(scope="module")
def translator():
    """A translator that has learnt nothing, which is enough to see how it is used."""
    tokenizer = Tokenizer.train(TEXTS, 300)
    torch.manual_seed(0)
    values = TransformerConfig.tiny(300).to_dict() | {"max_len": MAX_LEN}
    model = Transformer(TransformerConfig.from_dict(values)).eval()
    return Translator(model, tokenizer)


@pytest.fixture
def folder(translator, tmp_path):
    """The folder of that translator, published."""
    about = {"command": "none"}
    publish(tmp_path / "it", translator.model, translator.tokenizer, about)
    return tmp_path / "it"


def test_what_is_published_comes_back_in_half_precision(translator, folder):
    published = read_published(folder)
    assert published.about == {"command": "none"}
    assert published.tokenizer.fingerprint == translator.tokenizer.fingerprint
    assert not published.model.training
    assert published.model.config == translator.model.config
    ours = dict(translator.model.named_parameters())
    for name, found in published.model.named_parameters():
        assert found.dtype == torch.float32
        torch.testing.assert_close(found, ours[name].half().float(), rtol=0, atol=0)
    assert Translator.load(folder).translate(TEXTS) == translator.translate(TEXTS)


def change_config(folder, **changes):
    path = folder / "config.json"
    header = json.loads(path.read_text()) | changes
    path.write_text(json.dumps(header))


def cut(folder, name):
    path = folder / name
    path.write_bytes(path.read_bytes()[:-3])


def rename_a_weight(folder):
    weights = load_file(folder / "weights.safetensors")
    weights["another"] = weights.pop("encoder.norm.gain", torch.ones(1))
    save_file(weights, folder / "weights.safetensors")
    resign(folder)


def resign(folder):
    """Let the config name the files as they are."""
    from transformer_lib.training.checkpoint import file_sha256

    sums = {
        n: file_sha256(folder / n) for n in ("weights.safetensors", "tokenizer.json")
    }
    change_config(folder, sha256=sums)


def other_tokenizer(folder):
    Tokenizer.train(TEXTS, 290).save(folder / "tokenizer.json")
    resign(folder)


def no_weights(folder):
    (folder / "weights.safetensors").write_bytes(b"nothing")
    resign(folder)


SPOILED = {
    "gone": (shutil.rmtree, FileNotFoundError, "config.json is not there"),
    "no weights": (
        lambda folder: (folder / "weights.safetensors").unlink(),
        FileNotFoundError,
        "weights.safetensors is not there",
    ),
    "cut weights": (
        lambda folder: cut(folder, "weights.safetensors"),
        ValueError,
        "weights.safetensors is damaged or of another model",
    ),
    "cut tokenizer": (
        lambda folder: cut(folder, "tokenizer.json"),
        ValueError,
        "tokenizer.json is damaged or of another model",
    ),
    "cut config": (lambda folder: cut(folder, "config.json"), ValueError, "no JSON"),
    "other format": (
        lambda folder: change_config(folder, format=2),
        ValueError,
        "has format 2, but this library knows 1",
    ),
    "no sums": (
        lambda folder: change_config(folder, sha256={}),
        ValueError,
        "does not say what",
    ),
    "more": (
        lambda folder: change_config(folder, more=1),
        ValueError,
        "describes no translator",
    ),
    "other weights": (rename_a_weight, ValueError, "does not fit config.json in"),
    "other tokenizer": (other_tokenizer, ValueError, "do not belong together"),
    "no safetensors": (no_weights, ValueError, "holds no weights"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_not_whole_is_refused(name, folder, capsys):
    spoil, kind, says = SPOILED[name]
    spoil(folder)
    with pytest.raises(kind, match=says):
        read_published(folder)
    assert main(["--model", str(folder), "A file."]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and told.count("\n") == 1


def test_translations_come_in_order_and_do_not_depend_on_their_neighbours(translator):
    sentences = ["A file.", "", "Two of the files are open.", " \n", "One."]
    together = translator.translate(sentences, beams=2)
    alone = [translator.translate([s], beams=2)[0] for s in sentences]
    small = translator.translate(sentences, beams=2, batch=1)
    assert together == alone == small
    assert together[1] == together[3] == "" != together[0]


def test_unknown_characters_are_read_and_none_is_refused(translator):
    (said,) = translator.translate(["Öffne 文件 🙂!"], beams=1)
    assert isinstance(said, str)


def test_a_sentence_that_is_too_long_is_named(translator):
    with pytest.raises(ValueError, match="sentence 1 has .* reads at most 24: cut it"):
        translator.translate(["One.", "one " * 40])


def test_one_text_is_not_taken_for_a_list(translator):
    with pytest.raises(TypeError, match=r"pass \[text\]"):
        translator.translate("One.")


def test_another_tokenizer_is_refused(translator):
    with pytest.raises(ValueError, match="300 entries and the tokenizer 290"):
        Translator(translator.model, Tokenizer.train(TEXTS, 290))


def test_the_command_prints_a_translation_a_line(folder, capsys):
    assert main(["--model", str(folder), "One.", "Two.", "--beams", "1"]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    assert main(["--model", str(folder), "--score", "3", "--beams", "1"]) == 2
    assert "cut it into sentences" in capsys.readouterr().err


def test_the_command_scores_on_pairs_of_another_language(folder, capsys, tmp_path):
    pairs = [Pair("One.", "Eins."), Pair("Two.", "Zwei."), Pair("One, two.", "Eins.")]
    write_pairs(dict.fromkeys(Split, pairs), tmp_path)
    words = ["--model", str(folder), "--score", "500", "--beams", "1", "--data"]
    assert main([*words, str(tmp_path)]) == 0
    assert "on the first 3 test pairs" in capsys.readouterr().out
    assert main([*words, str(folder)]) == 2
    assert "error: " in capsys.readouterr().err


def test_the_command_refuses_in_one_line(folder, capsys):
    assert main(["--model", str(folder), "--beams", "0", "A file."]) == 2
    assert "error: beams is 0" in capsys.readouterr().err
    assert main(["--model", str(folder), "--alpha", "-1", "A file."]) == 2
    assert "alpha is -1.0" in capsys.readouterr().err


def test_a_score_takes_the_place_of_one_made_the_same_way(tmp_path):
    path = tmp_path / "scores.csv"
    for beams, bleu in (("1", "40.00"), ("4", "42.00"), ("1", "41.00")):
        row = ("test", "500", beams, "0.6", bleu)
        keep_score(path, dict(zip(COLUMNS, row, strict=True)))
    assert path.read_text().split() == [
        ",".join(COLUMNS),
        "test,500,4,0.6,42.00",
        "test,500,1,0.6,41.00",
    ]
