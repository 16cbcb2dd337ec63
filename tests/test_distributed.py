"""Two processes train as one does: the same batches, the same losses, one writer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shared_training import CHOICES
from toy_training import trainer, weights

from transformer_lib.training.checkpoint import checkpoints
from transformer_lib.training.distributed import (
    Process,
    added_up,
    joined_processes,
    replicate,
    this_process,
)

pytestmark = pytest.mark.unhooked
SCRIPT = Path(__file__).with_name("shared_training.py")
TORCHRUN = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What two processes left behind."""
    folder = tmp_path_factory.mktemp("shared")
    # Gloo talks through the loopback device alone, whatever networks there are.
    environment = os.environ | {
        "GLOO_SOCKET_IFNAME": "lo",
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    started = subprocess.Popen(
        [sys.executable, *TORCHRUN, str(SCRIPT), str(folder)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said, _ = started.communicate(timeout=240)
    finally:
        started.terminate()  # torchrun passes it on to its workers
        started.wait(timeout=60)
    assert started.returncode == 0, said
    return folder


@pytest.fixture(scope="module")
def ranks(folder):
    return [json.loads((folder / f"rank {n}.json").read_text()) for n in range(2)]


@pytest.fixture(scope="module")
def alone():
    run = trainer(dropout=0.0, **CHOICES)
    run.fit(progress=False)
    return run


def test_two_processes_do_what_one_does(ranks, alone):
    assert [(seen["rank"], seen["world_size"]) for seen in ranks] == [(0, 2), (1, 2)]
    assert min(len(rows) for rows in alone.stream.plan) == 1, "no share would be empty"
    wanted = alone.history.to_dict()
    for seen in ranks:
        for kind in ("updates", "validations"):
            assert len(seen[kind]) == len(wanted[kind])
            for ours, theirs in zip(seen[kind], wanted[kind], strict=True):
                assert ours == pytest.approx(theirs, rel=1e-5)
        assert seen["weights"] == pytest.approx(weights(alone).tolist(), abs=1e-5)
    assert ranks[0]["weights"] == ranks[1]["weights"]
    assert ranks[0]["updates"] == ranks[1]["updates"]


def test_the_first_process_alone_writes_and_shows(ranks, folder):
    assert "6/6" in ranks[0]["shown"] and ranks[1]["shown"] == ""
    places = checkpoints(folder / "shared")
    assert [place.name for place in places] == ["step-000000003", "step-000000006"]


def test_two_processes_go_on_to_the_same_bits(ranks):
    assert [seen["found"] for seen in ranks] == [True, True]
    assert [seen["began"] for seen in ranks] == [3, 3]
    assert [seen["same bits"] for seen in ranks] == [True, True]


def test_of_many_tokens_none_is_lost_in_a_sum(ranks):
    """Of numbers beyond 2 to the 24th, float32 knows only every other one."""
    assert [seen["many tokens"] for seen in ranks] == [[2.0**25 + 1]] * 2


def test_each_process_draws_its_own_dropout(ranks):
    assert ranks[0]["dropout seed"] != ranks[1]["dropout seed"]


def test_what_spoils_one_process_stops_all(ranks):
    for seen in ranks:
        assert "update 1 was not made: the loss is nan" in seen["error"]


def test_one_process_goes_on_from_the_checkpoint_of_two(folder, alone):
    run = trainer(dropout=0.0, **CHOICES)
    assert run.resume(folder / "shared")
    assert weights(run).tolist() == pytest.approx(weights(alone).tolist(), abs=1e-5)


def test_a_process_alone_has_nothing_to_join(monkeypatch, alone):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    with joined_processes() as device:
        assert this_process() == Process(rank=0, world_size=1)
        assert added_up([1.0, 2.0], device) == [1.0, 2.0]
        assert replicate(alone.learner.model) is alone.learner.model
