"""Whole games against a bot to a win by the rules: by mouse, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium.core.registry import games, registered_game
from tests.browser.hands import Keys, Mouse
from tests.browser.visitor import Visitor
from tests.browser.wits import Mind

# The reason of a win on the board, not by a move limit.
ENDS = {
    "caldera": "crown_captured",
    "forge": "forge_reached",
    "ludus": "first_lord_captured",
    "pyramids": "three_trios",
    "skysummit": "reach_level3",
}


def test_every_game_is_played() -> None:
    assert set(ENDS) == set(games())


def check(visitor: Visitor, game: str) -> None:
    """The server's record agrees with the page: the game is won by the standard rules."""
    record = visitor.record()
    assert (record["game"], record["ruleset"]) == (game, "standard")
    assert record["outcome"] == {"winner": 0, "reason": ENDS[game]}
    assert visitor.see().moves == len(record["moves"])
    visitor.expect_text(registered_game(game).reasons[ENDS[game]])


@pytest.mark.parametrize("game", ENDS)
def test_a_game_is_won_against_a_bot_by_mouse(visit: Callable[..., Visitor], game: str) -> None:
    ada = visit()
    ada.new_game(game, "Computer", "Easy")
    assert Mouse(ada, Mind(ada)).play() == "You won"
    check(ada, game)


@pytest.mark.parametrize("game", ENDS)
def test_a_game_is_won_against_a_bot_by_keyboard_alone(
    visit: Callable[..., Visitor], game: str
) -> None:
    ada = visit()
    keys = Keys(ada, Mind(ada))
    keyboard = ada.page.keyboard
    ada.go("/")
    ada.page.locator(f'main a[href="/new/{game}"]').last.wait_for()
    keys.tab(f'e => e.closest("main li") && e.getAttribute("href") === "/new/{game}"')
    keyboard.press("Enter")
    ada.page.wait_for_url(f"**/new/{game}")
    keys.tab_to("radio", "Medium")
    keyboard.press("ArrowLeft")
    assert ada.page.get_by_role("radio", name="Easy", exact=True).is_checked()
    keys.tab_to("button", "Start the game")
    keyboard.press("Enter")
    ada.room()
    assert keys.play() == "You won"
    check(ada, game)
