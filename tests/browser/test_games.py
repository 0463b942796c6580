"""Whole games against the AI, to the end that the rules mean: by mouse, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium.core.registry import games, registered_game
from tests.browser.hands import Keys, Mouse
from tests.browser.visitor import Visitor
from tests.browser.wits import Mind

# How each is won on the board, not by a limit.
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
    """The game that was seen is the one that the server has: won, by the standard rules."""
    record = visitor.record()
    assert (record["game"], record["ruleset"]) == (game, "standard")
    assert record["outcome"] == {"winner": 0, "reason": ENDS[game]}
    assert visitor.see().moves == len(record["moves"])
    visitor.expect_text(registered_game(game).reasons[ENDS[game]])


@pytest.mark.parametrize("game", ENDS)
def test_a_game_is_won_against_the_ai_by_mouse(visit: Callable[..., Visitor], game: str) -> None:
    ada = visit()
    ada.new_game(game, "Computer", "Easy")
    assert Mouse(ada, Mind(ada)).play() == "You won"
    check(ada, game)


@pytest.mark.parametrize("game", ENDS)
def test_a_game_is_won_against_the_ai_by_keyboard_alone(
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
