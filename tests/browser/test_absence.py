"""A player disconnects during a game: the countdown, the claim, a bot in the empty seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.test_layout import BUTTONS, PHONE, WIDE
from tests.browser.visitor import Visitor
from tests.browser.wits import Mind
from tests.server.serving import Process

GRACE = 3  # seconds that an absent player's seat is kept


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with a short grace period for absent players."""
    database = tmp_path_factory.mktemp("absence") / "ludarium.db"
    with Process(str(database), "--workers", "1", "--grace", str(GRACE)) as process:
        yield process


def begun(ann: Visitor, bob: Visitor) -> None:
    """Start a game of two players and make the first move."""
    ann.new_game("forge", "A friend")
    bob.go(f"/play/{ann.room()}")
    bob.press("Sit down as Amber")
    Mouse(ann, Mind(ann)).move()
    bob.until(lambda seen: seen.able, "a turn")


# Records every text of the notice, with its number of buttons: a look from here may come too late.
NOTICES = """() => {
  window.notices = [];
  new MutationObserver(() => {
    const gone = document.querySelector('.gone');
    if (gone) window.notices.push([gone.textContent, gone.querySelectorAll('button').length]);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def abandoned(ann: Visitor, bob: Visitor) -> None:
    """Bob disconnects, and Ann's page counts down to the claim."""
    ann.page.evaluate(NOTICES)
    bob.page.close()
    gone = ann.page.locator(".gone")
    expect(gone).to_contain_text("You can claim the game now.")
    expect(gone.get_by_role("button")).to_have_text(["Claim the win", "Play on against a bot"])
    text, buttons = ann.page.evaluate("notices[0]")
    assert "is disconnected. You can claim the game in" in text
    assert buttons == 0


def test_the_win_over_an_absent_player_is_claimed(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    begun(ann, bob)
    abandoned(ann, bob)
    ann.press("Claim the win")
    ann.until(lambda seen: seen.outcome == "You won", "the outcome")
    ann.expect_text("A player left the game.")
    assert ann.record()["outcome"] == {"winner": 0, "reason": "abandoned"}


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_claims_fit_the_window_and_move_nothing(
    visit: Callable[..., Visitor], viewport: dict[str, int]
) -> None:
    ann, bob = visit(viewport=viewport), visit()
    begun(ann, bob)
    before = ann.page.evaluate(BUTTONS)
    abandoned(ann, bob)
    assert ann.page.evaluate(BUTTONS) == before
    for button in ann.page.locator(".gone").get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_a_bot_takes_the_place_of_an_absent_player(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    begun(ann, bob)
    abandoned(ann, bob)
    ann.press("Play on against a bot")
    ann.expect_text("A bot now plays Amber.")
    expect(ann.page.locator(".gone")).to_have_count(0)
    seen = ann.until(lambda seen: seen.able, "the bot's move")
    assert seen.moves >= 2
    Mouse(ann, Mind(ann)).move()
    assert ann.until(lambda seen: seen.able, "the bot's next move").moves > seen.moves


def test_a_player_who_reconnects_in_time_plays_on(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    begun(ann, bob)
    code = bob.room()
    bob.page.goto("about:blank")
    expect(ann.page.locator(".gone")).to_contain_text("is disconnected")
    bob.go(f"/play/{code}")
    expect(ann.page.locator(".gone")).to_have_count(0)
    Mouse(bob, 1).move()
    ann.until(lambda seen: seen.moves >= 2, "the move")


def test_a_player_who_reconnects_after_the_end_is_not_absent_in_the_rematch(
    visit: Callable[..., Visitor],
) -> None:
    ann, bob = visit(), visit()
    begun(ann, bob)
    code = bob.room()
    bob.page.goto("about:blank")
    ann.press("Claim the win")
    ann.until(lambda seen: seen.outcome == "You won", "the outcome")
    gone = ann.page.locator(".gone")
    expect(gone).to_have_count(0)
    bob.go(f"/play/{code}")
    bob.until(lambda seen: seen.outcome == "You lost", "the outcome")
    bob.press("Rematch")
    ann.press("Accept")
    for player in (ann, bob):
        player.until(lambda seen: seen.phase == "playing" and seen.moves == 0, "the rematch")
        expect(player.page.locator(".gone")).to_have_count(0)
    # The players swap seats, and both play on.
    Mouse(bob, Mind(bob)).move()
    ann.until(lambda seen: seen.able, "a turn")
    expect(gone).to_have_count(0)
