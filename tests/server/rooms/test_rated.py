"""Rated games: which set-ups can be rated, what is refused in them, and which results count."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludarium.core.errors import InvalidOption
from ludarium.core.registry import games, registered_game
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Created, Ended
from ludarium.server.protocol.room_setup import Place, Setup, check_setup, setup_mode
from ludarium.server.storage.results import MIN_RATED_TURNS, is_rated
from tests.server.house import BLITZ, Guest, House

HOST, OPEN, AGENT = Place("host"), Place("open"), Place("agent")
EASY, HARD = Place("bot", "easy"), Place("bot", "hard")
UNRATED_RULESETS = {
    ("caldera", "eruptive"),
    ("forge", "as_written"),
    ("ludus", "original"),
    ("ludus", "legion"),
    ("ludus", "campaign"),
}


def rated(*seats: Place, game: str = "pyramids", **fields: Any) -> Setup:
    return Setup(game, seats, **{"takebacks": False, "rated": True, **fields})


@pytest.mark.parametrize(
    "setup",
    [
        rated(HOST, OPEN),
        rated(HOST, EASY),
        rated(OPEN, AGENT),
        rated(HOST, OPEN, OPEN),
        rated(HOST, OPEN, HARD),
        rated(HOST, OPEN, game="skysummit", ruleset="tournament"),
        rated(HOST, OPEN, game="skysummit", ruleset="tournament", options={"turn_limit": 50}),
    ],
    ids=range(7),
)
def test_online_games_and_games_against_one_bot_can_be_rated(setup: Setup) -> None:
    assert check_setup(setup)[0].rated


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (rated(HOST, HOST), "rated_hotseat"),
        (rated(HOST, HOST, OPEN), "rated_seats"),
        (rated(EASY, HARD), "rated_seats"),
        (rated(HOST, EASY, HARD), "rated_seats"),
        (rated(OPEN, EASY, EASY), "rated_seats"),
        (rated(HOST, OPEN, game="forge", ruleset="as_written"), "rated_ruleset"),
        (rated(HOST, OPEN, game="ludus", ruleset="original"), "rated_ruleset"),
        (rated(HOST, OPEN, game="skysummit", options={"turn_limit": 50}), "rated_options"),
        (rated(HOST, OPEN, takebacks=True), "rated_takebacks"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_a_code(setup: Setup, code: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        check_setup(setup)
    assert refusal.value.code == code
    house = House()
    assert house.refused(house.come("Ann"), m.Create, setup=setup) == code


@pytest.mark.parametrize("name", games())
def test_a_game_marks_the_rulesets_that_are_rated(name: str) -> None:
    game = registered_game(name)
    unrated = {(name, ruleset) for ruleset in game.ruleset_names()} - {
        (name, ruleset) for ruleset in game.rated_rulesets
    }
    assert unrated == {each for each in UNRATED_RULESETS if each[0] == name}
    assert set(game.rated_rulesets) <= set(game.ruleset_names())


def test_a_set_up_that_was_stored_before_is_not_rated() -> None:
    old = b'{"game":"forge","seats":[{"kind":"host"},{"kind":"open"}]}'
    assert not msgspec.json.decode(old, type=Setup).rated
    assert b"rated" not in msgspec.json.encode(Setup("forge", (HOST, OPEN)))


def test_a_stored_rated_room_comes_back_though_its_ruleset_is_rated_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    code, _, _ = house.online("forge", rated=True, takebacks=False)
    monkeypatch.setattr(registered_game("forge"), "rated_rulesets", ())
    house.restart()
    assert house.room(code).state.setup.rated


def test_the_room_and_the_lobby_say_that_a_game_is_rated() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    house.do(bob, m.Follow, list="lobby")
    code = house.host(ann, "forge", "host", "open", rated=True, takebacks=False, public=True)
    plain = house.host(ann, "forge", "host", "open", public=True)
    house.wait(1.0)
    marks = {entry.room: entry.rated for entry in bob.last(m.LobbyChange).put}
    assert marks == {code: True, plain: False}
    house.do_enter(bob, code)
    assert bob.last(m.Snapshot).setup.rated


def take_turns(house: House, code: str, *guests: Guest, turns: int = MIN_RATED_TURNS) -> None:
    """Each guest in turn plays one move, so many times."""
    for _ in range(turns):
        for guest in guests:
            house.play(guest, code)


def test_hints_undo_and_takebacks_are_refused_in_a_rated_game() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "pyramids", "host", "easy", rated=True, takebacks=False)
    assert house.refused(ann, m.Hint, room=code) == "no_hints"
    house.play(ann, code)
    assert house.room(code).state.current().is_inside_turn()
    # Not even a step of the own turn.
    assert house.refused(ann, m.Undo, room=code) == "no_takebacks"
    assert house.refused(ann, m.Offer, room=code, kind="takeback") == "no_takebacks"


def test_a_rated_result_says_so_and_how_many_turns_each_seat_took() -> None:
    house = House()
    code, ann, bob = house.online(rated=True, takebacks=False)
    take_turns(house, code, ann, bob)
    house.do(bob, m.Resign, room=code)
    (result,) = house.results
    assert (result.rated, result.turns) == (True, (2, 2))
    assert is_rated(result)


def test_steps_of_one_turn_are_one_turn() -> None:
    house = House()
    code, ann, bob = house.online("pyramids", rated=True, takebacks=False)
    house.play(ann, code)
    house.play(ann, code)
    house.do(bob, m.Resign, room=code)
    (result,) = house.results
    assert result.turns == (1, 0)
    assert not is_rated(result)


@pytest.mark.parametrize("end", ["resign", "timeout"])
def test_a_game_that_ends_before_each_seat_took_its_turns_is_not_rated(end: str) -> None:
    house = House()
    code, ann, bob = house.online(rated=True, takebacks=False, clock=BLITZ)
    take_turns(house, code, ann, bob, turns=MIN_RATED_TURNS - 1)
    house.play(ann, code)
    if end == "resign":
        house.do(bob, m.Resign, room=code)
    else:
        house.wait(100.0)
    (result,) = house.results
    assert result.reason == {"resign": "resigned"}.get(end, end)
    assert not is_rated(result)


def test_a_game_whose_players_did_not_choose_rated_is_not_rated() -> None:
    house = House()
    code, ann, bob = house.online()
    take_turns(house, code, ann, bob)
    house.do(bob, m.Resign, room=code)
    assert not is_rated(house.results[0])


def test_a_rated_game_in_which_a_bot_took_over_is_not_rated() -> None:
    house = House()
    code, ann, bob = house.online(rated=True, takebacks=False)
    take_turns(house, code, ann, bob)
    house.go(bob)
    house.wait(60.0)
    house.do(ann, m.Claim, room=code, seat=1, want="bot")
    house.do(ann, m.Resign, room=code)
    assert not any(map(is_rated, house.results))


def test_a_rematch_of_a_rated_game_is_rated() -> None:
    house = House()
    code, ann, bob = house.online(rated=True, takebacks=False)
    for first, second in ((ann, bob), (bob, ann)):
        take_turns(house, code, first, second)
        house.do(second, m.Resign, room=code)
        house.do(ann, m.Offer, room=code, kind="rematch")
        house.do(bob, m.Offer, room=code, kind="rematch")
    assert [is_rated(result) for result in house.results] == [True, True]


@pytest.mark.parametrize("how", ["leave", "stay away"])
def test_one_who_leaves_a_rated_game_against_a_bot_loses_it(how: str) -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "easy", rated=True, takebacks=False)
    for _ in range(MIN_RATED_TURNS):
        house.play(ann, code)
        house.think(code)
    if how == "leave":
        house.do(ann, m.Leave, room=code)
    else:
        house.go(ann)
        house.wait(86_400.0)
    (result,) = house.results
    assert (result.winner, result.reason) == (1, "abandoned")
    assert is_rated(result)


def test_one_who_leaves_a_casual_game_against_a_bot_has_no_result() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "easy")
    house.play(ann, code)
    house.do(ann, m.Leave, room=code)
    assert house.results == []
    assert Ended(None, "abandoned") in house.facts(code)


def test_what_is_stored_of_a_rated_room_says_so() -> None:
    house = House()
    code, _, _ = house.online(rated=True, takebacks=False)
    created = house.facts(code)[0]
    assert isinstance(created, Created)
    assert created.setup.rated
    assert setup_mode(created.setup) == "online"
