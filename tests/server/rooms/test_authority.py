"""Who may do what: every message of a client times everybody who might send it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.room_setup import Place, Setup
from ludarium.server.runtime.settings import Settings
from tests.server import serving
from tests.server.house import Guest, House
from tests.server.serving import running

# Ann opened the room and left it: Bob hosts now and sits in seat 0, where he is to move. Cid has
# seat 1, Dan looks on, Eve is somewhere else, and a program has entered to look for a seat.
ROLES = ("mover", "other", "watcher", "stranger", "former host", "program")
# In another room Ann has stayed, and hosts without a seat; Fay has just come, without a cookie.
HOST = {
    **dict.fromkeys(("enter", "exit", "leave", "share", "say", "ping"), ""),
    **dict.fromkeys(("create", "follow", "unfollow", "post", "rename"), ""),
    **dict.fromkeys(
        ("play", "hint", "undo", "resign", "abort", "offer", "restart", "answer"), "not_seated"
    ),
    "claim": "not_seated",
    "sit": "already_begun",
}
OK = ""
MATRIX: dict[str, tuple[str, ...]] = {
    "enter": (OK, OK, OK, OK, OK, OK),
    "exit": (OK, OK, OK, OK, OK, OK),
    "sit": ("already_begun",) * 3 + ("not_in_room", "not_in_room", "already_begun"),
    "leave": (OK, OK, OK, "not_in_room", "not_in_room", OK),
    "play": (OK, "not_your_turn", "not_seated", "not_in_room", "not_in_room", "not_seated"),
    "hint": ("no_hints", "no_hints", "not_seated", "not_in_room", "not_in_room", "program"),
    "undo": ("ask_first", "ask_first", "not_seated", "not_in_room", "not_in_room", "program"),
    "resign": (OK, OK, "not_seated", "not_in_room", "not_in_room", "not_seated"),
    "abort": ("too_late", "too_late", "not_seated", "not_in_room", "not_in_room", "program"),
    "offer": (OK, OK, "not_seated", "not_in_room", "not_in_room", "program"),
    "restart": ("ask_first", "ask_first", "not_seated", "not_in_room", "not_in_room", "program"),
    "answer": ("no_such_offer",) * 2 + ("not_seated", "not_in_room", "not_in_room", "program"),
    "claim": ("not_away", "no_such_seat", "not_seated", "not_in_room", "not_in_room", "program"),
    "share": (OK, "not_host", "not_host", "not_in_room", "not_in_room", "program"),
    "say": (OK, OK, OK, "not_in_room", "not_in_room", "program"),
    "create": (OK, OK, OK, OK, OK, "program"),
    "follow": (OK, OK, OK, OK, OK, "program"),
    "unfollow": (OK, OK, OK, OK, OK, "program"),
    "post": (OK, OK, OK, OK, OK, "program"),
    "rename": (OK, OK, OK, OK, OK, "program"),
    "ping": (OK, OK, OK, OK, OK, OK),
}
PRIVATE = {"enter": ("", "", *["no_such_room"] * 4)}


def opened(spectators: bool = True, stays: bool = False) -> tuple[House, str, dict[str, Guest]]:
    """The room, after two moves; Ann `stays` or leaves it to Bob."""
    house = House()
    names = ("Ann", "Bob", "Cid", "Dan", "Eve")
    ann, bob, cid, dan, eve = (house.come(name) for name in names)
    bot = house.come("Bot", kind="program")
    code = house.host(ann, "caldera", "open", "open", spectators=spectators)
    house.do_enter(bob, code)
    house.do(bob, m.Sit, room=code, seat=0)
    if not stays:
        house.do(ann, m.Leave, room=code)
    house.do_enter(cid, code)
    if spectators:
        house.do_enter(dan, code)
        house.do_enter(bot, code)
    house.do(cid, m.Sit, room=code, seat=1)
    house.play(bob, code)
    house.play(cid, code)
    return house, code, dict(zip(ROLES, (bob, cid, dan, eve, ann, bot), strict=True))


def message(house: House, code: str, kind: Any) -> dict[str, Any]:
    """What a message says, such that only who sends it decides."""
    fields: dict[Any, dict[str, Any]] = {
        m.Sit: {"seat": 0},
        m.Offer: {"kind": "draw"},
        m.Answer: {"offer": 1, "accept": True},
        m.Claim: {"seat": 1, "want": "win"},
        m.Share: {"public": True, "spectators": True},
        m.Say: {"text": "hello"},
        m.Create: {"setup": Setup("forge", (Place("host"), Place("open")))},
        m.Follow: {"list": "lobby"},
        m.Unfollow: {"list": "lobby"},
        m.Post: {"text": "hello"},
        m.Rename: {"name": "Zoe"},
    }
    found = fields.get(kind, {})
    if kind is m.Play:
        table = house.room(code).state.current()
        found = {"ply": table.ply, "move": table.choices()[0].move}
    return {"room": code, **found} if "room" in kind.__struct_fields__ else found


def answered(house: House, code: str, guest: Guest, kind: Any) -> str:
    """The code of a refusal, or nothing."""
    answer = house.ask(guest, kind, **message(house, code, kind))
    return answer.code if isinstance(answer, m.Refusal) else OK


KINDS: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in m.ClientMessage.__args__}


def test_the_matrix_knows_every_message() -> None:
    assert set(MATRIX) == set(KINDS)


@pytest.mark.parametrize("tag", MATRIX)
@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_do_what_is_theirs_and_nothing_else(tag: str, role: str) -> None:
    house, code, guests = opened()
    wanted = MATRIX[tag][ROLES.index(role)].replace("program", "not_for_programs")
    before = len(house.facts(code))
    assert answered(house, code, guests[role], KINDS[tag]) == wanted
    if wanted:
        assert len(house.facts(code)) == before


@pytest.mark.parametrize("role", ROLES)
def test_a_room_without_spectators_lets_in_its_players_only(role: str) -> None:
    house, code, guests = opened(spectators=False)
    wanted = PRIVATE["enter"][ROLES.index(role)]
    assert answered(house, code, guests[role], m.Enter) == wanted


@pytest.mark.parametrize("tag", MATRIX)
def test_a_host_without_a_seat_may_share_and_look_on(tag: str) -> None:
    house, code, guests = opened(stays=True)
    assert answered(house, code, guests["former host"], KINDS[tag]) == HOST[tag]


def test_one_without_a_cookie_or_with_a_forged_one_is_a_stranger(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "ludarium.db"), workers=1, messages=1000)
    house, _, _ = opened()
    with running(settings) as port, serving.Guest(port) as ada:
        code = ada.create("forge", "host", "host", public=True)
        assert ada.ask("play", **serving.move_of(ada.turn()))["type"] == "done"
        played = {"room": code, "ply": 1, "move": {"action": "pass"}}
        forged = ada.cookie[:-4] + "0000"
        for cookie in ("", forged, "ludarium=", f"ludarium={ada.welcome['member']}"):
            with serving.Guest(port, cookie) as fay:
                assert fay.welcome["member"] != ada.welcome["member"]
                for tag in [tag for tag in MATRIX if tag not in {"enter", "create", "ping"}]:
                    fields = played if tag == "play" else message(house, code, KINDS[tag])
                    answer = fay.ask(tag, **fields)
                    wanted = MATRIX[tag][ROLES.index("stranger")]
                    assert answer.get("code", "") == wanted, tag
