"""The gate: a sequential test in all seats, the same games again, and who passes it."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from ludarium.arena.formats.event import Hypotheses
from ludarium.arena.formats.game_setting import GameSetting, describe_game
from ludarium.core.network import Weights, pack_weights
from ludarium.search.limits import Limits
from ludarium.training.gate import GateMatch, gate_events, passes_gate, play_gate
from ludarium.training.lineage import GateFigures
from tests.arena.test_runner import Here
from tests.training.noughts import NOUGHTS

OPENINGS = 12
# So far apart that twelve openings never decide.
PATIENT = Hypotheses(elo0=-1.0, elo1=1.0)


def match(new: Path | None, old: Path | None, seed: int = 3) -> GateMatch:
    # So few nodes that the evaluator decides: tic-tac-toe is soon seen through.
    limits = Limits(nodes=12)
    return GateMatch(GameSetting(NOUGHTS), new, old, limits, (0, 2), seed, 2 * OPENINGS, PATIENT)


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


def test_a_test_ends_as_soon_as_it_is_decided(tmp_path: Path, foolish: Path) -> None:
    given = match(None, foolish)._replace(games=400, hypotheses=Hypotheses(elo0=-200.0, elo1=0.0))
    found = played(given, tmp_path / "gate")
    assert found.verdicts == ["H1"]
    assert found.games < 400
    assert passes_gate(found)
    other = match(foolish, None)._replace(games=400, hypotheses=Hypotheses(elo0=0.0, elo1=200.0))
    refused = played(other, tmp_path / "gate")
    assert refused.verdicts == ["H0"]
    assert not passes_gate(refused)


def test_a_new_network_must_be_better_with_every_number_of_seats() -> None:
    def figures(*verdicts: str) -> GateFigures:
        return GateFigures(
            games=200, score=0.6, low=0.5, high=0.7, nodes=100, seconds=0.0, verdicts=[*verdicts]
        )

    assert passes_gate(figures("H1"))
    assert passes_gate(figures("H1", "H1"))
    assert not passes_gate(figures("H1", "H0"))
    assert not passes_gate(figures(""))
