"""Lessons and puzzles: a visitor learns a piece, begins a first game, and solves puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from ludarium.core.puzzle import Puzzle
from ludarium.core.registry import registered_game
from tests.browser.test_pages import violations
from tests.browser.visitor import Visitor
from tests.server.serving import Process, ask


def press(page: Page, *path: str) -> None:
    """Choose cells by keyboard alone."""
    for at in path:
        cell = page.locator(f'[role=gridcell][data-at="{at}"]')
        expect(cell).to_have_attribute("aria-label", CHOOSABLE)
        cell.focus()
        page.keyboard.press("Enter")


CHOOSABLE = re.compile(r" (can be chosen|can move here|can capture here|possible here)$")


def verdict(page: Page) -> Any:
    return page.locator(".task-verdict")


def hold_post(page: Page, pattern: str) -> list[Route]:
    """The next request with a body waits until the test continues it."""
    held: list[Route] = []

    def sort(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(pattern, sort)
    return held


def test_a_lesson_is_solved_by_keyboard_and_remembered(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    ada.go("/learn")
    page.get_by_role("link", name="Caldera", exact=True).click()
    page.get_by_role("link", name="Begin").click()
    expect(page.get_by_role("heading", name="The crown")).to_be_visible()
    press(page, "board:3,3", "board:3,4")
    expect(verdict(page)).to_contain_text("does not reach the goal")
    ada.press("Try again")
    press(page, "board:3,3", "board:2,4")
    expect(verdict(page)).to_contain_text("losing it loses the game")
    expect(page.get_by_role("button", name="Next step")).to_be_focused()
    page.keyboard.press("Enter")
    press(page, "board:3,3", "board:2,3")
    ada.press("Next step")
    press(page, "board:3,3", "board:3,4")
    assert violations(ada) == []
    ada.press("Next lesson")
    expect(page.get_by_role("heading", name="The lancer")).to_be_visible()
    # The finished lesson is kept by the browser.
    ada.go("/learn/caldera")
    expect(page.get_by_role("link", name="The crown done")).to_be_visible()
    expect(page.get_by_text("1 of 8 lessons done")).to_be_visible()
    # The first game: a hint, a move, the answer of the level, and back again.
    ada.go("/learn/caldera/first-game")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    ada.press("Hint")
    expect(page.get_by_text("Try ")).to_be_visible()
    # A move that is played before the next hint arrives counts, and the hint does not.
    pattern = "**/api/level-moves"
    held = hold_post(page, pattern)
    with page.expect_request(pattern):
        ada.press("Hint")
    press(page, "board:6,3", "board:5,3")
    expect(page.get_by_text("Watch the two lancers")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    expect(page.get_by_text("Try ")).to_have_count(1)
    ada.press("Take back")
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


def test_cards_of_pieces_are_on_the_play_page(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    ada.go("/")
    page.get_by_role("button", name="Play now: Ludus").click()
    ada.press("Pieces")
    dialog = page.get_by_role("dialog", name="Pieces")
    expect(dialog.get_by_role("heading", level=3)).to_have_count(11)
    dialog.get_by_role("button", name="Try it on the board: Knight Terra").click()
    expect(dialog.locator("[role=gridcell]").first).to_be_attached()
    assert violations(ada) == []
    ada.press("Close")
    expect(dialog).to_have_count(0)


def solution_paths(puzzle: Puzzle) -> list[list[str]]:
    """The clicks of each turn of the solver."""
    game = registered_game("skysummit")()
    position = game.state_from_json(puzzle.state)
    paths = []
    for number, (notation,) in enumerate(puzzle.line):
        move = game.move_from_notation(position, notation)
        if number % 2 == 0:
            paths.append(list(game.path(position, move)))
        game.advance(position, move)
    return paths


def test_puzzles_are_solved_rated_and_counted(
    visit: Callable[..., Visitor], server: Process
) -> None:
    found = registered_game("skysummit").puzzles()
    assert found is not None
    puzzle = next(one for one in found.puzzles if len(one.line) == 3)
    ada = visit()
    page = ada.page
    ada.go(f"/puzzles/skysummit/{puzzle.id}")
    first, second = solution_paths(puzzle)
    pattern = "**/api/games/skysummit/puzzles/*"
    held = hold_post(page, pattern)
    with page.expect_request(pattern):
        press(page, *first)
    # The solution would be mixed with the verdict that is on its way.
    expect(page.get_by_role("button", name="Show the solution")).to_be_disabled()
    held[0].continue_()
    expect(verdict(page)).to_contain_text("Right so far")
    press(page, *second)
    expect(verdict(page)).to_contain_text("Solved.")
    figures = page.locator(".figures dd")
    expect(figures.nth(1)).to_have_text("1")
    rating = figures.nth(0).text_content()
    # Another puzzle of the trainer: giving up costs points and ends the streak.
    ada.press("Next puzzle")
    expect(verdict(page)).to_contain_text("Find the right turn")
    ada.press("Show the solution")
    expect(verdict(page)).to_contain_text("This is the solution")
    expect(figures.nth(0)).not_to_have_text(rating or "")
    expect(figures.nth(2)).to_have_text("0 (1)")
    assert violations(ada) == []
    # The puzzle of the day is on the home page, and the same for all.
    daily = ask(server.port, "/api/daily-puzzle")[1]
    assert daily == ask(server.port, "/api/daily-puzzle")[1]
    ada.go("/")
    card = page.get_by_role("region", name="Puzzle of the day")
    expect(card).to_contain_text(registered_game(daily["game"]).title)
    card.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle of the day")
    expect(page.locator(".task-board [role=gridcell]").first).to_be_attached()
