"""Several browsers in one room: two players and a spectator; and a broadcast hot-seat game."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.qr import read
from tests.browser.visitor import PATIENCE, Visitor
from tests.browser.wits import Mind


def next_of(hands: list[Mouse]) -> int:
    """The visitor to move; any visitor if the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for number, hand in enumerate(hands):
            sight = hand.visitor.see()
            if sight.able or sight.outcome:
                return number
        hands[0].visitor.page.wait_for_timeout(20)
    raise AssertionError("no visitor is to move")


def test_two_play_online_while_a_third_watches(visit: Callable[..., Visitor]) -> None:
    ann, bob, cy = visit(), visit(), visit()
    ann.new_game("forge", "A friend", ticks=("Allow spectators",))
    code = ann.room()
    bob.go(f"/play/{code}")
    bob.press("Sit down as Amber")
    cy.go(f"/play/{code}")
    cy.until(lambda seen: seen.phase == "playing", "the game")
    hands = [Mouse(ann, Mind(ann)), Mouse(bob, 2)]
    mover = 0
    while True:
        sight = hands[mover].move()
        if sight.outcome:
            break
        # A turn may be a move and an ember; the next request comes after the event.
        mover = next_of(hands)
    record = ann.record()
    for each in (ann, bob, cy):
        seen = each.until(lambda seen: bool(seen.outcome), "the outcome")
        assert seen.moves == len(record["moves"])
        assert not seen.able
    assert record["outcome"] == {"winner": 0, "reason": "forge_reached"}
    assert [each.see().outcome for each in (ann, bob)] == ["You won", "You lost"]


# The modules of the code, and the contrast between dark ones and the background.
CODE = """e => {
  const [, , size] = e.getAttribute('viewBox').split(' ').map(Number);
  const dark = [...e.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)h1v1h-1z/g)]
    .map(([, x, y]) => [Number(x), Number(y)]);
  const light = name => getComputedStyle(e.querySelector(name)).fill.match(/\\d+/g)
    .slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  return {size, dark, contrast: light('rect') - light('path'), width: e.clientWidth};
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_invitation_is_read_by_a_phone(visit: Callable[..., Visitor], theme: str) -> None:
    ann = visit(color_scheme=theme)
    ann.new_game("forge", "A friend")
    code = ann.room()
    picture = ann.page.get_by_role("img", name="QR code")
    found = picture.first.evaluate(CODE)
    assert found["contrast"] > 500  # of 765
    assert found["width"] >= 120  # pixels: large enough for a phone's camera at arm's length
    margin = min(x for x, _ in found["dark"])
    size = found["size"] - 2 * margin
    dark = {(y - margin, x - margin) for x, y in found["dark"]}
    matrix = [[(y, x) in dark for x in range(size)] for y in range(size)]
    assert read(matrix) == f"{ann.home}/play/{code}"
    expect(ann.page.get_by_label("Anyone with this link can join.")).to_have_value(read(matrix))


def test_a_game_with_a_friend_is_private(visit: Callable[..., Visitor]) -> None:
    ann, bob, cy = visit(), visit(), visit()
    ann.new_game("forge", "A friend")
    code = ann.room()
    cy.go(f"/play/{code}")
    cy.expect_text("Sit down as Amber")
    bob.go(f"/play/{code}")
    bob.press("Sit down as Amber")
    cy.expect_text("The game has begun, and it is not open to spectators.")
    cy.go(f"/play/{code}")
    cy.expect_text("This room does not exist")
    cy.expect_text("A private game is open to its players only.")
    ann.press("Share")
    ann.expect_text("only its players can open the link")
    ann.page.get_by_label("Allow spectators").check()
    ann.press("Save")
    cy.go(f"/play/{code}")
    cy.until(lambda seen: seen.phase == "playing", "the game")


def test_a_reserved_name_is_refused_with_a_sentence(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    ann.go("/settings")
    ann.page.get_by_label("Name").fill("Easy b\u043et")
    ann.press("Save")
    ann.expect_text("That name is reserved; choose another one.")


def test_a_spectator_cannot_move(visit: Callable[..., Visitor]) -> None:
    ann, cy = visit(), visit()
    ann.new_game("forge", "Computer", "Easy")
    code = ann.room()
    ann.until(lambda seen: seen.able, "a turn")
    ann.press("Share")
    ann.page.get_by_label("List this game in the lobby").check()
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
    ann.page.get_by_label("List this game in the lobby").check()
    ann.page.get_by_label("Label, for example the names of the players").fill(
        "Final at the kitchen table"
    )
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
