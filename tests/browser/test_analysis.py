"""The analysis board: lines of the engine, variations, comments, links, export and import."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Page, expect

from tests.browser.hands import CLICKS, Mouse, places_of
from tests.browser.visitor import Visitor, choose_tile
from tests.server.serving import Guest, Process, move_of

DEMO = Path(__file__).parents[2] / "src" / "ludarium" / "games" / "forge" / "demo.json"


def play_move(visitor: Visitor) -> None:
    """Make any move on the board of an analysis."""
    current = visitor.page.locator(".tree [aria-current]")
    before = current.text_content()
    mouse = Mouse(visitor)
    sight = visitor.until(lambda seen: seen.able, "legal moves")
    for _ in range(CLICKS):
        mouse.choose(sight)
        sight = visitor.until(
            lambda seen, last=sight: (  # type: ignore[misc]
                current.text_content() != before
                or bool(seen.answers)
                or (seen.able and places_of(seen) != places_of(last))
            ),
            "what a click does",
        )
        if current.text_content() != before:
            return
    raise AssertionError(f"{CLICKS} clicks made no move: {sight}")


def paste(page: Page, text: str) -> None:
    """Open a pasted document."""
    page.get_by_label("Or paste a record").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def test_lines_of_the_engine_become_variations(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    ada.go("/analysis")
    page.get_by_role("combobox", name="Game").select_option("forge")
    ada.press("Analyse from the start")
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(page.get_by_text(re.compile(r"Depth \d+"))).to_be_visible()
    best = lines.nth(0).get_by_role("button").nth(1)
    best.click()
    moves = page.locator(".tree .move:not(.root)")
    expect(moves).to_have_count(2)
    # Another first move becomes a variation of the first line.
    ada.press("Start")
    play_move(ada)
    page.get_by_label("Comment on this move").fill("My own idea")
    address = page.url
    with page.expect_download() as download:
        ada.press("Export")
        ada.press("Save as JSON")
    ada.press("Close")
    document = Path(download.value.path()).read_text("utf-8")
    assert "My own idea" in document
    # The address names the node, and what was written is still there.
    shown = page.locator(".tree [aria-current]").text_content()
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".tree [aria-current]")).to_have_text(shown or "")
    expect(page.locator(".tree .comment")).to_have_text("My own idea")
    ben = visit()
    ben.go("/analysis")
    paste(ben.page, document)
    expect(ben.page.locator(".tree .comment")).to_have_text("My own idea")
    expect(ben.page.locator(".tree .move")).to_have_count(page.locator(".tree .move").count())


def test_a_record_is_stepped_through_by_keys_and_played_on(visit: Callable[..., Visitor]) -> None:
    record = json.loads(DEMO.read_text("utf-8"))
    ada = visit()
    page = ada.page
    ada.go("/analysis")
    paste(page, json.dumps(record))
    expect(page.locator(".tree .move:not(.root)")).to_have_count(len(record["moves"]))
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".tree .move").nth(1)).to_have_attribute("aria-current", "step")
    ada.press("Play on from here")
    choose_tile(page.get_by_role("radio", name="Easy", exact=True))
    ada.press("Start the game")
    expect(page.get_by_text("You play on against Easy.")).to_be_visible()
    play_move(ada)
    # The level answers: the line is longer by two moves at least.
    expect(page.locator(".variations .move")).not_to_have_count(1)
    ada.press("Back to the analysis")
    expect(page.get_by_role("list", name="Best lines").get_by_role("listitem")).not_to_have_count(0)


def test_a_position_for_three_players_is_set_up(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    ada.go("/setup/pyramids")
    expect(page.get_by_text("This position can arise.")).to_be_visible()
    # Pieces have the game's names, in the editor and then in the analysis.
    choose_tile(page.get_by_role("radio", name="green large pyramid"))
    expect(page.get_by_text("Put on the board: green large pyramid")).to_be_visible()
    named = page.locator(".stage [role=gridcell][aria-label*='red large pyramid']")
    expect(named.first).to_be_attached()
    page.get_by_text("Players and rules").click()
    choose_tile(page.get_by_role("radio", name="3 players"))
    expect(page.get_by_role("group", name="To move").get_by_role("radio")).to_have_count(3)
    expect(page.get_by_text("This position can arise.")).to_be_visible()
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".tree .move")).to_have_count(1)
    expect(named.first).to_be_attached()
    assert '"captured":[[],[],[]]' in unquote(page.url).replace(" ", "")


def test_the_editor_has_pieces_that_only_lessons_show(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/setup/ludus")
    choose_tile(ada.page.get_by_role("radio", name="White Veteran Legionare"))
    expect(ada.page.get_by_text("Put on the board: White Veteran Legionare")).to_be_visible()


def test_an_impossible_state_is_explained(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.cut = True  # the browser logs the refusal
    ada.go("/analysis")
    ada.page.get_by_role("combobox", name="Game").select_option("skysummit")
    board = [4] + [0] * 24
    workers = [[None, None], [None, None]]
    state = {"phase": "place", "ply": 0, "board": board, "workers": workers}
    paste(ada.page, json.dumps({**state, "winner": None, "reason": ""}))
    expect(ada.page.get_by_role("alert")).to_contain_text(
        "The heights do not add up to the turns played."
    )


def test_a_running_game_is_analysed_by_watchers_only(
    visit: Callable[..., Visitor], server: Process
) -> None:
    with Guest(server.port) as host, Guest(server.port) as other:
        room = host.create("skysummit", "host", "open", public=True, spectators=True)
        host.enter(room)
        other.enter(room)
        other.ask("sit", room=room, seat=1)
        for guest in (host, other):
            guest.ask("play", **move_of(guest.turn(room)))
        ada = visit()
        ada.go(f"/play/{room}")
        ada.page.get_by_role("link", name="Analyse").click()
        expect(ada.page.locator(".tree .move:not(.root)")).to_have_count(2)
        # It follows the game.
        host.ask("play", **move_of(host.turn(room)))
        expect(ada.page.locator(".tree .move:not(.root)")).to_have_count(3)
        lines = ada.page.get_by_role("list", name="Best lines").get_by_role("listitem")
        expect(lines).not_to_have_count(0)
        name, _, value = host.cookie.partition("=")
        player = visit()
        player.cut = True
        cookie = {"name": name, "value": value, "url": player.home}
        player.context.add_cookies([cookie])  # type: ignore[list-item]
        player.go(f"/analysis/{room}#ply=2")
        player.expect_text("You can analyse it when your game is over.")
