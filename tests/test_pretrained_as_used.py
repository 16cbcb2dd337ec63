"""Loading the pretrained encoder: nothing but what was published gets in."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from parity.core import randomise
from safetensors.torch import load_file, save_file

from transformer_lib.inspection import pretrained
from transformer_lib.inspection.encoder import EncoderSizes, PretrainedEncoder
from transformer_lib.inspection.pretrained import (
    SHA256,
    bert_name,
    load_pretrained,
    read_encoder,
)
from transformer_lib.inspection.tokens import WordPieces

pytestmark = pytest.mark.unhooked

CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "vocab_size": 29,
    "max_position_embeddings": 13,
    "hidden_size": 15,
    "num_attention_heads": 3,
    "intermediate_size": 17,
    "num_hidden_layers": 2,
    "layer_norm_eps": 1e-12,
}
WORDS = "embeddings.word_embeddings.weight"
IDS = torch.randint(0, 29, (2, 7))


@pytest.fixture
def folder(tmp_path):
    """A whole encoder of prime sizes, as it would be published."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    encoder = PretrainedEncoder(EncoderSizes.read(tmp_path))
    randomise(encoder)
    named = {bert_name(name): x for name, x in encoder.state_dict().items()}
    save_file(named, tmp_path / "model.safetensors")
    return tmp_path


def change_weights(folder, change):
    path = folder / "model.safetensors"
    given = load_file(path)
    change(given)
    save_file(given, path)


def change_config(folder, **values):
    config = {k: v for k, v in (CONFIG | values).items() if v is not None}
    (folder / "config.json").write_text(json.dumps(config))


def rewrite(path, change):
    path.write_bytes(change(path.read_bytes()))


def test_what_a_bert_carries_besides_is_left_aside(folder):
    before = read_encoder(folder)(IDS)
    besides = {"embeddings.position_ids": torch.arange(13)}
    besides |= {"pooler.dense.weight": torch.ones(15, 15)}
    change_weights(folder, lambda given: given.update(besides))
    assert torch.equal(read_encoder(folder)(IDS), before)


BREAK = {
    "cut off": (
        lambda f: rewrite(f / "model.safetensors", lambda b: b[:-100]),
        "model.safetensors is damaged .*install it again",
    ),
    "no weights at all": (
        lambda f: rewrite(f / "model.safetensors", lambda b: b""),
        "model.safetensors is damaged",
    ),
    "a header that is none": (
        lambda f: rewrite(f / "model.safetensors", lambda b: b"\xff" * 64),
        "model.safetensors is damaged",
    ),
    "a tensor is missing": (
        lambda f: change_weights(f, lambda given: given.pop(WORDS)),
        f"1 tensors are missing .*{WORDS}.*0 are unexpected",
    ),
    "a tensor too many": (
        lambda f: change_weights(f, lambda given: given.update(x=torch.ones(1))),
        "0 tensors are missing .*1 are unexpected .*'x'",
    ),
    "another layer": (
        lambda f: change_config(f, num_hidden_layers=3),
        "16 tensors are missing .*encoder.layer.2",
    ),
    "another vocabulary": (
        lambda f: change_config(f, vocab_size=31),
        rf"{WORDS} has shape \(29, 15\), but .* asks for \(31, 15\)",
    ),
    "another activation": (
        lambda f: change_config(f, hidden_act="relu"),
        "hidden_act is 'relu', but .* has 'gelu'",
    ),
    "another make": (lambda f: change_config(f, model_type="gpt2"), "'gpt2'"),
    "relative positions": (
        lambda f: change_config(f, position_embedding_type="relative_key"),
        "position_embedding_type is 'relative_key'",
    ),
    "a size is missing": (
        lambda f: change_config(f, hidden_size=None),
        r"says nothing of \['hidden_size'\]",
    ),
    "heads that do not divide": (
        lambda f: change_config(f, num_attention_heads=4),
        "d_model = 15 .* n_heads = 4",
    ),
}


@pytest.mark.parametrize("damage, says", BREAK.values(), ids=BREAK)
def test_a_damaged_encoder_is_refused(folder, damage, says):
    damage(folder)
    with pytest.raises(ValueError, match=says):
        read_encoder(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_file_that_is_not_there_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"{name} is missing"):
        read_encoder(folder)


def test_weights_with_another_hash_are_refused(folder):
    with pytest.raises(ValueError, match=f"SHA-256 [0-9a-f]{{64}}, but .* {SHA256}"):
        read_encoder(folder, sha256=SHA256)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A copy of the published package, first on the path, to damage."""
    real = Path(find_spec(pretrained.PACKAGE).submodule_search_locations[0])
    package = tmp_path / pretrained.PACKAGE
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    for file in ("config.json", "tokenizer.json", "model.safetensors"):
        (package / "model" / file).write_bytes((real / "model" / file).read_bytes())
    monkeypatch.syspath_prepend(tmp_path)
    return package / "model"


def test_the_published_weights_load_from_a_package_that_cannot_be_imported(installed):
    encoder, pieces = load_pretrained()
    assert sum(p.numel() for p in encoder.parameters()) == 22_713_216 - 384 * 385
    assert pieces.max_len == 512


@pytest.mark.parametrize("where", [1_000, 45_000_000, -1])
def test_one_flipped_bit_of_the_published_weights_is_found(installed, where):
    def flip(content):
        content = bytearray(content)
        content[where] ^= 1
        return content

    rewrite(installed / "model.safetensors", flip)
    with pytest.raises(ValueError, match="SHA-256"):
        load_pretrained()


def test_a_missing_package_is_named_with_its_extra(monkeypatch):
    says = re.escape('pip install "transformer-course[pretrained]"')
    monkeypatch.setattr(pretrained, "PACKAGE", "gt_no_such_package")
    with pytest.raises(ImportError, match=says):
        load_pretrained()


def test_missing_tokenizers_are_named_with_their_extra(folder, monkeypatch):
    (folder / "tokenizer.json").touch()
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    says = re.escape('pip install "transformer-course[pretrained]"')
    with pytest.raises(ImportError, match=says):
        WordPieces(folder, max_len=13)


def test_loading_imports_neither_the_package_nor_transformers():
    script = f"""if True:
        import sys
        from transformer_lib.inspection.pretrained import load_pretrained
        load_pretrained()
        print({{"transformers", "{pretrained.PACKAGE}"}} & set(sys.modules))
    """
    command = [sys.executable, "-W", "error", "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


@pytest.mark.parametrize(
    "sentences, error, says",
    [
        ("one text", TypeError, "put it into a list"),
        ([], ValueError, "0 sentences: give at least 1"),
        (
            ["short", "word " * 511],
            ValueError,
            "sentence 1 has 513 pieces, but the encoder reads at most 512",
        ),
    ],
)
def test_sentences_that_cannot_be_read_are_refused(sentences, error, says):
    _, pieces = load_pretrained()
    with pytest.raises(error, match=says):
        pieces(sentences)


def test_the_longest_sentence_is_read_and_a_longer_one_refused(folder):
    encoder = read_encoder(folder)
    assert encoder(torch.zeros(1, 13, dtype=torch.long)).shape == (1, 13, 15)
    with pytest.raises(ValueError, match="0 to 13 .* holds 0 to 12"):
        encoder(torch.zeros(1, 14, dtype=torch.long))


def test_a_missing_or_damaged_vocabulary_is_named(folder):
    with pytest.raises(FileNotFoundError, match="tokenizer.json is missing"):
        WordPieces(folder, max_len=13)
    (folder / "tokenizer.json").write_text('{"version": "1.0", "trunc')
    with pytest.raises(ValueError, match="tokenizer.json is damaged"):
        WordPieces(folder, max_len=13)
