"""Runs of training: interrupted and resumed anywhere they give what an undisturbed one gives."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import msgspec
import pytest

from ludarium.arena.formats.event import Hypotheses
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.core.extras import MissingExtra
from ludarium.core.game import Game
from ludarium.core.network import Weights, unpack_weights
from ludarium.training import lineage, train
from ludarium.training.lineage import Fitting, GateFigures, Generation, Lineage
from ludarium.training.quantise import quantise
from ludarium.training.samples import SampleStream, list_shards
from ludarium.training.selfplay_style import SelfPlayStyle
from ludarium.training.train import FitOrder, TrainingPlan
from ludarium.training.weights import CannotTrain
from tests.training.noughts import NOUGHTS, ROOT

# Hypotheses that any network meets, or that none does.
EASY_GATE = Hypotheses(elo0=-900.0, elo1=-800.0)
HARD_GATE = Hypotheses(elo0=800.0, elo1=900.0)


def plan(folder: Path) -> TrainingPlan:
    return TrainingPlan(
        GameSetting(NOUGHTS),
        folder,
        generations=2,
        games=10,
        style=SelfPlayStyle(nodes=12, opening=(0, 2)),
        gate_games=20,
        gate_nodes=12,
        hypotheses=EASY_GATE,
        workers=1,
    )


def fake_fit(order: FitOrder, tell: train.OnStep) -> tuple[Weights, Fitting]:
    """Weights that depend on every sample, in place of a fit that needs torch."""
    tell("fit", 1, 1)
    samples = order.samples.some()
    assert samples.size == order.samples.rows
    rng = random.Random(f"{order.seed} {samples.features.sum()} {samples.scores.sum()}")
    rows = [[rng.uniform(-0.5, 0.5) for _ in range(4)] for _ in range(18)]
    weights = quantise(rows, [0.3] * 4, [rng.uniform(-1, 1) for _ in range(4)], 0.0, 9)
    size = samples.size
    return weights, Fitting(
        positions=size, duplicates=0, epochs=1, losses=[0.5], validation=[0.6], deviation=0.1
    )


def quietly(step: str, done: int, total: int) -> None:
    pass


def without_times(made: Lineage) -> list[Generation]:
    return [msgspec.structs.replace(one, seconds={}) for one in made.generations]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Lineage]:
    folder = tmp_path_factory.mktemp("undisturbed")
    return folder, train.train(plan(folder), quietly, fake_fit)


def test_a_run_makes_its_generations_one_from_another(undisturbed: tuple[Path, Lineage]) -> None:
    folder, made = undisturbed
    assert [one.number for one in made.generations] == [1, 2]
    assert [one.parent for one in made.generations] == [0, 1]
    assert [one.sources for one in made.generations] == [[1], [1, 2]]
    assert all(one.accepted and one.gate.verdicts == ["H1"] for one in made.generations)
    assert all(one.style["nodes"] == 12 for one in made.generations)
    assert made.generations[0].sha256 != made.generations[1].sha256
    assert lineage.begin_lineage(folder, made) == made


@pytest.mark.parametrize("step", ["self-play", "fit", "gate"])
def test_an_interrupted_run_goes_on_where_it_was(
    step: str,
    tmp_path: Path,
    undisturbed: tuple[Path, Lineage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Not as in the other run, which must not matter.
    monkeypatch.setattr(train, "MOST_GAMES_PER_SHARD", 4)

    def interrupt(now: str, done: int, total: int) -> None:
        if now == step and done >= 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train.train(plan(tmp_path), interrupt, fake_fit)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npy")}
    assert kept
    assert (len(kept) < 3) == (step == "self-play")
    made = train.train(plan(tmp_path), quietly, fake_fit)
    assert without_times(made) == without_times(undisturbed[1])
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())


def test_what_is_finished_is_not_done_again(undisturbed: tuple[Path, Lineage]) -> None:
    folder, made = undisturbed

    def never(*given: object) -> tuple[Weights, Fitting]:
        raise AssertionError

    assert train.train(plan(folder), never, never) == made  # type: ignore[arg-type]  # not called


def test_positions_of_a_refused_generation_serve_the_next(tmp_path: Path) -> None:
    made = train.train(plan(tmp_path)._replace(hypotheses=HARD_GATE), quietly, fake_fit)
    assert [one.accepted for one in made.generations] == [False, False]
    assert made.generations[1].parent == 0
    assert made.generations[1].sources == [1, 2]
    assert made.best() == 0


def test_installing_gives_the_best_network_to_the_game(
    tmp_path: Path, undisturbed: tuple[Path, Lineage], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, made = undisturbed
    monkeypatch.setattr(Game, "weights_file", lambda game: tmp_path / "weights.bin")
    train.train(plan(folder), quietly, fake_fit)
    assert not list(tmp_path.iterdir())
    train.train(plan(folder)._replace(install=True), quietly, fake_fit)
    packed = (tmp_path / "weights.bin").read_bytes()
    assert packed == (folder / "generation-002/weights.bin").read_bytes()
    assert unpack_weights(packed).inputs == 18
    assert msgspec.json.decode((tmp_path / "weights.json").read_bytes(), type=Lineage) == made


def test_a_run_that_begins_with_installed_weights_keeps_their_lineage(
    tmp_path: Path, undisturbed: tuple[Path, Lineage], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, made = undisturbed
    installed = tmp_path / "weights.bin"
    monkeypatch.setattr(Game, "weights_file", lambda game: installed)
    train.train(plan(folder)._replace(install=True), quietly, fake_fit)
    once = plan(tmp_path / "run")._replace(generations=1, parent=installed)
    assert train.train(once, quietly, fake_fit).before == made
    # Weights that the file beside them does not know have no known lineage.
    assert lineage.find_lineage(installed, made.generations[1].sha256) == made
    assert lineage.find_lineage(installed, "0" * 64) is None
    assert lineage.find_lineage(tmp_path / "none.bin", made.generations[1].sha256) is None


def refused(plan: TrainingPlan) -> str:
    with pytest.raises(CannotTrain) as refusal:
        train.train(plan, quietly, fake_fit)
    return refusal.value.code


def test_a_folder_of_another_run_is_refused(
    tmp_path: Path, undisturbed: tuple[Path, Lineage]
) -> None:
    before = plan(undisturbed[0])
    assert refused(before._replace(seed=2)) == "other_run"
    shutil.copytree(undisturbed[0], tmp_path / "copy")
    (tmp_path / "copy/lineage.json").write_text('{"game": 3}')
    assert refused(before._replace(folder=tmp_path / "copy")) == "bad_lineage"


def test_what_cannot_be_trained_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = GameSetting(f"{ROOT / 'examples/tictactoe/tictactoe.py'}:TicTacToe")
    assert refused(TrainingPlan(example, tmp_path)) == "no_features"
    assert refused(plan(tmp_path)._replace(parent=tmp_path / "none.bin")) == "no_such_file"
    (tmp_path / "bad.bin").write_bytes(b"LUDN")
    assert refused(plan(tmp_path)._replace(parent=tmp_path / "bad.bin")) == "bad_weights"
    monkeypatch.setattr(train, "TRAINING_MODULES", ("numpy", "a_module_that_nobody_has"))
    with pytest.raises(MissingExtra, match="a_module_that_nobody_has") as refusal:
        train.train(plan(tmp_path), quietly)
    assert refusal.value.code == "missing_extra"
    assert not (tmp_path / "lineage.json").exists()


def test_a_lineage_comes_back_from_its_file(tmp_path: Path) -> None:
    one = Generation(
        number=1,
        parent=0,
        seed=5,
        nodes=100,
        games=40,
        sources=[1],
        hidden=4,
        fitting=Fitting(
            positions=9, duplicates=1, epochs=2, losses=[0.2, 0.1], validation=[0.3, 0.2],
            deviation=1.5,
        ),
        gate=GateFigures(games=6, score=0.6, low=0.4, high=0.8, nodes=100, seconds=0.0),
        accepted=True,
        sha256="0" * 64,
        seconds={"fit": 1.5},
    )  # fmt: skip
    fresh = Lineage(
        game="g", ruleset="standard", options={"a": 1}, rules_version=2, settings={"seed": 5}
    )
    assert lineage.begin_lineage(tmp_path / "new", fresh) == fresh
    fresh.generations.append(one)
    lineage.save_lineage(tmp_path / "new", fresh)
    empty = msgspec.structs.replace(fresh, generations=[])
    assert lineage.begin_lineage(tmp_path / "new", empty) == fresh
    assert fresh.best() == 1


def test_a_run_is_taken_up_with_other_settings_for_the_next_generation(
    tmp_path: Path, undisturbed: tuple[Path, Lineage]
) -> None:
    shutil.copytree(undisturbed[0], tmp_path / "run")
    started: list[FitOrder] = []

    def fit(order: FitOrder, tell: train.OnStep) -> tuple[Weights, Fitting]:
        started.append(order)
        return fake_fit(order, tell)

    later = plan(tmp_path / "run")._replace(
        generations=3, style=SelfPlayStyle(nodes=20, opening=(0, 2)), remembered=1
    )
    made = train.train(later, quietly, fit)
    assert [one.style["nodes"] for one in made.generations] == [12, 12, 20]
    assert made.generations[2].sources == [2, 3]
    # The fit begins with the network that is best so far, unless it is to begin afresh.
    (order,) = started
    packed = (tmp_path / "run/generation-002/weights.bin").read_bytes()
    assert order.start == unpack_weights(packed)
    train.train(later._replace(generations=4, fresh=True), quietly, fit)
    assert started[1].start is None


def test_a_generation_begun_in_one_style_is_not_finished_in_another(tmp_path: Path) -> None:
    def interrupt(now: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train.train(plan(tmp_path), interrupt, fake_fit)
    assert refused(plan(tmp_path)._replace(style=SelfPlayStyle(nodes=13))) == "other_style"


def test_the_folder_keeps_the_weights_that_a_run_began_with(
    tmp_path: Path, undisturbed: tuple[Path, Lineage]
) -> None:
    parent = tmp_path / "start.bin"
    shutil.copy(undisturbed[0] / "generation-001/weights.bin", parent)
    refusing = plan(tmp_path / "run")._replace(generations=1, hypotheses=HARD_GATE)
    train.train(refusing._replace(parent=parent), quietly, fake_fit)
    parent.unlink()
    started: list[FitOrder] = []

    def fit(order: FitOrder, tell: train.OnStep) -> tuple[Weights, Fitting]:
        started.append(order)
        return fake_fit(order, tell)

    made = train.train(refusing._replace(generations=2), quietly, fit)
    assert [one.parent for one in made.generations] == [0, 0]
    first = undisturbed[0] / "generation-001/weights.bin"
    assert started[0].start == unpack_weights(first.read_bytes())


def test_shards_hold_about_the_same_work_at_any_number_of_nodes(tmp_path: Path) -> None:
    assert train.games_per_shard(1000) == 500
    assert train.games_per_shard(5000) == 100
    assert train.games_per_shard(10_000_000) == 1
    train.train(plan(tmp_path)._replace(generations=1), quietly, fake_fit)
    folder = tmp_path / "generation-001/samples"
    assert [(first, end) for first, end, _ in list_shards(folder)] == [(0, 10)]
    assert SampleStream([folder]).rows > 0
