"""The training command as users run it: killed, shared, refused, always in words."""

import lzma
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from safetensors.torch import load_file

from transformer_lib.data.pairs import Split, load_pairs
from transformer_lib.decoding.translator import Translator
from transformer_lib.training.checkpoint import checkpoints
from transformer_lib.training.command import main
from transformer_lib.training.log import COLUMNS, read_log
from transformer_lib.training.published import read_published

pytestmark = pytest.mark.unhooked
TINY = {
    **{"--vocab": 600, "--d-model": 16, "--d-ff": 32, "--heads": 2},
    **{"--encoder-blocks": 1, "--decoder-blocks": 1, "--steps": 8, "--warmup": 4},
    **{"--budget": 300, "--validate-every": 4, "--checkpoint-every": 1},
    **{"--log-every": 3, "--device": "cpu"},
}


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    """The words of a tiny run on a tiny file of pairs."""
    path = tmp_path_factory.mktemp("pairs") / "few.tsv.xz"
    lines = ["\t".join(pair) + "\n" for pair in load_pairs(Split.DEV)[:200]]
    path.write_bytes(lzma.compress("".join(lines).encode()))
    tiny = [str(word) for pair in TINY.items() for word in pair]
    return [*tiny, "--quiet", "--train", str(path), "--validation", str(path)]


@pytest.fixture(scope="module")
def whole(words, tmp_path_factory):
    """The folder of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole")
    assert main([*words, "--out", str(folder)]) == 0
    return folder


def start(*words):
    command = [sys.executable, "-m", "transformer_lib.training", *map(str, words)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def losses(folder):
    return [row["loss"] for row in read_log(folder / "log.csv")]


def assert_same_bits(one, other):
    ours, theirs = (
        load_file(checkpoints(folder)[-1] / "weights.safetensors")
        for folder in (one, other)
    )
    assert ours.keys() == theirs.keys()
    assert all(ours[name].equal(theirs[name]) for name in ours)


def test_a_run_leaves_a_log_and_a_model_that_translates(whole):
    rows = read_log(whole / "log.csv")
    assert [row["step"] for row in rows] == [3, 4, 6, 8]
    assert rows[-1].keys() == set(COLUMNS) and "perplexity" not in rows[0]
    assert all(row["tokens"] > 0 and row["cpu_seconds"] > 0 for row in rows)
    head = (whole / "log.csv").read_text(encoding="utf-8").split("step,")[0]
    for name in ("command: python -m transformer_lib.training --vocab", "seed: 0"):
        assert f"# {name}" in head
    published = read_published(whole / "model")
    assert published.about["updates"] == "8 of 8"
    assert Translator.load(whole / "model").translate(["Hello.", " "])[1] == ""


def test_a_run_that_is_killed_goes_on_to_the_same_bits_and_the_same_log(
    whole, words, tmp_path
):
    run = start(*words, "--out", tmp_path)
    while len(checkpoints(tmp_path)) < 2 and run.poll() is None:
        time.sleep(0.01)
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert checkpoints(tmp_path)[-1].name < "step-000000008", "it was killed too late"
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert_same_bits(whole, tmp_path)
    assert losses(tmp_path) == losses(whole)


def test_minutes_stop_a_run_that_then_goes_on(whole, words, tmp_path, capsys):
    given = [*words, "--out", str(tmp_path), "--checkpoint-every", "8"]
    assert main([*given, "--minutes", "0"]) == 0
    assert "stopped after 1 of 8 updates" in capsys.readouterr().err
    assert read_published(tmp_path / "model").about["updates"] == "1 of 8"
    assert main(given) == 0
    assert "going on after update 1" in capsys.readouterr().err
    assert_same_bits(whole, tmp_path)
    rows = read_log(tmp_path / "log.csv")
    assert [row["step"] for row in rows] == [1, 3, 4, 6, 8]
    assert rows[-1]["loss"] == read_log(whole / "log.csv")[-1]["loss"]
    assert main(given) == 0, "a run that is over is published again"


def test_two_processes_train_what_one_does(words, tmp_path):
    alike = [*words, "--dropout", "0"]
    assert main([*alike, "--out", str(tmp_path / "one")]) == 0
    run = start(*alike, "--out", tmp_path / "two", "--processes", "2")
    _, told = run.communicate(timeout=300)
    assert run.returncode == 0, told
    assert told.count("weights;") == 1, "one process speaks for all"
    assert losses(tmp_path / "two") == pytest.approx(losses(tmp_path / "one"), rel=1e-4)


def test_a_loss_that_is_no_number_keeps_the_last_good_checkpoint(
    words, tmp_path, capsys
):
    assert main([*words, "--out", str(tmp_path), "--rate", "1e30"]) == 2
    told = capsys.readouterr().err
    last = checkpoints(tmp_path)[-1]
    assert "was not made: the loss is" in told and str(last) in told
    assert "Traceback" not in told
    assert all(
        x.isfinite().all() for x in load_file(last / "weights.safetensors").values()
    )


def packed(text):
    return lzma.compress(text.encode())


FILES = {
    "empty": (packed(""), "line 1 is no pair"),
    "misaligned": (packed("A.\tB.\nC.\n"), "line 2 is no pair"),
    "one-sided": (packed("A.\tB.\nC.\t\n"), "line 2 is no pair"),
    "damaged": (packed("A.\tB.\n")[:-9], "is damaged"),
    "short": (packed("A.\tB.\n"), "vocab is 600"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_no_pairs_is_named(name, words, tmp_path, capsys):
    given, says = FILES[name]
    path = tmp_path / f"{name}.tsv.xz"
    path.write_bytes(given)
    assert main([*words, "--out", str(tmp_path / "run"), "--train", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and says in told and told.count("\n") == 1


REFUSED = {
    "--train missing.tsv.xz": "missing.tsv.xz is not there",
    "--heads 5": "d_model = 16 cannot be shared out among n_heads = 5",
    "--steps 0": "steps is 0",
    "--warmup 9": "steps is 8 and warmup 9",
    "--processes 0": "processes is 0",
    "--max-len 2": "0 pairs of rows",
    "--out {file}/run": "cannot be made .* name a folder",
    "--out {whole} --d-model 32": "model.d_model is 16 there and 32 here",
    "--out {whole} --vocab 700": "has 600 entries, but vocab is 700",
    "--out {whole} --steps 9": "decay_until is 8 there and 9 here",
}


@pytest.mark.parametrize("given", REFUSED)
def test_what_cannot_be_run_is_told_in_one_line(given, words, whole, tmp_path, capsys):
    file = tmp_path / "a file"
    file.touch()
    more = [word.format(file=file, whole=whole) for word in given.split()]
    assert main([*words, "--out", str(tmp_path / "run"), *more]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("error: ")
    assert re.search(REFUSED[given], last), last


def test_a_folder_that_is_no_checkpoint_is_not_gone_on_from(words, tmp_path, capsys):
    (tmp_path / "step-000000001").mkdir()
    assert main([*words, "--out", str(tmp_path)]) == 2
    assert "is no checkpoint: it has no header.json" in capsys.readouterr().err


def test_tensorboard_is_asked_for_by_name(words, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    assert main([*words, "--out", str(tmp_path), "--tensorboard"]) == 2
    assert "pip install tensorboard" in capsys.readouterr().err


def test_help_names_every_choice(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    for name in ("--processes", "--device", "--compile", "--precision", "--minutes"):
        assert name in shown
