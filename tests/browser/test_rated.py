"""A rated game: chosen in the form, played without hints and undo, seen on the leaderboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, choose_tile


def rated_choice(visitor: Visitor) -> Locator:
    """The checkbox of the form."""
    return visitor.page.get_by_role("checkbox", name="Rated", exact=True)


def open_form(visitor: Visitor) -> None:
    """The new-game form with all its choices."""
    visitor.go("/new/forge")
    visitor.page.locator("details.more summary").click()


def choose(visitor: Visitor, name: str) -> None:
    """Pick one of several choices."""
    choose_tile(visitor.page.get_by_role("radio", name=name))


def test_the_form_says_why_a_game_cannot_be_rated(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    open_form(ada)
    takebacks = ada.page.get_by_role("checkbox", name="Allow takebacks")
    rated_choice(ada).check()
    expect(takebacks).to_be_disabled()
    expect(takebacks).not_to_be_checked()
    for choice, why in (
        ("As written", "A game with this ruleset cannot be rated."),
        ("Same screen", "A game on one screen cannot be rated"),
    ):
        choose(ada, choice)
        expect(rated_choice(ada)).to_be_disabled()
        expect(rated_choice(ada)).to_have_accessible_description(re.compile(why))
        choose(ada, "Standard" if choice == "As written" else "Computer")
        expect(rated_choice(ada)).to_be_checked()
    assert takebacks.is_disabled()


def test_a_rated_game_is_played_without_help_and_shown_on_the_leaderboard(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit()
    open_form(ada)
    page = ada.page
    choose_tile(page.get_by_role("radio", name="Easy", exact=True))
    choose(ada, "Increment")
    rated_choice(ada).check()
    page.locator(".new-game-start button").click()
    ada.until(lambda seen: seen.able, "the first turn")
    # The clocks are stopped until the first move.
    expect(page.locator('.clock[data-running="false"]')).to_have_count(2)
    hands = Mouse(ada)
    for moves in (2, 4):
        hands.move()
        ada.until(lambda seen, least=moves: seen.able and seen.moves >= least, "the next turn")  # type: ignore[misc]
        expect(page.locator('.clock[data-running="true"]')).to_have_count(1)
        for name in ("Hint", "Undo"):
            expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    ada.press("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ada.until(lambda seen: seen.outcome == "You lost", "the outcome")
    ada.go("/records")
    page.get_by_role("combobox", name="Game").select_option(value="forge")
    rows = page.locator(".leaders tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Easy bot")
    expect(rows.nth(0)).to_contain_text(re.compile(r"1[5-9]\d\d\?"))
    expect(rows.nth(1)).to_contain_text(re.compile(r"1[0-4]\d\d\?"))
    # The game was private: no list shows it.
    ada.expect_text("No game has been finished yet.")


def test_a_guest_sees_that_the_game_is_rated(visit: Callable[..., Visitor]) -> None:
    ada, ben = visit(), visit()
    open_form(ada)
    choose(ada, "Anyone")
    rated_choice(ada).check()
    ada.page.locator(".new-game-start button").click()
    room = ada.room()
    ben.go("/lobby")
    expect(ben.page.locator(".line-card .tag")).to_have_text(["Rated"])
    ben.go(f"/play/{room}")
    ben.expect_text("This game is rated")
