"""Players written as text: what is read, what is refused, and who comes to play."""

from __future__ import annotations

import pytest

from ludarium.agents.fixed_limit_player import FixedLimitPlayer
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.move_chooser import FirstPlayer, RandomPlayer
from ludarium.agents.player_spec import PLAYER_SETTINGS, PlayerSpec, public_label, read_player_spec
from ludarium.core.errors import InvalidOption
from ludarium.core.position import ONGOING
from ludarium.core.registry import load
from ludarium.search.limits import Limits
from ludarium.search.maxn import MaxnSearch
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.parameters import SEARCH_PARAMETERS, read_parameters
from ludarium.search.searcher import Searcher


def test_a_name_alone_is_a_level() -> None:
    assert read_player_spec("hard") == PlayerSpec("hard", {})
    player = read_player_spec("hard").make_player(load("forge"), 7)
    assert isinstance(player, LevelPlayer)
    assert (player.nodes, player.seed, player.level.kind) == (0, 7, "search")


def test_nodes_take_the_place_of_a_levels_time() -> None:
    player = read_player_spec("hard:nodes=5000").make_player(load("forge"))
    assert isinstance(player, LevelPlayer)
    assert player.nodes == 5000


@pytest.mark.parametrize(
    ("written", "search", "limits"),
    [
        ("paranoid:nodes=30", Searcher, Limits(nodes=30)),
        ("maxn:seconds=0.5,width=4", MaxnSearch, Limits(seconds=0.5)),
        ("mcts:iterations=20", MctsSearch, Limits(nodes=20)),
        ("judged:iterations=20,seconds=0.5", MctsSearch, Limits(nodes=20, seconds=0.5)),
    ],
)
def test_every_search_can_be_named(written: str, search: type, limits: Limits) -> None:
    player = read_player_spec(written).make_player(load("forge"))
    assert isinstance(player, FixedLimitPlayer)
    assert isinstance(player.search, search)
    assert player.limits == limits
    if isinstance(player.search, MctsSearch):
        assert player.search.evaluate_leaves == written.startswith("judged")
    if isinstance(player.search, MaxnSearch):
        assert player.search.width == 4


def test_the_text_of_a_player_is_read_as_the_same_player() -> None:
    assert str(read_player_spec("maxn:width=4,nodes=2000000")) == "maxn:nodes=2000000,width=4"
    for written in ("easy", "judged:iterations=20,seconds=0.125", "hard:nodes=123456789"):
        assert str(read_player_spec(written)) == written
        assert read_player_spec(str(read_player_spec(written))) == read_player_spec(written)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "unknown_player"),
        ("ghost", "unknown_player"),
        ("ghost:nodes=1", "unknown_player"),
        ("hard:", "unknown_setting"),
        ("hard:seconds=1", "unknown_setting"),
        ("mcts:nodes=1", "unknown_setting"),
        ("hard:nodes", "wrong_setting"),
        ("hard:nodes=many", "wrong_setting"),
        ("hard:nodes=0", "wrong_setting"),
        ("hard:nodes=-5", "wrong_setting"),
        ("hard:nodes=1.5", "wrong_setting"),
        ("mcts:seconds=nan", "wrong_setting"),
        ("mcts:seconds=inf", "wrong_setting"),
        ("hard:nodes=1,nodes=2", "wrong_setting"),
        ("search:futility_margin=0", "wrong_setting"),
        ("search:late_move_count=2.5", "wrong_setting"),
        ("hard:futility_margin=90", "unknown_setting"),
        ("mcts", "wrong_setting"),
        ("maxn:width=3", "wrong_setting"),
    ],
)
def test_what_names_nobody_is_refused(written: str, code: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        read_player_spec(written)
    assert refusal.value.code == code


def test_a_search_takes_the_parameters_that_tuning_knows() -> None:
    game = load("skysummit")
    usual = read_parameters(game.evaluator())
    for name, (least, most) in SEARCH_PARAMETERS.items():
        value = least if usual[name] != least else most
        player = read_player_spec(f"search:nodes=9,{name}={value}").make_player(game)
        assert isinstance(player, FixedLimitPlayer)
        assert isinstance(player.search, Searcher)
        found = read_parameters(player.search.searches[0].evaluator)
        assert found == usual | {name: value}


def test_a_judged_tree_takes_the_temperature_of_its_priors() -> None:
    game = load("pyramids")
    for written, temperature in (
        ("", game.evaluator().prior_temperature),
        (",prior_temperature=70", 70),
    ):
        player = read_player_spec(f"judged:iterations=9{written}").make_player(game)
        assert isinstance(player, FixedLimitPlayer)
        assert isinstance(player.search, MctsSearch)
        assert player.search.evaluator is not None
        assert player.search.evaluator.prior_temperature == temperature
    with pytest.raises(InvalidOption):
        read_player_spec("judged:iterations=9,prior_temperature=0")


def test_the_refusal_says_who_is_known() -> None:
    with pytest.raises(InvalidOption) as refusal:
        read_player_spec("ghost")
    assert all(name in refusal.value.message for name in PLAYER_SETTINGS)


def test_a_searcher_plays_its_turn_as_planned_and_thinks_once() -> None:
    """Of Pyramids, where a turn is many moves."""
    game = load("pyramids")
    player = read_player_spec("mcts:iterations=2").make_player(game, 3)
    assert isinstance(player, FixedLimitPlayer)
    asked = []
    think = player.search.search

    class Counting:
        def search(self, position, limits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            asked.append(position.key())
            return think(position, limits)

        def forget(self) -> None:
            pass

    player.search = Counting()
    position = game.new(3, 2)
    moves = 0
    while position.verdict == ONGOING and position.to_move == 0 and moves < 60:
        move = player.choose_move(position)
        assert move in game.moves(position)
        game.advance(position, move)
        moves += 1
    assert position.to_move == 1
    assert len(asked) == 1
    assert not player.plan


@pytest.mark.parametrize(
    ("written", "kind"), [("random", RandomPlayer), ("first", FirstPlayer), ("hard", LevelPlayer)]
)
def test_the_simple_players_are_who_they_seem(written: str, kind: type) -> None:
    assert isinstance(read_player_spec(written).make_player(load("forge")), kind)


def test_a_label_tells_everything_but_a_token() -> None:
    assert public_label("ws://user:word@host:80/bot?token=secret") == "ws://host:80/bot"
    assert public_label("wss://host/bot?token=secret") == "wss://host/bot"
    assert public_label("search:nodes=5") == "search:nodes=5"
