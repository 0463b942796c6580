"""The gate: a match in all seats, the same games again, and who passes it."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from ludarium.arena.formats.game_setting import GameSetting, describe_game
from ludarium.core.network import Weights, pack_weights
from ludarium.search.limits import Limits
from ludarium.training.gate import GateMatch, gate_events, passes_gate, play_gate
from ludarium.training.lineage import GateFigures
from tests.arena.test_runner import Here
from tests.training.noughts import NOUGHTS

OPENINGS = 12


def match(new: Path | None, old: Path | None, seed: int = 3) -> GateMatch:
    # So few nodes that the evaluator decides: tic-tac-toe is soon seen through.
    limits = Limits(nodes=12)
    return GateMatch(GameSetting(NOUGHTS), new, old, limits, (0, 2), seed, 2 * OPENINGS)


def played(given: GateMatch, folder: Path, executor: Here | None = None) -> GateFigures:
    folder.mkdir(exist_ok=True)
    return play_gate(given, folder, executor or Here(), lambda done, total: None)


@pytest.fixture
def foolish(tmp_path: Path) -> Path:
    """Weights that leave the middle (4 their own, 13 the other's) and the corners to the other."""
    bad, good = {0, 2, 4, 6, 8}, {9, 11, 13, 15, 17}
    rows = array("h", [80 * (i in wanted) for i in range(18) for wanted in (good, bad)])
    file = tmp_path / "foolish.bin"
    file.write_bytes(
        pack_weights(Weights(18, 2, rows, array("h", [0, 0]), array("h", [127, -127]), 0))
    )
    return file


def test_every_number_of_seats_has_its_share_of_the_openings() -> None:
    given = GateMatch(describe_game("pyramids"), None, None, Limits(nodes=5), (0, 2), 1, 200)
    events = gate_events(given)
    assert [event.seats for event in events] == [2, 3]
    # Two games with two seats, six with three: 50 openings are 200 games.
    assert [event.length for event in events] == [25, 25]
    (only,) = gate_events(given._replace(games=1))
    assert (only.seats, only.length) == (2, 1)


def test_an_evaluator_against_itself_is_even_and_reproducible(tmp_path: Path) -> None:
    found = played(match(None, None), tmp_path / "a")
    assert (found.games, found.score) == (2 * OPENINGS, 0.5)
    assert found == played(match(None, None), tmp_path / "b", Here(1))


def test_a_gate_plays_what_is_missing_and_other_seeds_play_other_games(
    tmp_path: Path, foolish: Path
) -> None:
    again = Here()
    first = played(match(None, foolish), tmp_path / "gate")
    assert played(match(None, foolish), tmp_path / "gate", again) == first
    assert again.given == []
    other = played(match(None, foolish, seed=4), tmp_path / "gate", again)
    assert len(again.given) == 2 * OPENINGS
    assert other != first


def test_a_better_evaluator_scores_more(tmp_path: Path, foolish: Path) -> None:
    found = played(match(None, foolish), tmp_path / "gate")
    assert found.score > 0.6
    assert found.low < found.score < found.high
    # With seats and players both exchanged the same games are played.
    reverse = played(match(foolish, None), tmp_path / "gate")
    assert reverse.score == pytest.approx(1 - found.score)


def test_a_new_network_must_score_and_may_have_to_be_surely_better() -> None:
    good = GateFigures(games=200, score=0.53, low=0.47, high=0.59, nodes=100, seconds=0.0)
    assert passes_gate(good, 0.52, 0.0)
    assert not passes_gate(good, 0.54, 0.0)
    assert not passes_gate(good, 0.52, 0.5)
