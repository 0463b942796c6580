"""Several browsers in one room: two who play, one who looks on; and a broadcast hot-seat game."""

from __future__ import annotations

from collections.abc import Callable

from ludarium.core.registry import registered
from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor

OPTION = registered("forge").options["turn_limit"].text


def test_two_play_online_while_a_third_looks_on(visit: Callable[..., Visitor]) -> None:
    ann, bob, cy = visit(), visit(), visit()
    ann.new_game("forge", "A friend", options={OPTION: 8})
    code = ann.room()
    ann.page.get_by_role("img", name="QR code").first.wait_for()
    bob.go(f"/play/{code}")
    bob.press("Sit down as Amber")
    cy.go(f"/play/{code}")
    cy.until(lambda seen: seen.phase == "playing", "the game")
    hands = [Mouse(ann, 1), Mouse(bob, 2)]
    mover = 0
    while True:
        sight = hands[mover].move()
        if sight.outcome:
            break
        # A turn may be a move and an ember.
        if not hands[mover].visitor.see().able:
            mover = 1 - mover
            hands[mover].visitor.until(lambda seen: seen.able or bool(seen.outcome), "the turn")
    record = ann.record()
    for each in (ann, bob, cy):
        seen = each.until(lambda seen: bool(seen.outcome), "the outcome")
        assert seen.moves == len(record["moves"])
        assert not seen.able
    words = {each.see().outcome for each in (ann, bob)}
    assert words in ({"A draw"}, {"You won", "You lost"})


def test_who_looks_on_cannot_move(visit: Callable[..., Visitor]) -> None:
    ann, cy = visit(), visit()
    ann.new_game("forge", "The machine", "Easy")
    code = ann.room()
    ann.until(lambda seen: seen.able, "a turn")
    ann.press("Share")
    ann.page.get_by_label("Show this game in the lobby").check()
    ann.press("Save")
    cy.go(f"/play/{code}")
    cy.until(lambda seen: seen.phase == "playing", "the game")
    assert not cy.see().able
    own = ann.see().cells[0]
    cy.page.mouse.click(own.x, own.y)
    assert cy.see().chosen == 0


def test_a_hot_seat_game_is_broadcast_in_the_lobby(visit: Callable[..., Visitor]) -> None:
    ann, cy = visit(), visit()
    cy.go("/lobby")
    ann.new_game("skysummit", "Same screen")
    ann.until(lambda seen: seen.able, "a turn")
    ann.press("Share")
    ann.page.get_by_label("Show this game in the lobby").check()
    ann.page.get_by_label("Label, for example whose match it is").fill("Final at the kitchen table")
    ann.press("Save")
    cy.expect_text("Final at the kitchen table")
    entry = cy.page.get_by_role("listitem").filter(has_text="Final at the kitchen table")
    entry.get_by_role("link").first.click()
    cy.until(lambda seen: seen.phase == "playing", "the broadcast")
    hands = Mouse(ann, 3)
    for played in range(1, 5):
        hands.move()
        cy.until(lambda seen, played=played: seen.moves == played, "the move")  # type: ignore[misc]
    assert not cy.see().able
