"""Searches judged by the weights of a file: read from text, checked, and other than by hand."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from ludarium.agents.contender import Allowance
from ludarium.agents.network_player import NetworkSearch, network_spec, read_network_spec
from ludarium.agents.player_spec import open_contender
from ludarium.arena.formats.event import read_entrants
from ludarium.core.errors import InvalidOption
from ludarium.core.match import Match
from ludarium.core.network import Weights, pack_weights
from ludarium.core.registry import load
from ludarium.search.limits import Limits
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.searcher import Searcher, SearchResult
from tests.training.noughts import NOUGHTS

UNLIMITED = Allowance(None, None, {})


def corner_lover(inputs: int = 18) -> bytes:
    """Weights that want the first corner."""
    rows = array("h", [120 * (place == 0) for place in range(inputs) for _ in range(2)])
    return pack_weights(Weights(inputs, 2, rows, array("h", [0, 0]), array("h", [127, 127]), 0))


def first_move(spec: str) -> int:
    contender = open_contender(spec)
    contender.start_game(load(NOUGHTS), 0, 2, 1, True)
    return contender.request_move(Match(load(NOUGHTS)), UNLIMITED).move


def test_a_text_names_weights_and_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a,b.bin"
    file.write_bytes(corner_lover())
    assert read_network_spec(f"network:{file},nodes=12") == (file, Limits(nodes=12), ())
    assert read_network_spec("network:hand,seconds=0.5") == (None, Limits(seconds=0.5), ())
    parameters = (("futility_margin", 200), ("damps_scores", 0))
    for weights in (file, None):
        for limits in (Limits(nodes=7), Limits(seconds=0.25)):
            for given in ((), parameters):
                written = network_spec(weights, limits, given)
                assert read_network_spec(written) == (weights, limits, given)


def test_a_text_sets_parameters_of_the_search() -> None:
    game = load("skysummit")
    usual = game.evaluator(trained=False).futility_margin
    player = read_network_spec("network:hand,futility_margin=77,nodes=5").make_player(game)
    assert isinstance(player.search, NetworkSearch)
    assert player.search.pair.searches[0].evaluator.futility_margin == 77 != usual


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("network:", "wrong_setting"),
        ("network:hand", "wrong_setting"),
        ("network:hand,nodes=0", "wrong_setting"),
        ("network:hand,nodes=many", "wrong_setting"),
        ("network:hand,depth=3", "wrong_setting"),
        ("network:hand,seconds=nan", "wrong_setting"),
        ("network:hand,nodes=5,seconds=1", "wrong_setting"),
        ("network:hand,futility_margin=5", "wrong_setting"),
        ("network:hand,nodes=5,futility_margin=9", "wrong_setting"),
        ("network:hand,nodes=5,futility_margin=50,futility_margin=60", "wrong_setting"),
        ("network:nowhere.bin,nodes=5", "no_such_file"),
    ],
)
def test_what_names_no_network_is_refused(written: str, code: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        open_contender(written)
    assert refusal.value.code == code


def test_the_weights_of_the_file_decide_the_move(tmp_path: Path) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(corner_lover())
    assert first_move("network:hand,nodes=12") == 4, "by hand the middle is best"
    assert first_move(f"network:{file},nodes=12") == 0


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    for content in (b"nothing", corner_lover(17)):
        file = tmp_path / "weights.bin"
        file.write_bytes(content)
        with pytest.raises(InvalidOption) as refusal:
            first_move(f"network:{file},nodes=12")
        assert refusal.value.code == "bad_weights"


def test_an_entrant_is_known_by_its_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("weights.bin")
    file.write_bytes(corner_lover())
    (before,) = read_entrants(["new=network:weights.bin,nodes=5"])
    assert before.spec == f"network:{tmp_path / file},nodes=5"
    file.write_bytes(corner_lover() + b" ")
    (after,) = read_entrants(["new=network:weights.bin,nodes=5"])
    assert before.digest != after.digest


def test_three_seats_are_searched_by_a_tree_of_as_many_iterations() -> None:
    game = load("pyramids")
    player = read_network_spec("network:hand,nodes=40").make_player(game)
    for seats in (2, 3):
        outlook = game.search_position(game.new(1, seats))
        found = player.search.search(outlook, player.limits)
        assert isinstance(found, SearchResult)
        assert found.nodes == 40
        # The same search as that of self-play, which labels the positions.
        searcher = (
            Searcher(lambda: game.evaluator(trained=False), 1)
            if seats == 2
            else MctsSearch(lambda: game.evaluator(trained=False), evaluate_leaves=True)
        )
        assert searcher.search(outlook, player.limits).lines == found.lines
