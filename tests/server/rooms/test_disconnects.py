"""Leavers, hosts who go, broadcasts, rooms that nobody is in, and coming back."""

from __future__ import annotations

import pytest

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import (
    Away,
    Closed,
    Ended,
    Hosted,
    Replaced,
    Restarted,
    Resumed,
    Returned,
    Stood,
)
from ludarium.server.rooms.room import TAIL_EVENTS
from tests.server.house import BLITZ, House


def test_a_leaver_has_a_minute_that_everybody_sees_and_then_the_win_can_be_claimed() -> None:
    house = House()
    code, ann, bob = house.online()
    house.go(bob)
    away = house.facts(code)[-1]
    assert away == Away("bob", house.now + 60)
    assert ann.last(m.Happened).fact == away
    assert house.refused(ann, m.Claim, room=code, seat=1, want="win") == "not_yet"
    house.wait(60.0)
    assert house.room(code).state.phase == "playing"
    house.do(ann, m.Claim, room=code, seat=1, want="win")
    assert house.facts(code)[-1] == Ended(0, "abandoned")


def test_how_long_a_seat_is_kept_is_a_setting_also_after_a_restart() -> None:
    house = House(grace_s=5.0)
    code, ann, bob = house.online()
    house.go(bob)
    assert house.facts(code)[-1] == Away("bob", house.now + 5)
    house.wait(5.0)
    house.do(ann, m.Claim, room=code, seat=1, want="bot", level="hard")
    house.restart()
    assert house.facts(code)[-1] == Restarted(house.now + 5)
    house.wait(5.0)
    assert house.facts(code)[-1] == Resumed()


def test_a_bot_is_seated_in_the_empty_place() -> None:
    house = House()
    code, ann, bob = house.online()
    house.play(ann, code)
    house.go(bob)
    house.wait(60.0)
    house.do(ann, m.Claim, room=code, seat=1, want="bot", level="hard")
    assert isinstance(house.facts(code)[-1], Replaced)
    assert house.thinking[code].level == "hard"
    bob = house.come("Bob")
    house.do_enter(bob, code)
    assert house.refused(bob, m.Resign, room=code) == "not_seated"
    house.do(ann, m.Resign, room=code)
    assert house.facts(code)[-1] == Ended(1, "resigned")
    assert house.results[-1].out == (1,)


def test_one_who_comes_back_in_time_plays_on() -> None:
    house = House()
    code, ann, bob = house.online()
    house.play(ann, code)
    house.go(bob)
    house.wait(59.0)
    bob = house.come("Bob")
    house.do_enter(bob, code)
    assert house.facts(code)[-1] == Returned("bob")
    house.wait(10.0)
    assert house.refused(ann, m.Claim, room=code, seat=1, want="win") == "not_away"
    house.play(bob, code)


def test_one_who_comes_back_after_the_end_is_not_away_in_the_rematch() -> None:
    house = House()
    code, ann, bob = house.online()
    house.play(ann, code)
    house.go(bob)
    house.wait(60.0)
    house.do(ann, m.Claim, room=code, seat=1, want="win")
    assert house.room(code).state.away == {}
    bob = house.come("Bob")
    house.do_enter(bob, code)
    house.do(bob, m.Offer, room=code, kind="rematch")
    house.do(ann, m.Offer, room=code, kind="rematch")
    assert house.room(code).state.phase == "playing"
    assert house.room(code).state.away == {}
    second = house.come("Ann", "ann-2")
    house.do_enter(second, code)
    assert second.last(m.Snapshot).away == {}
    assert house.refused(ann, m.Claim, room=code, seat=0, want="win") == "not_away"


def test_nobody_is_away_who_has_another_tab() -> None:
    house = House()
    code, _, bob = house.online()
    second = house.come("Bob", "bob-2")
    house.do_enter(second, code)
    house.go(bob)
    assert not any(isinstance(fact, Away) for fact in house.facts(code))
    house.do(second, m.Exit, room=code)
    assert isinstance(house.facts(code)[-1], Away)


def test_only_the_others_at_the_table_can_claim() -> None:
    house = House()
    code, ann, bob = house.online(public=True)
    cid = house.come("Cid")
    house.do_enter(cid, code)
    house.go(bob)
    house.wait(60.0)
    assert house.refused(cid, m.Claim, room=code, seat=1, want="win") == "not_seated"
    assert house.refused(ann, m.Claim, room=code, seat=0, want="win") == "no_such_seat"


def test_a_seat_is_free_again_when_its_holder_leaves_before_the_game() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "pyramids", "host", "open", "open")
    house.do_enter(bob, code)
    house.do(bob, m.Sit, room=code, seat=1)
    house.go(bob)
    house.wait(59.0)
    assert isinstance(house.facts(code)[-1], Away)
    house.wait(1.0)
    assert house.facts(code)[-1] == Stood(1)


def test_the_room_passes_to_another_when_the_host_leaves_before_the_game() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "pyramids", "host", "open", "open")
    house.do_enter(bob, code)
    house.do(bob, m.Sit, room=code, seat=1)
    house.do(ann, m.Leave, room=code)
    assert Hosted("bob", "Bob") in house.facts(code)
    house.do_enter(ann, code)
    share = {"public": True, "spectators": True}
    assert house.refused(ann, m.Share, room=code, **share) == "not_host"
    house.do(bob, m.Share, room=code, **share)


def test_a_room_without_anybody_else_closes_when_its_host_leaves() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "open", public=True)
    house.do(ann, m.Leave, room=code)
    assert house.facts(code)[-1] == Closed("left")
    assert house.refused(ann, m.Enter, room=code) == "no_such_room"
    assert house.site.lobby.listing.items == {}


def test_a_broadcast_is_watched_only_and_ends_when_its_host_leaves_for_good() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "forge", "host", "medium")
    assert house.refused(bob, m.Enter, room=code) == "no_such_room"
    label = "Learning the corners"
    house.do(ann, m.Share, room=code, public=True, spectators=True, label=label)
    house.do_enter(bob, code)
    assert bob.last(m.Snapshot).setup.label == label
    assert house.refused(bob, m.Sit, room=code, seat=1) == "already_begun"
    house.play(ann, code)
    house.go(ann)
    house.wait(59.0)
    assert house.room(code).state.phase == "playing"
    house.wait(1.0)
    assert house.facts(code)[-2:] == [Ended(None, "abandoned"), Closed("left")]
    assert bob.last(m.Happened).fact == Closed("left")


def test_a_label_has_48_characters_at_most() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "medium")
    share = {"public": True, "spectators": True}
    assert house.refused(ann, m.Share, room=code, label="x" * 49, **share) == "too_long"
    house.do(ann, m.Share, room=code, label="x" * 48, **share)


def test_watchers_are_sent_out_when_the_host_wants_to_be_alone() -> None:
    house = House()
    code, ann, _ = house.online(public=True)
    cid = house.come("Cid")
    house.do_enter(cid, code)
    house.do(ann, m.Share, room=code, public=False, spectators=False)
    assert cid.last(m.Dismissed).code == "no_spectators"
    assert house.refused(cid, m.Enter, room=code) == "no_such_room"
    house.play(ann, code)
    assert isinstance(cid.told[-1], m.Refusal)


def test_who_came_for_a_seat_and_got_none_goes_when_a_game_without_spectators_begins() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "forge", "host", "open", spectators=False)
    for guest in (bob, cid):
        house.do_enter(guest, code)
    house.do(bob, m.Sit, room=code, seat=1)
    assert cid.last(m.Dismissed).room == code
    house.play(ann, code)
    assert isinstance(cid.told[-1], m.Dismissed)


def test_a_private_game_against_the_ai_waits_for_its_player() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "medium")
    house.go(ann)
    house.wait(20 * 3600.0)
    ann = house.come("Ann")
    house.do_enter(ann, code)
    house.play(ann, code)


def test_rooms_that_nobody_is_in_are_closed_after_a_while() -> None:
    house = House()
    code, ann, bob = house.online()
    house.go(ann)
    house.go(bob)
    house.wait(3600.0)
    assert house.facts(code)[-2:] == [Ended(None, "abandoned"), Closed("idle")]
    assert house.results == []
    assert house.site.rooms == {}
    wake = house.site.next_wake()
    assert wake is None or wake > house.now


def test_one_who_comes_back_gets_the_tail_or_the_whole_room() -> None:
    house = House()
    code, ann, bob = house.online()
    known = bob.known[code]
    house.go(bob)
    for _ in range(3):
        house.do(ann, m.Say, room=code, text="are you there?")
    bob = house.come("Bob")
    bob.known[code] = known
    house.do_enter(bob, code)
    tail = bob.last(m.Tail)
    assert [event.number for event in tail.events] == list(range(known + 1, known + 6))
    for _ in range(TAIL_EVENTS):
        house.do(ann, m.Say, room=code, text="well")
    again = house.come("Bob", "bob-2")
    again.known[code] = known
    house.do_enter(again, code)
    assert isinstance(again.told[-1], m.Snapshot | m.YourTurn)
    assert not any(isinstance(one, m.Tail) for one in again.told)


@pytest.mark.parametrize("last", [10_000, 1 << 53])
def test_a_number_that_never_was_gives_the_whole_room(last: int) -> None:
    house = House()
    code, ann, _ = house.online()
    assert isinstance(house.ask(ann, m.Enter, room=code, last=last), m.Snapshot)


def test_a_room_comes_back_after_a_kill_and_its_bot_goes_on_thinking() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "caldera", "host", "medium")
    house.play(ann, code)
    house.restart()
    assert len(house.thinking[code].moves) == 1
    house.think(code)
    ann = house.come("Ann")
    house.do_enter(ann, code)
    house.play(ann, code)


def test_a_message_is_applied_once_even_across_a_kill() -> None:
    house = House()
    code, ann, _ = house.online()
    create = m.Create(id="c1", setup=house.room(code).state.setup)
    first = house.site.handle(ann.member, create, house.now)
    house.deliver(first, ann.member)
    move = ann.last(m.YourTurn).choices[0].move
    house.do(ann, m.Play, room=code, ply=0, move=move, id="p1")
    rooms = len(house.stored)
    house.restart()
    ann = house.come("Ann")
    house.do_enter(ann, code)
    before = len(house.facts(code))
    house.do(ann, m.Play, room=code, ply=0, move=move, id="p1")
    assert len(house.facts(code)) == before
    again = house.site.handle(ann.member, create, house.now)
    assert [sent.message.room for sent in again] == [first[-1].room]
    assert len(house.stored) == rooms


def test_a_message_is_answered_by_the_same_number_after_a_restart() -> None:
    house = House()
    code, ann, bob = house.online("forge", clock=BLITZ)
    house.play(ann, code)
    house.restart()
    ann = house.come("Ann")
    house.do_enter(ann, code)
    bob = house.come("Bob")
    house.do_enter(bob, code)
    resumed = m.event_decoder.decode(house.stored[code][-1])
    assert isinstance(resumed.fact, Resumed)
    # It follows from everybody's return, and is no answer to whoever came last.
    assert (resumed.by, resumed.cause) == ("", "")
    done = house.do(bob, m.Resign, id="the last", room=code)
    house.restart()
    bob = house.come("Bob")
    house.do_enter(bob, code)
    assert house.do(bob, m.Resign, id="the last", room=code).number == done.number


def test_a_broadcast_that_is_over_ends_when_its_host_is_away_for_good() -> None:
    house = House()
    ann, dan = house.come("Ann"), house.come("Dan")
    code = house.host(ann, "skysummit", "host", "host", public=True)
    house.do_enter(dan, code)
    house.do(ann, m.Abort, room=code)
    house.go(ann)
    house.wait(59.0)
    assert code in house.site.rooms
    house.wait(2)
    assert code not in house.site.rooms, "a watcher alone does not keep it"
