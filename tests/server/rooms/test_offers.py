"""Draws, takebacks and rematches."""

from __future__ import annotations

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import Agreed, Began, Ended, Lapsed, Offered, Undone
from tests.server.house import House


def number(house: House, code: str) -> int:
    """The number of the offer that stands."""
    return next(iter(house.room(code).state.offers.standing))


def test_a_draw_is_agreed() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(ann, m.Offer, room=code, kind="draw")
    house.do(bob, m.Answer, room=code, offer=number(house, code), accept=True)
    assert house.facts(code)[-1] == Ended(None, "draw_agreed")


def test_two_offers_of_a_draw_are_an_agreement() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(ann, m.Offer, room=code, kind="draw")
    house.do(bob, m.Offer, room=code, kind="draw")
    assert house.facts(code)[-1] == Ended(None, "draw_agreed")


def test_an_offer_expires() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(ann, m.Offer, room=code, kind="draw")
    offer = number(house, code)
    house.wait(30.0)
    assert house.facts(code)[-1] == Lapsed(offer, "expired")
    assert house.refused(bob, m.Answer, room=code, offer=offer, accept=True) == "no_such_offer"
    house.do(ann, m.Offer, room=code, kind="draw")


def test_an_offer_that_was_declined_waits_for_the_next_move() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(ann, m.Offer, room=code, kind="draw")
    house.do(bob, m.Answer, room=code, offer=number(house, code), accept=False)
    assert house.refused(ann, m.Offer, room=code, kind="draw") == "declined"
    house.play(ann, code)
    house.do(ann, m.Offer, room=code, kind="draw")


def test_an_offer_is_taken_back_by_its_maker_and_not_accepted_by_him() -> None:
    house = House()
    code, ann, _ = house.online()
    house.do(ann, m.Offer, room=code, kind="draw")
    assert house.refused(ann, m.Offer, room=code, kind="draw") == "already_offered"
    offer = number(house, code)
    assert house.refused(ann, m.Answer, room=code, offer=offer, accept=True) == "own_offer"
    house.do(ann, m.Answer, room=code, offer=offer, accept=False)
    assert house.facts(code)[-1] == Lapsed(offer, "withdrawn")


def test_a_move_ends_the_offers_of_before() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(bob, m.Offer, room=code, kind="draw")
    offer = number(house, code)
    house.play(ann, code)
    assert house.refused(ann, m.Answer, room=code, offer=offer, accept=True) == "no_such_offer"


def test_bots_do_not_agree_on_draws_but_the_screens_owner_agrees_with_himself() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "hard")
    assert house.refused(ann, m.Offer, room=code, kind="draw") == "no_draw_with_bots"
    code = house.host(ann, "forge", "host", "host")
    house.do(ann, m.Offer, room=code, kind="draw")
    assert house.facts(code)[-1] == Ended(None, "draw_agreed")


def test_a_takeback_goes_back_to_the_turn_of_the_one_who_asked() -> None:
    house = House()
    code, ann, bob = house.online()
    assert house.refused(ann, m.Offer, room=code, kind="takeback") == "nothing_to_undo"
    house.play(ann, code)
    house.play(bob, code)
    house.do(ann, m.Offer, room=code, kind="takeback")
    house.do(bob, m.Answer, room=code, offer=number(house, code), accept=True)
    assert house.facts(code)[-1] == Undone(0)
    house.play(ann, code)
    house.do(ann, m.Offer, room=code, kind="takeback")
    house.do(bob, m.Answer, room=code, offer=number(house, code), accept=True)
    assert house.room(code).state.current().ply == 0


def test_no_takeback_is_asked_for_where_the_host_wants_none() -> None:
    house = House()
    code, ann, _ = house.online(takebacks=False)
    house.play(ann, code)
    assert house.refused(ann, m.Offer, room=code, kind="takeback") == "no_takebacks"


def test_a_rematch_changes_the_seats() -> None:
    house = House()
    code, ann, bob = house.online()
    assert house.refused(ann, m.Offer, room=code, kind="rematch") == "not_finished"
    house.do(ann, m.Resign, room=code)
    house.do(bob, m.Offer, room=code, kind="rematch")
    house.do(ann, m.Answer, room=code, offer=number(house, code), accept=True)
    began = house.facts(code)[-1]
    assert isinstance(began, Began)
    assert (began.game, [holder.name for holder in began.seats]) == (2, ["Bob", "Ann"])
    house.play(bob, code)


def test_a_rematch_needs_everybody() -> None:
    house = House()
    code, ann, bob = house.online()
    house.do(ann, m.Resign, room=code)
    house.do(bob, m.Offer, room=code, kind="rematch")
    house.go(bob)
    offer = number(house, code)
    assert house.refused(ann, m.Answer, room=code, offer=offer, accept=True) == "opponent_gone"


def test_a_bot_plays_again_at_once() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "forge", "host", "easy")
    house.do(ann, m.Resign, room=code)
    house.do(ann, m.Offer, room=code, kind="rematch")
    assert house.thinking[code].seat == 0


def test_of_three_both_others_have_to_agree() -> None:
    house = House()
    ann, bob, cid = (house.come(name) for name in ("Ann", "Bob", "Cid"))
    code = house.host(ann, "pyramids", "host", "open", "open")
    for seat, guest in ((1, bob), (2, cid)):
        house.do_enter(guest, code)
        house.do(guest, m.Sit, room=code, seat=seat)
    house.do(bob, m.Offer, room=code, kind="draw")
    offer = number(house, code)
    assert isinstance(house.facts(code)[-1], Offered)
    house.do(cid, m.Answer, room=code, offer=offer, accept=True)
    assert house.facts(code)[-1] == Agreed(offer, 2)
    assert house.refused(cid, m.Answer, room=code, offer=offer, accept=True) == "already_agreed"
    house.do(ann, m.Answer, room=code, offer=offer, accept=True)
    assert house.facts(code)[-1] == Ended(None, "draw_agreed")


def test_a_game_against_a_bot_begins_again_at_another_level() -> None:
    house = House()
    ann = house.come("Ann")
    code = house.host(ann, "skysummit", "host", "medium")
    house.do(ann, m.Restart, room=code, level="easy")
    *_, ended, began = house.facts(code)
    assert ended == Ended(None, "aborted")
    assert isinstance(began, Began)
    assert [holder.level for holder in began.seats] == [None, "easy"]
    house.do(ann, m.Abort, room=code)
    house.do(ann, m.Restart, room=code)
    rematch = house.facts(code)[-1]
    assert isinstance(rematch, Began)
    assert [holder.level for holder in rematch.seats] == ["easy", None], "players change seats"


def test_a_game_with_others_or_a_rated_one_is_not_restarted() -> None:
    house = House()
    code, ann, _ = house.online()
    assert house.refused(ann, m.Restart, room=code) == "ask_first"
    bea = house.come("Bea")
    rated = house.host(bea, "skysummit", "host", "medium", rated=True, takebacks=False)
    assert house.refused(bea, m.Restart, room=rated) == "no_restart"


def test_the_host_of_two_bots_watches_them_and_lets_them_play_again() -> None:
    house = House()
    ann, bob = house.come("Ann"), house.come("Bob")
    code = house.host(ann, "skysummit", "easy", "medium", public=True)
    house.do_enter(bob, code)
    house.think(code)
    assert house.refused(bob, m.Restart, room=code) == "not_seated"
    house.do(ann, m.Restart, room=code)
    began = house.facts(code)[-1]
    assert isinstance(began, Began)
    assert [holder.level for holder in began.seats] == ["easy", "medium"]
