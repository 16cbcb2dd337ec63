"""A run that is killed, wherever it is, goes on to the same weights, bit for bit."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch.testing import assert_close

from transformer_lib.training.checkpoint import checkpoints, load_state, read_header

pytestmark = pytest.mark.unhooked
SCRIPT = Path(__file__).with_name("killed_training.py")


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Folders of whole and of killed runs, and how often these were killed."""
    folder = tmp_path_factory.mktemp("runs")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(folder)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ["toy", "transformer"])
def test_killed_runs_end_with_the_same_bits(killed, name):
    folder, counts = killed
    whole, cut = (checkpoints(folder / f"{name} {way}") for way in ("whole", "killed"))
    assert counts[name]["kills"] >= 3
    assert [place.name for place in cut] == ["step-000000007", "step-000000008"]
    wanted, found = whole[-1], cut[-1]
    assert read_header(wanted)["config"] == read_header(found)["config"]
    ours, theirs = (
        load_file(place / "weights.safetensors") for place in (found, wanted)
    )
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[key], theirs[key]) for key in ours)
    states = [load_state(place) for place in (found, wanted)]
    assert states[0]["history"] == states[1]["history"]
    assert states[0]["stream"] == states[1]["stream"]
    (ours,), (theirs,) = (state["learner"]["optimisers"] for state in states)
    assert_close(ours["state"], theirs["state"], rtol=0, atol=0)


def test_kills_hit_every_kind_of_touch(killed):
    folder, counts = killed
    hit = set((folder / "killed at").read_text().split())
    assert {"os.mkdir", "open", "os.rename", "os.remove", "os.rmdir"} <= hit
    assert counts["toy"]["last step seen whole"] >= 6
