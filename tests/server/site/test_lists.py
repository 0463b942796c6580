"""The lobby, presence, the message board, chat, and the words in them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Moved, Said, Withheld
from ludarium.server.protocol.user_text import MAX_LINE_CHARS, clean_text
from ludarium.server.site import room_codes
from ludarium.server.site.versioned_list import CHANGES_KEPT_COUNT, VersionedList
from ludarium.server.site.wakeups import Wakeups
from tests.server.house import Guest, House


def test_the_lobby_lists_metadata_and_never_how_a_game_stands() -> None:
    house = House()
    code, ann, bob = house.online(public=True)
    house.do(bob, m.Follow, list="lobby")
    house.wait(1.0)
    entry = bob.last(m.LobbyChange).put[0]
    assert (entry.room, entry.phase, entry.host, entry.clock) == (code, "playing", "Ann", "none")
    told = len(bob.told)
    house.play(ann, code)
    house.wait(5.0)
    assert not any(isinstance(one, m.LobbyChange) for one in bob.told[told:])
    assert not {"view", "scene", "state", "moves"} & set(type(entry).__struct_fields__)


def test_a_private_room_is_in_no_list() -> None:
    house = House()
    _, ann, bob = house.online()
    house.do(bob, m.Follow, list="lobby")
    house.do(bob, m.Follow, list="presence")
    house.wait(2.0)
    assert house.site.lobby.listing.items == {}
    person = house.site.presence.listing.items[ann.member.id]
    assert (person.doing, person.room, person.game) == ("playing", "", "")


def test_presence_tells_who_is_here_what_they_do_and_where_to_watch() -> None:
    house = House()
    code, _, _ = house.online(public=True)
    cid = house.come("Cid")
    house.do_enter(cid, code)
    house.wait(1.0)
    house.do(cid, m.Follow, list="presence")
    told = cid.last(m.PresenceChange)
    assert told.online == 3
    assert {(person.name, person.doing, person.room) for person in told.put} == {
        ("Ann", "playing", code),
        ("Bob", "playing", code),
        ("Cid", "watching", code),
    }


def test_two_tabs_are_one_person() -> None:
    house = House()
    ann, again = house.come("Ann"), house.come("Ann", "ann-2")
    house.do(ann, m.Follow, list="presence")
    house.go(again)
    house.wait(2.0)
    assert house.site.presence.listing.items["ann"].name == "Ann"
    assert ann.last(m.PresenceChange).online == 1


def test_the_number_of_watchers_is_told_now_and_then() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    for name in ("Cid", "Dan", "Eve"):
        house.do_enter(house.come(name), code)
    house.wait(1.0)
    assert [one.watchers for one in ann.told if isinstance(one, m.Watching)] == [3]
    house.wait(1.0)
    assert house.site.lobby.listing.items[code].watchers == 3


def test_a_small_picture_in_a_list_is_no_watcher() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    cid, other_tab = house.come("Cid"), house.come("Cid", "cid-2")

    def count_after(tab: Guest, kind: type, **fields: object) -> tuple[int, str]:
        house.ask(tab, kind, room=code, **fields)
        house.wait(2.0)
        person = house.site.presence.listing.items[cid.member.id]
        return house.site.lobby.listing.items[code].watchers, person.doing

    assert count_after(cid, m.Enter, preview=True) == (0, "idle")
    assert not any(isinstance(one, m.Watching) for one in ann.told)
    assert cid.last(m.Snapshot).watchers == 0
    # The picture follows the game all the same.
    house.play(ann, code)
    assert isinstance(cid.last(m.Happened).fact, Moved)
    # The page of the room makes a watcher, in another tab or in the same one.
    assert count_after(other_tab, m.Enter) == (1, "watching")
    assert count_after(other_tab, m.Exit) == (0, "idle")
    assert count_after(cid, m.Enter) == (1, "watching")
    assert count_after(cid, m.Enter, preview=True) == (0, "idle")
    assert count_after(cid, m.Exit) == (0, "idle")


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([None, 1, 2]), st.booleans())))
def test_changes_add_up_to_the_list_from_wherever_one_starts(
    steps: list[tuple[str, int | None, bool]],
) -> None:
    listing: VersionedList[tuple[str, int]] = VersionedList()
    seen: dict[int, dict[str, tuple[str, int]]] = {0: {}}
    for key, value, flush in steps:
        listing.set_item(key, None if value is None else (key, value))
        if flush and listing.flush():
            seen[listing.number] = dict(listing.items)
    listing.flush()
    for number, known in seen.items():
        here = dict(known)
        for change in listing.since(number):
            here = {} if change.whole else here
            here.update({item[0]: item for item in change.put})
            for key in change.gone:
                del here[key]
        assert here == listing.items


def test_one_who_missed_too_much_gets_the_whole_list() -> None:
    listing: VersionedList[int] = VersionedList()
    for number in range(CHANGES_KEPT_COUNT + 2):
        listing.set_item("a", number)
        listing.flush()
    assert [change.whole for change in listing.since(1)] == [True]
    assert [change.whole for change in listing.since(2)] == [False] * CHANGES_KEPT_COUNT
    assert [change.whole for change in listing.since(99)] == [True]


def test_the_message_board_keeps_the_last_50_lines_over_a_restart() -> None:
    house = House()
    ann = house.come("Ann")
    for number in range(52):
        house.do(ann, m.Post, text=f"line {number}")
    assert house.refused(ann, m.Post, text="x" * 281) == "too_long"
    house.restart()
    bob = house.come("Bob")
    house.do(bob, m.Follow, list="notices")
    notices = bob.last(m.NoticeChange).put
    assert [notice.text for notice in notices] == [f"line {number}" for number in range(2, 52)]


def test_what_watchers_say_is_kept_from_the_players_until_the_game_is_over() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    cid, dan = house.come("Cid"), house.come("Dan")
    for guest in (cid, dan):
        house.do_enter(guest, code)
    house.do(cid, m.Say, room=code, text="take the corner")
    house.do(ann, m.Say, room=code, text="good luck")
    assert [one.fact.text for one in dan.told if isinstance(getattr(one, "fact", 0), Said)] == [
        "take the corner",
        "good luck",
    ]
    assert [type(one.fact) for one in ann.told if isinstance(one, m.Happened)][-2:] == [
        Withheld,
        Said,
    ]
    assert "corner" not in str(house.ask(ann, m.Enter, room=code))
    house.do(ann, m.Resign, room=code)
    assert "corner" in str(house.ask(ann, m.Enter, room=code))


def test_a_new_name_is_stored_and_told() -> None:
    house = House()
    ann = house.come("Ann")
    batch = house.site.handle(ann.member, m.Rename(id="r", name="  Anna \n Bell "), house.now)
    assert batch[0].message == m.Named("ann", "Anna Bell")
    assert batch[0].durable
    assert house.site.presence.listing.items["ann"].name == "Anna Bell"
    assert house.refused(ann, m.Rename, name="x" * 25) == "too_long"


def test_one_member_hosts_so_many_rooms_and_no_more() -> None:
    house = House()
    ann = house.come("Ann")
    for _ in range(20):
        code = house.host(ann, "forge", "host", "open")
    setup = house.room(code).state.setup
    assert house.refused(ann, m.Create, setup=setup) == "too_many_rooms"
    house.do(ann, m.Leave, room=code)
    house.do(ann, m.Create, setup=setup)
    # Also those that are not back yet after a restart.
    rooms = house.site.rooms
    house.site.expected = {code: (room.state.host, "") for code, room in rooms.items()}
    house.site.rooms = {}
    assert house.refused(ann, m.Create, setup=setup) == "too_many_rooms"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"ruleset": "none"}, "unknown_ruleset"),
        ({"options": {"speed": 3}}, "unknown_option"),
        ({"seats": ({"kind": "host"},) * 3}, "wrong_seats"),
    ],
)
def test_a_room_that_cannot_be_is_refused(wrong: dict[str, object], code: str) -> None:
    import msgspec

    house = House()
    ann = house.come("Ann")
    setup = {"game": "forge", "seats": [{"kind": "host"}, {"kind": "open"}], **wrong}
    message = msgspec.convert({"type": "create", "id": "x", "setup": setup}, m.ClientMessage)
    answer = house.site.handle(ann.member, message, house.now)[-1].message
    assert answer.code == code


def test_codes_are_read_in_any_case_and_drawn_anew_when_taken() -> None:
    rng = Random(5)
    first = room_codes.draw_code(rng, ())
    assert room_codes.parse_code(f" {first[:2].lower()}-{first[2:]} ") == first
    assert room_codes.draw_code(Random(5), {first}) != first
    assert (
        room_codes.parse_code("ABC12")
        == room_codes.parse_code("")
        == room_codes.parse_code("CDFHJK")
        == ""
    )
    assert not set(room_codes.CODE_ALPHABET) & set("01OILAEU")


def test_a_room_is_found_by_its_code_in_any_case() -> None:
    house = House()
    code, ann, _ = house.online()
    assert isinstance(house.ask(ann, m.Enter, room=code.lower()), m.Snapshot)


@given(st.text(max_size=400))
def test_words_are_one_visible_line_or_refused(text: str) -> None:
    try:
        kept = clean_text(text, MAX_LINE_CHARS)
    except Refused:
        return
    assert 0 < len(kept) <= MAX_LINE_CHARS
    assert kept.isprintable() or "\u200d" in kept
    assert clean_text(kept, MAX_LINE_CHARS) == kept


def test_letters_under_a_tower_of_marks_and_turned_text_are_tamed() -> None:
    assert len(clean_text("z" + "\u0335" * 50, MAX_LINE_CHARS)) == 5
    assert clean_text("a\u202eb\u0000c", MAX_LINE_CHARS) == "abc"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.integers(0, 20)), max_size=30))
def test_an_alarm_rings_for_the_last_time_that_was_set(
    sets: list[tuple[str, int | None]],
) -> None:
    alarm = Wakeups()
    wanted: dict[str, int | None] = {}
    for key, time in sets:
        alarm.set_time(key, time)
        wanted[key] = time
    rung = {}
    while (now := alarm.next_time()) is not None:
        rung.update(dict.fromkeys(alarm.due(now), now))
    assert rung == {key: time for key, time in wanted.items() if time is not None}


def test_a_player_of_a_finished_game_waits_for_no_opponent() -> None:
    house = House()
    eve = house.come("Eve")
    code, ann, _ = house.online(public=True)
    house.do(ann, m.Abort, room=code)
    house.wait(1.0)
    house.do(eve, m.Follow, list="presence")
    told = eve.last(m.PresenceChange)
    assert {(person.doing, person.room) for person in told.put} == {("idle", "")}


def test_a_heartbeat_tells_how_many_members_are_online() -> None:
    house = House()
    ann = house.come("Ann")
    house.come("Bob")
    house.come("Bob", tab="bob2")
    house.ask(ann, m.Ping)
    assert ann.last(m.Pong).online == 2
    assert house.come("Cid").last(m.Welcome).online == 3
