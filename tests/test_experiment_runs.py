"""Committed sweeps: read when they fit, made when asked, held against one point."""

import math

import pytest

from transformer_lib.experiment.runs import committed_run

GRID = {"d_k": [4, 64], "scaled": ["yes", "no"]}


def measure(*, seed, d_k, scaled):
    size = math.sqrt(d_k) if scaled == "no" else 1.0
    return {"spread": size * (1 + 0.1 * seed), "steps": 1234567 + seed}


def changed(*, seed, d_k, scaled):
    """Measure with the power of the width wrong."""
    return measure(seed=seed, d_k=d_k**2, scaled=scaled)


@pytest.fixture(autouse=True)
def lesson(tmp_path, monkeypatch):
    """Work in the folder of a lesson that has no runs yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRANSFORMER_LIB_RUNS", raising=False)
    return tmp_path


@pytest.fixture
def make(monkeypatch):
    """Make a run as `make runs` does."""

    def remake(name="03_spread", measure=measure, grid=GRID, seeds=range(3)):
        with monkeypatch.context() as patch:
            patch.setenv("TRANSFORMER_LIB_RUNS", "remake")
            return committed_run(name, measure, grid, seeds=seeds)

    return remake


def never(**point):
    raise AssertionError("a committed run is read, not measured")


def test_a_run_is_made_once_and_then_read(make):
    made = make()
    assert committed_run("03_spread", never, GRID, seeds=range(3)) == made


def test_rows_stand_in_the_order_of_the_grid_with_the_seed_fastest(make):
    rows = [(row["d_k"], row["scaled"], row["seed"]) for row in make().rows]
    assert rows[:4] == [(4, "yes", 0), (4, "yes", 1), (4, "yes", 2), (4, "no", 0)]
    assert rows[6:8] == [(64, "yes", 0), (64, "yes", 1)] and len(rows) == 12


def test_values_are_those_of_the_point_one_a_seed(make):
    run = make()
    assert run.values("spread", d_k=64, scaled="no") == pytest.approx([8.0, 8.8, 9.6])
    assert run.values("spread", d_k=4, scaled="yes", seed=2) == pytest.approx([1.2])
    assert len(run.values("spread", scaled="no")) == 6
    assert run.values("steps", d_k=4, scaled="no") == [1234567, 1234568, 1234569]


def test_settings_may_be_fractions_flags_and_words_for_numbers(make):
    grid = {"rate": [1 / 3, 1e-3], "bias": [True, False], "name": ["7", "x"]}
    run = make("03_x", lambda **point: {"value": 1.0}, grid)
    again = committed_run("03_x", never, grid, seeds=range(3))
    assert len(again.values("value", rate=1 / 3, bias=True, name="7")) == 3
    assert again == run


def test_infinite_numbers_are_kept(make):
    run = make("01_x", lambda **point: {"norm": math.inf}, {"lag": [1]})
    assert run.values("norm", lag=1) == [math.inf] * 3


@pytest.mark.parametrize(
    "column, point",
    [("loss", {"d_k": 4}), ("spread", {"d_k": 5}), ("spread", {"h": 1})],
)
def test_what_was_not_measured_is_refused(make, column, point):
    message = f"The run 03_spread has no '{column}' at .*: its columns are .*'steps'"
    with pytest.raises(ValueError, match=message):
        make().values(column, **point)


@pytest.mark.parametrize(
    "grid, seeds",
    [
        ({"d_k": [4, 64], "scaled": ["yes"]}, range(3)),
        ({"d_k": [4, 32], "scaled": ["yes", "no"]}, range(3)),
        ({"d_k": [64, 4], "scaled": ["yes", "no"]}, range(3)),
        ({"width": [4, 64], "scaled": ["yes", "no"]}, range(3)),
        (GRID | {"h": [1]}, range(3)),
        (GRID, range(4)),
        (GRID, range(1, 4)),
    ],
)
def test_a_run_with_another_grid_is_refused(make, grid, seeds):
    make()
    with pytest.raises(ValueError, match="other settings: `make runs NN=03`"):
        committed_run("03_spread", never, grid, seeds=seeds)


def test_a_run_that_was_never_made_says_how_to_make_it():
    with pytest.raises(FileNotFoundError, match=r"no run .*03_x.csv in .*NN=03`"):
        committed_run("03_x", never, GRID, seeds=range(3))


def test_making_a_run_tells_how_far_it_is(make, capsys):
    make()
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 12
    assert told[3].startswith("03_spread 4/12 after ")
    assert told[3].endswith("d_k 4, scaled no, seed 0, spread 2, steps 1234567")
    committed_run("03_spread", never, GRID, seeds=range(3))
    assert capsys.readouterr().out == ""


def test_a_run_says_what_it_was_made_with(make, lesson):
    make()
    first, columns, *rows = (lesson / "runs/03_spread.csv").read_text().splitlines()
    assert first.startswith("# make runs NN=03; ")
    assert "torch" in first and "thread" in first
    assert columns == "d_k,scaled,seed,spread,steps" and len(rows) == 12


def test_one_point_is_measured_again(make):
    told = make().live(measure, d_k=64, scaled="no", seed=1).splitlines()
    assert told[0] == "spread now 8.8, committed 8 to 9.6"
    assert told[1].startswith("steps now 1.235e+06, committed ")


def test_a_changed_measurement_is_caught(make):
    run = make()
    with pytest.raises(AssertionError, match="spread now 64, committed 8 to 9.6"):
        run.live(changed, d_k=64, scaled="no")
    assert run.live(changed, d_k=64, scaled="yes")  # where the change changes nothing


@pytest.mark.parametrize("off, held", [(1.5, True), (1.7, False)])
def test_as_far_outside_as_the_committed_lie_apart_is_too_far(make, off, held):
    run = make()  # from 8 to 9.6

    def moved(**point):
        found = measure(**point)
        return {**found, "spread": found["spread"] - off}

    if held:
        assert run.live(moved, d_k=64, scaled="no")
    else:
        with pytest.raises(AssertionError, match="spread now 6.3"):
            run.live(moved, d_k=64, scaled="no")


def test_six_digits_are_enough_where_no_seed_matters(make):
    run = make("02_x", lambda **point: {"share": 1 / 3, "nan": 0.0}, {"n": [1]})
    assert run.live(lambda **point: {"share": 1 / 3, "nan": 0.0}, n=1)
    for share, other in ((0.3334, 0.0), (1 / 3, math.nan), (math.inf, 0.0)):
        with pytest.raises(AssertionError, match="committed"):
            run.live(
                lambda share=share, other=other, **point: {
                    "share": share,
                    "nan": other,
                },
                n=1,
            )


def test_other_measured_numbers_are_caught(make):
    with pytest.raises(AssertionError, match="measured are"):
        make().live(lambda **point: {"spread": 8.0}, d_k=64, scaled="no")


def test_a_point_that_is_not_in_the_run_is_refused_before_it_is_measured(make):
    with pytest.raises(ValueError, match="has no 'seed' at {'d_k': 8"):
        make().live(never, d_k=8, scaled="no")
