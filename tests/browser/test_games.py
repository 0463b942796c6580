"""Whole games against the AI: by mouse, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium.core.registry import games, registered
from tests.browser.hands import Keys, Mouse
from tests.browser.visitor import Visitor

# The option that ends each game soon, and when.
SHORT = {
    "caldera": ("turn_limit", 20),
    "forge": ("turn_limit", 16),
    "ludus": ("turn_limit", 16),
    "pyramids": ("ply_limit", 24),
    "skysummit": ("turn_limit", 18),
}
RESULTS = {"You won", "You lost", "A draw"}


def test_every_game_is_played() -> None:
    assert set(SHORT) == set(games())


def label(game: str) -> str:
    return registered(game).options[SHORT[game][0]].text


def check(visitor: Visitor, game: str, outcome: str) -> None:
    """The game that was seen is the one that the server has."""
    record = visitor.record()
    assert record["game"] == game
    assert record["options"][SHORT[game][0]] == SHORT[game][1]
    winner = record["outcome"]["winner"]
    assert outcome == ("A draw" if winner is None else "You won" if winner == 0 else "You lost")
    assert visitor.see().moves == len(record["moves"])
    visitor.expect_text(registered(game).reasons[record["outcome"]["reason"]])


@pytest.mark.parametrize("game", SHORT)
def test_a_game_against_the_ai_by_mouse(visit: Callable[..., Visitor], game: str) -> None:
    ada = visit()
    ada.new_game(game, "The machine", "Easy", {label(game): SHORT[game][1]})
    outcome = Mouse(ada, seed=7).play()
    assert outcome in RESULTS
    check(ada, game, outcome)


@pytest.mark.parametrize("game", SHORT)
def test_a_game_against_the_ai_by_keyboard_alone(visit: Callable[..., Visitor], game: str) -> None:
    ada = visit()
    keys = Keys(ada, seed=11)
    keyboard = ada.page.keyboard
    ada.go("/")
    ada.page.locator(f'main a[href="/new/{game}"]').last.wait_for()
    keys.tab(f'e => e.closest("main li") && e.getAttribute("href") === "/new/{game}"')
    keyboard.press("Enter")
    ada.page.wait_for_url(f"**/new/{game}")
    keys.tab_to("radio", "Medium")
    keyboard.press("ArrowLeft")
    assert ada.page.get_by_role("radio", name="Easy", exact=True).is_checked()
    keys.tab('e => e.tagName === "SUMMARY"')
    keyboard.press("Enter")
    keys.tab(f'e => e.closest("label")?.textContent.startsWith("{label(game)}")')
    keyboard.type(str(SHORT[game][1]))
    keyboard.press("Enter")
    ada.room()
    outcome = keys.play()
    assert outcome in RESULTS
    check(ada, game, outcome)
