"""Fits with torch, for `make test-train`: they learn, and an interrupt changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from torch.nn.functional import embedding_bag

from ludarium.arena.formats.game_setting import GameSetting
from ludarium.core.network import Weights, pack_weights
from ludarium.training import fit
from ludarium.training import samples as sample_files
from ludarium.training.fit import ERROR_POWER, Fit, Recipe, errors, learning_rate
from ludarium.training.lineage import Lineage
from ludarium.training.samples import Samples, SampleStream, from_haul, write_shard
from ludarium.training.selfplay import SelfPlayJob, play_games
from ludarium.training.selfplay_style import SelfPlayStyle
from ludarium.training.torch_network import Net
from ludarium.training.weights import CannotTrain
from tests.training.noughts import CELLS, NOUGHTS, NoughtsEvaluator

RECIPE = Recipe(hidden=16, epochs=4, seed=3)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def samples() -> Samples:
    job = SelfPlayJob(
        GameSetting(NOUGHTS), None, SelfPlayStyle(nodes=60, opening=(0, 4)), "5/1", 0, 200
    )
    return from_haul(play_games(job), CELLS)


def stream(folder: Path, samples: Samples) -> SampleStream:
    write_shard(folder / "samples", 0, 1, samples)
    return SampleStream([folder / "samples"])


def begun(
    folder: Path, samples: Samples, recipe: Recipe = RECIPE, start: Weights | None = None
) -> Fit:
    return Fit(folder, NoughtsEvaluator(), stream(folder, samples), recipe, start)


def quietly(step: str, done: int, total: int) -> None:
    pass


def middle_wins(count: int) -> Samples:
    """Boards with marks anywhere; whoever has the middle has won."""
    dice = np.random.default_rng(1)
    marks = dice.integers(-1, 2, (count, CELLS))  # another's, none, one's own
    features = np.where(marks == 0, -1, np.arange(CELLS) + CELLS * (marks < 0))
    results = marks[:, CELLS // 2]
    games = np.arange(count)
    return Samples(
        features.astype(np.int16),
        (results * 600).astype(np.int16),
        results.astype(np.int8),
        np.zeros(count, np.int16),
        games.astype(np.int32),
    )


def test_a_fit_learns_what_it_is_shown(tmp_path: Path) -> None:
    samples = middle_wins(8000)
    weights, fitting = begun(tmp_path, samples, RECIPE._replace(epochs=20)).run(quietly)
    assert len(fitting.losses) == len(fitting.validation) == 20
    assert fitting.losses[-1] < 0.1 * fitting.losses[0]
    assert fitting.validation[-1] < 0.1 * fitting.losses[0]
    assert fitting.positions + fitting.duplicates == samples.size
    assert fitting.duplicates > 0
    assert fitting.deviation < 5
    assert (weights.inputs, weights.hidden) == (2 * CELLS, RECIPE.hidden)
    assert (tmp_path / "losses.png").read_bytes().startswith(PNG)
    assert not (tmp_path / "fit.pt").exists()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.51, 0.8])
def test_an_interrupted_fit_goes_on_to_the_same_weights(
    share: float, tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Several pools make an epoch.
    monkeypatch.setattr(sample_files, "BLOCK_ROWS", 64)
    monkeypatch.setattr(sample_files, "POOL_ROWS", max(samples.size // 3, 100))

    def interrupt(step: str, done: int, total: int) -> None:
        if done >= share * total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun(tmp_path, samples).run(interrupt)
    resumed = begun(tmp_path, samples)
    resumed.restore()
    pools = RECIPE.epochs * resumed.samples.pool_count()
    assert share * pools - 1 <= resumed.pools <= share * pools
    assert len(resumed.losses) == resumed.pools // resumed.samples.pool_count()
    weights, fitting = resumed.run(quietly)
    whole, undisturbed = begun(tmp_path, samples).run(quietly)
    assert pack_weights(weights) == pack_weights(whole)
    assert fitting == undisturbed


def test_a_fit_begins_with_the_parent_even_if_that_is_narrower(tmp_path: Path) -> None:
    samples = middle_wins(4000)
    first = begun(tmp_path, samples, RECIPE._replace(epochs=10))
    parent, fitting = first.run(quietly)
    wider = begun(tmp_path, samples, RECIPE._replace(hidden=48), parent)
    assert wider.test.loss(wider.net) < fitting.losses[0] / 2
    fresh = begun(tmp_path, samples, RECIPE._replace(hidden=48))
    assert wider.test.loss(wider.net) < fresh.test.loss(fresh.net) / 2


def test_the_rate_rises_for_a_moment_and_then_falls() -> None:
    rates = [learning_rate(1.0, step / 100) for step in range(101)]
    highest = rates.index(max(rates))
    assert rates[highest] == pytest.approx(1.0)
    assert 0 < highest <= 10
    assert rates[: highest + 1] == sorted(rates[: highest + 1])
    assert rates[highest:] == sorted(rates[highest:], reverse=True)
    assert 0 < rates[-1] < 0.02


def test_what_another_recipe_left_is_not_gone_on_from(tmp_path: Path, samples: Samples) -> None:
    before = begun(tmp_path, samples, RECIPE._replace(epochs=9))
    before.run_epoch(quietly)
    other = begun(tmp_path, samples)
    other.restore()
    assert not other.losses


def test_the_gradients_are_those_of_torch() -> None:
    net = Net(2 * CELLS, CELLS, 8, seed=1)
    dice = torch.Generator().manual_seed(2)
    features = torch.randint(0, 2 * CELLS + 1, (50, CELLS), generator=dice)
    wanted = torch.rand(50, generator=dice)
    loss = errors(net, embedding_bag(features, net.rows, mode="sum"), wanted).mean()
    loss.backward()
    theirs = [number.grad.clone() for number in net.numbers()]
    theirs[0][net.inputs] = 0
    assert net.learn(features, wanted, ERROR_POWER) == pytest.approx(loss.item())
    for number, gradient in zip(net.numbers(), theirs, strict=True):
        assert torch.allclose(number.grad, gradient, atol=1e-6)


def test_a_symmetry_only_renames_features(tmp_path: Path, samples: Samples) -> None:
    views = begun(tmp_path, samples).views
    features = torch.from_numpy(samples.features)
    plain, turned = (
        views.rename(features, torch.full((len(features), 1), view, dtype=torch.long))
        for view in (0, 1)
    )
    none = 2 * CELLS
    assert torch.equal((plain == none).sum(1), (turned == none).sum(1))
    assert torch.equal((plain < CELLS).sum(1), (turned < CELLS).sum(1))
    assert not torch.equal(plain.sort(1).values, turned.sort(1).values)


def test_too_few_games_are_refused(tmp_path: Path, samples: Samples) -> None:
    with pytest.raises(CannotTrain) as refusal:
        begun(tmp_path, samples.only(np.equal(samples.games, 1)))
    assert refusal.value.code == "too_few_games"


def test_a_network_that_integers_cannot_say_is_refused(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "TOLERATED_DEVIATION", 0.0)
    with pytest.raises(CannotTrain) as refusal:
        begun(tmp_path, samples).run(quietly)
    assert refusal.value.code == "too_coarse"


def test_the_command_makes_a_generation_and_its_pictures(tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "ludarium", "train", NOUGHTS, "--out", str(tmp_path / "run")),
        *("--generations", "1", "--games", "100", "--nodes", "40", "--opening", "0-4"),
        *("--epochs", "3", "--hidden", "16", "--gate-games", "8", "--gate-nodes", "40"),
        *("--elo0", "-900", "--elo1", "-800"),
        *("--workers", "2", "--seed", "4"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    made = msgspec.json.decode((tmp_path / "run/lineage.json").read_bytes(), type=Lineage)
    assert [one.number for one in made.generations] == [1]
    assert made.generations[0].fitting.losses[-1] < made.generations[0].fitting.losses[0]
    assert (tmp_path / "run/generation-001/losses.png").read_bytes().startswith(PNG)
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert msgspec.json.decode((tmp_path / "run/lineage.json").read_bytes(), type=Lineage) == made


def test_points_keep_their_meaning_if_the_odds_are_given(tmp_path: Path, samples: Samples) -> None:
    drawn = samples._replace(results=np.zeros_like(samples.results))
    fitted = begun(tmp_path / "fitted", drawn, RECIPE._replace(epochs=1)).run(quietly)[1]
    given = begun(tmp_path / "given", drawn, RECIPE._replace(epochs=1, odds=400.0)).run(quietly)[1]
    assert fitted.odds > 1_000  # in drawn games scores mean nothing
    assert given.odds == 400
