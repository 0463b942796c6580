"""Private means private: who may look on, what a stranger is told, and how often one may guess."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Created
from ludarium.server.runtime.settings import Settings
from tests.server import serving
from tests.server.house import Guest, House
from tests.server.serving import ask, running

NOWHERE = "CCCCC"  # a code that no room of these tests has
JSON = {"Content_Type": "application/json"}


def test_a_private_game_has_no_spectators_unless_the_host_allows_them() -> None:
    house = House()
    code, ann, _ = house.online()
    cid = house.come("Cid")
    assert house.refused(cid, m.Enter, room=code) == "no_such_room"
    house.do(ann, m.Share, room=code, public=False, spectators=True)
    house.do_enter(cid, code)


def test_a_host_may_allow_spectators_in_a_private_game_from_the_start() -> None:
    house = House()
    code, _, _ = house.online(spectators=True)
    house.do_enter(house.come("Cid"), code)


def test_a_public_game_is_open_to_spectators_unless_the_host_forbids_them() -> None:
    house = House()
    code, _, _ = house.online(public=True)
    house.do_enter(house.come("Cid"), code)
    other, *_ = house.online(public=True, spectators=False)
    assert house.refused(house.come("Dan"), m.Enter, room=other) == "no_such_room"


def test_a_stored_room_of_before_keeps_its_spectators() -> None:
    """Facts used to leave `spectators` out where it was true."""
    house = House()
    code, _, _ = house.online(spectators=True)
    event = json.loads(house.stored[code][0])
    assert event["fact"]["setup"].pop("spectators") is True
    house.stored[code][0] = json.dumps(event).encode()
    house.restart()
    house.do_enter(house.come("Cid"), code)


@pytest.mark.parametrize("public", [False, True])
def test_a_new_fact_says_whether_there_are_spectators(public: bool) -> None:
    house = House()
    code, _, _ = house.online(public=public)
    assert json.loads(house.stored[code][0])["fact"]["setup"]["spectators"] is public
    created = house.facts(code)[0]
    assert isinstance(created, Created)
    assert house.room(code).state.setup.spectators is public


def test_an_open_seat_of_a_private_room_is_reached_by_its_code() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "forge", "host", "open")
    house.do_enter(bob, code)
    house.do(bob, m.Sit, room=code, seat=1)


def test_a_seat_for_a_program_lets_no_people_in() -> None:
    house = House()
    ann, bob, bot = house.come("Ann"), house.come("Bob"), house.come("Bot", kind="program")
    code = house.host(ann, "forge", "host", "agent")
    assert house.refused(bob, m.Enter, room=code) == "no_such_room"
    house.do_enter(bot, code)
    house.do(bot, m.Sit, room=code, seat=1)


def test_visitors_of_a_private_room_are_told_to_go_when_the_last_seat_is_taken() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "forge", "host", "open")
    for guest in (bob, cid):
        house.do_enter(guest, code)
    house.do(bob, m.Sit, room=code, seat=1)
    told = cid.last(m.Dismissed)
    assert (told.room, told.code) == (code, "no_spectators")
    assert told.message == "The game has begun, and it is not open to spectators."
    assert house.refused(cid, m.Enter, room=code) == "no_such_room"


def test_one_who_is_out_of_a_private_game_of_three_may_still_look_on() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "pyramids", "host", "open", "open")
    for seat, guest in enumerate((bob, cid), 1):
        house.do_enter(guest, code)
        house.do(guest, m.Sit, room=code, seat=seat)
    house.do(bob, m.Resign, room=code)
    house.go(bob)
    house.do_enter(house.come("Bob"), code)
    house.restart()
    house.do_enter(house.come("Bob"), code)


def told(house: House, guest: Guest, kind: Any, room: str) -> Any:
    """What a message about a room is answered with."""
    fields: dict[Any, dict[str, Any]] = {
        m.Sit: {"seat": 0},
        m.Play: {"ply": 0, "notation": "a1-a2"},
        m.Offer: {"kind": "draw"},
        m.Answer: {"offer": 1, "accept": True},
        m.Claim: {"seat": 1, "want": "win"},
        m.Share: {"public": True, "spectators": True},
        m.Say: {"text": "hello"},
    }
    answer = house.ask(guest, kind, id="same", room=room, **fields.get(kind, {}))
    return msgspec.structs.replace(answer, room="")


@pytest.mark.parametrize("kind", [kind for kind in m.RoomMessage.__args__ if kind is not m.Exit])
@pytest.mark.parametrize("seats", [("host", "host"), ("host", "easy"), ("host", "open")])
def test_a_stranger_is_told_the_same_of_a_private_room_and_of_none(
    kind: Any, seats: tuple[str, ...]
) -> None:
    house = House()
    ann, eve = house.come("Ann"), house.come("Eve")
    code = house.host(ann, "forge", *seats)
    if "open" in seats:
        bob = house.come("Bob")
        house.do_enter(bob, code)
        house.do(bob, m.Sit, room=code, seat=1)
    before = len(house.facts(code))
    found = told(house, eve, kind, code)
    assert found == told(house, eve, kind, NOWHERE)
    assert found.code == "no_such_room"
    assert len(house.facts(code)) == before


@pytest.mark.parametrize("seats", [("host", "host"), ("host", "open")])
def test_to_exit_is_done_wherever_one_is_not(seats: tuple[str, ...]) -> None:
    house = House()
    ann, eve = house.come("Ann"), house.come("Eve")
    code = house.host(ann, "forge", *seats)
    assert told(house, eve, m.Exit, code) == told(house, eve, m.Exit, NOWHERE)
    assert isinstance(told(house, eve, m.Exit, code), m.Done)


def test_one_who_left_a_private_room_still_learns_that_it_was_done() -> None:
    house = House()
    code, _, bob = house.online()
    house.do(bob, m.Resign, room=code)
    done = house.do(bob, m.Leave, id="bye", room=code)
    assert house.do(bob, m.Leave, id="bye", room=code) == done


def test_a_private_room_is_in_no_list_whoever_is_in_it() -> None:
    house = House()
    code, *_ = house.online(spectators=True)
    cid = house.come("Cid")
    house.do_enter(cid, code)
    local = house.host(cid, "forge", "host", "easy")
    house.do(cid, m.Follow, list="lobby")
    house.do(cid, m.Follow, list="presence")
    house.wait(2.0)
    lists = [one for one in cid.told if isinstance(one, m.LobbyChange | m.PresenceChange)]
    written = msgspec.json.encode(lists).decode()
    assert code not in written
    assert local not in written
    assert "forge" not in written


def test_a_room_that_becomes_private_leaves_the_lists() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    house.wait(2.0)
    assert code in house.site.lobby.listing.items
    house.do(ann, m.Share, room=code, public=False, spectators=False)
    house.wait(2.0)
    assert house.site.lobby.listing.items == {}
    people = house.site.presence.listing.items.values()
    assert {(person.room, person.game) for person in people} == {("", "")}


# Over the network.


def settings(tmp_path: Path, **more: Any) -> Settings:
    """Of a server where ten guesses in a long time are the limit."""
    limits: dict[str, Any] = {"workers": 1, "guesses": 10, "guess_window": 3600.0}
    limits |= {"questions": 10_000, **more}
    return Settings(database=str(tmp_path / "ludarium.db"), **limits)


@pytest.mark.parametrize("what", ["record", "replay"])
def test_a_request_is_told_the_same_of_a_private_room_and_of_none(
    tmp_path: Path, what: str
) -> None:
    with running(settings(tmp_path)) as port, serving.Guest(port) as ada:
        for seats in (("host", "host"), ("host", "easy"), ("host", "open")):
            room = ada.create("forge", *seats)
            missing = ask(port, f"/api/rooms/{NOWHERE}/{what}")
            private = ask(port, f"/api/rooms/{room}/{what}")
            assert private[:2] == missing[:2]
            assert private[0] == 404
            assert set(private[2]) == set(missing[2])
        room = ada.create("forge", "host", "host")
        assert ask(port, f"/api/rooms/{room}/{what}", Cookie=ada.cookie)[0] == 200


def guess_by_request(port: int, room: str) -> str:
    status, told, _ = ask(port, f"/api/rooms/{room}/record")
    return "found" if status == 200 else str(told["code"])


def guess_by_replay(port: int, room: str) -> str:
    status, told, _ = ask(port, f"/api/rooms/{room}/replay")
    return "found" if status == 200 else str(told["code"])


def guess_by_entering(port: int, room: str) -> str:
    with serving.Guest(port) as eve:
        return str(eve.enter(room).get("code", "found"))


def guess_by_sitting(port: int, room: str) -> str:
    with serving.Guest(port) as eve:
        return str(eve.ask("sit", room=room, seat=1).get("code", "found"))


WAYS = (guess_by_request, guess_by_replay, guess_by_entering, guess_by_sitting)


@pytest.mark.parametrize("first", WAYS)
def test_guesses_are_limited_by_address_on_every_path(tmp_path: Path, first: Any) -> None:
    with running(settings(tmp_path)) as port, serving.Guest(port) as ada:
        invited = ada.create("forge", "host", "open")
        watched = ada.create("forge", "host", "open", spectators=True)
        for _ in range(10):
            assert first(port, NOWHERE) in {"no_such_room", "not_found"}
        for way in WAYS:
            # Also of rooms that are there: the limit must not tell which are.
            for room in (NOWHERE, invited, watched):
                assert way(port, room) == "too_often"


def test_agents_guess_under_the_same_limit(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as port, serving.Guest(port) as ada:
        room = ada.create("forge", "host", "agent")
        full = ada.create("forge", "host", "host")
        body = json.dumps({"name": "Deep Sand"}).encode()
        token = ask(port, "/api/tokens", body, Cookie=ada.cookie, **JSON)[1]["token"]
        for code in (NOWHERE, full) * 5:
            assert called(port, token, code) == 4003
        assert called(port, token, room) == 4003
        assert ask(port, f"/api/rooms/{NOWHERE}/record")[0] == 429


def called(port: int, token: str, room: str) -> int:
    """What the call of an agent is closed with."""
    address = f"ws://127.0.0.1:{port}/agent?room={room}"
    headers = {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=headers, proxy=None) as agent:
        try:
            while True:
                agent.recv(timeout=serving.PATIENCE)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006


def test_players_and_visitors_of_public_rooms_get_in_when_others_guessed_too_much(
    tmp_path: Path,
) -> None:
    with (
        running(settings(tmp_path)) as port,
        serving.Guest(port) as ada,
        serving.Guest(port) as ben,
    ):
        room = ada.create("forge", "host", "open")
        public = ada.create("forge", "host", "host", public=True)
        ben.enter(room)
        assert ben.ask("sit", room=room, seat=1)["type"] == "done"
        for _ in range(11):
            guess_by_request(port, NOWHERE)
        ben.come()
        assert ben.enter(room)["type"] == "snapshot"
        assert ask(port, f"/api/rooms/{room}/record", Cookie=ben.cookie)[0] == 200
        assert guess_by_entering(port, public) == "found"
        assert guess_by_request(port, public) == "found"
        assert guess_by_entering(port, room) == "too_often"


def test_whoever_has_the_right_code_spends_no_guess(tmp_path: Path) -> None:
    with running(settings(tmp_path, guesses=1)) as port, serving.Guest(port) as ada:
        room = ada.create("forge", "host", "open")
        for _ in range(5):
            assert guess_by_entering(port, room) == "found"


def test_to_exit_from_a_room_that_closed_is_no_guess(tmp_path: Path) -> None:
    with running(settings(tmp_path, guesses=1)) as port, serving.Guest(port) as ada:
        for _ in range(3):
            assert ada.ask("exit", room=NOWHERE)["type"] == "done"
        assert guess_by_request(port, NOWHERE) == "not_found"


def test_a_private_game_is_in_no_list_of_results(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as port, serving.Guest(port) as ada:
        room = ada.create("forge", "host", "open")
        with serving.Guest(port) as ben:
            ben.enter(room)
            ben.ask("sit", room=room, seat=1)
            for guest in (ada, ben):
                guest.ask("play", **serving.move_of(guest.turn(room)))
            ada.ask("resign", room=room)
            ben.fact("ended")
        assert ask(port, "/api/results")[1] == []
        assert ask(port, f"/api/results?player={ada.welcome['member']}")[1] == []
        assert ask(port, f"/api/rooms/{room}/replay")[0] == 404
