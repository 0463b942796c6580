"""Names: visible, and unlike the names of bots, other guests and the site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludarium.agents.levels import MARKS
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import bot_holder
from ludarium.server.protocol.member_names import checked_name, guest_name
from ludarium.server.protocol.room_setup import Level
from ludarium.server.protocol.user_text import MAX_LINE_CHARS, clean_text
from ludarium.server.runtime.settings import Settings
from tests.server.house import House
from tests.server.serving import ask, running

TAKEN = {
    "a level": "easy",
    "a bot": "Easy bot",
    "a bot in capitals": "EASY BOT",
    "a bot without the space": "EasyBot",
    "a bot with a dot": "Easy bot.",
    "a bot with a number": "Hard bot 2",
    "the site": "Ludarium",
    "the site in capitals": "LUDARIUM",
    "a member of the site's team": "Ludarium Team",
    "a role": "Moderator",
    "a role with dots": "a.d.m.i.n",
    "another guest": "Guest 1a2f",
    "another guest, with letters for digits": "Guest lO2f",
    "Cyrillic letters": "\u0415\u0430sy b\u043et",
    "Cyrillic letters only where they look alike": "\u0410dmin",
    "Greek letters": "M\u03bfderat\u03bfr",
    "a capital I for an l": "IudarIum",
    "a digit for a letter": "Admln",
    "a one for an l": "1udarium",
    "r and n for an m": "Ludariurn",
    "full-width letters": "\uff2c\uff55\uff44\uff41\uff52\uff49\uff55\uff4d",
    "letters of mathematics": "\U0001d5db\U0001d5ee\U0001d5ff\U0001d5f1 bot",
    "small capitals": "\u029f\u1d1c\u1d05\u1d00\u0280\u026a\u1d1c\u1d0d",
    "circled letters": "\u24b6\u24d3\u24dc\u24d8\u24dd",
    "accents": "\u00c1dm\u00edn",
    "a joiner": "Easy\u200dbot",
    "a blank in between": "Easy\u2800bot",
    "a filler in between": "Ad\u3164min",
}
FREE = (
    "Ann",
    "Easygoing",
    "Hardy",
    "Deep Sand",
    "Guest of honour",
    "Guestroom",
    "Orchard Bot",
    "Robot",
    "Bot",
    "Medium-rare",
    "Masterpiece",
    "Анна",
    "Ελένη",
    "名無し",
    "עדה",
    "👩‍💻 Ada",
    "Łukasz",
    "Sysadmin",
    "Ludo",
)
BLANKS = (
    "\u2800",
    "\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u034f",
    "\u17b4",
    "\ufe0f",
    "\u200d",
    "\u2800 \u3164",
    "\u0301",
    "\U0001d159",
    "\u00ad\u2060",
)


@pytest.mark.parametrize("name", TAKEN.values(), ids=TAKEN)
def test_a_name_that_looks_like_one_of_the_sites_is_refused(name: str) -> None:
    with pytest.raises(Refused) as error:
        checked_name(name)
    assert error.value.code == "name_reserved"


@pytest.mark.parametrize("level", [*MARKS, "1", "12", "7-bold", "hard-trader"])
def test_every_bots_name_is_its_own(level: Level) -> None:
    own = [level] if level in MARKS else []
    for name in (*own, bot_holder(level).name, bot_holder(level).name.upper()):
        with pytest.raises(Refused):
            checked_name(name)


@pytest.mark.parametrize("name", FREE)
def test_other_names_are_free_in_every_script(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize("name", BLANKS, ids=ascii)
def test_a_name_of_nothing_that_can_be_seen_is_empty(name: str) -> None:
    for text in (name, name * 3):
        with pytest.raises(Refused) as error:
            checked_name(text)
        assert error.value.code == "empty"


def test_blanks_are_taken_out_of_every_text() -> None:
    assert clean_text("a\u2800b\u3164c", MAX_LINE_CHARS) == "abc"
    assert clean_text("\u2422 and \u2801 stay", MAX_LINE_CHARS) == "\u2422 and \u2801 stay"


def test_a_guest_may_go_back_to_its_own_name() -> None:
    own = guest_name("m1a2f0000")
    assert own == "Guest 1a2f"
    assert checked_name(own, own) == own
    with pytest.raises(Refused):
        checked_name("Guest 1a2e", own)


def test_a_rename_to_a_reserved_name_changes_nothing() -> None:
    house = House()
    ann = house.come("Ann")
    assert house.refused(ann, m.Rename, name="\u0415\u0430sy bot") == "name_reserved"
    assert house.site.presence.listing.items["ann"].name == "Ann"
    house.do(ann, m.Rename, name=guest_name("ann"))


def test_a_program_cannot_have_the_name_of_a_bot(tmp_path: Path) -> None:
    with running(Settings(database=str(tmp_path / "ludarium.db"), workers=1)) as port:
        cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
        for name, code in (("M\u0430ster bot", "name_reserved"), ("\u3164", "empty")):
            body = json.dumps({"name": name}).encode()
            status, told, _ = ask(
                port, "/api/tokens", body, Cookie=cookie, Content_Type="application/json"
            )
            assert (status, told["code"]) == (422, code)
        assert ask(port, "/api/tokens", Cookie=cookie)[1] == []
