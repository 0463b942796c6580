"""The review of a finished game by one click, and positions that are set up by hand."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, choose_tile
from tests.server.serving import Guest, Process, move_of


def click_cell(visitor: Visitor, at: str) -> None:
    """Click a cell of the board."""
    spots = visitor.until(
        lambda seen: any(spot.at == at for spot in seen.cells), f"a click on {at}"
    ).cells
    Mouse(visitor).click(next(spot for spot in spots if spot.at == at))


def test_a_game_is_reviewed_by_one_click_and_a_blunder_tried_again(
    visit: Callable[..., Visitor], server: Process
) -> None:
    ada = visit()
    page = ada.page
    with Guest(server.port) as host:
        room = host.create("forge", "host", "host", ruleset="as_written", public=True)
        host.turn(room)
        host.ask("play", room=room, ply=0, notation="a1-a2")  # c1-c6 wins at once
        host.ask("play", **move_of(host.turn(room)))
        host.ask("resign", room=room, seat=0)
        ada.go(f"/play/{room}")
        page.get_by_role("link", name="Review").click()
        expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()
        # The address names the result: the room closes, and the page can still be reloaded.
        expect(page).to_have_url(re.compile(r"/analysis/[0-9a-f]+-1\?review"))
        ada.go(f"/replay/{room}?ply=1")
        expect(page).to_have_url(re.compile(r"/replay/[0-9a-f]+-1\?ply=1"))
        page.get_by_role("link", name="Analyse").click()
        expect(page).to_have_url(re.compile(r"/analysis/[0-9a-f]+-1#ply=1"))
        page.get_by_role("tab", name="Review").click()
    expect(page.get_by_role("img", name="Chance of winning")).not_to_have_count(0)
    page.get_by_role("list", name="better alternative").get_by_role("button").first.click()
    expect(page.get_by_text("Better: ")).to_be_visible()
    expect(page.get_by_role("button", name="Find a better move")).to_be_in_viewport()
    ada.press("Find a better move")
    click_cell(ada, "board:5,0")
    click_cell(ada, "board:4,0")
    expect(page.get_by_text("Not quite")).to_be_visible()
    ada.press("Try again")
    click_cell(ada, "board:5,2")  # one of the moves that win at once
    click_cell(ada, "board:0,2")
    ada.expect_text("That is the best move.")
    ada.press("Back to the game")
    # The stored review is there at once.
    page.goto(page.url.split("?")[0])
    page.get_by_role("tab", name="Review").click()
    expect(page.get_by_role("columnheader", name="Accuracy")).to_be_visible()


def test_a_position_is_set_up_checked_and_analysed(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.cut = True  # the browser logs the refusal
    page = ada.page
    ada.go("/setup/skysummit")
    for seat, cells in (("Azure", ("1,1", "1,3")), ("Amber", ("3,1", "3,3"))):
        choose_tile(page.get_by_role("radio", name=f"{seat} worker"))
        for cell in cells:
            click_cell(ada, f"board:{cell}")
    ada.expect_text("This position can arise.")
    choose_tile(page.get_by_role("radio", name="level 1"))
    click_cell(ada, "board:2,2")
    ada.expect_text("This cannot arise. With so much built it is the other seat's turn.")
    choose_tile(page.get_by_role("group", name="To move").get_by_role("radio").nth(1))
    ada.expect_text("This position can arise.")
    ada.press("Analyse")
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
