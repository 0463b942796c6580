"""Trouble during a game: a reload, a cut connection, a killed server, a failing page."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor
from tests.browser.wire import Wire
from tests.server.serving import Process

LOST = "No connection. Trying again…"


def begun(visitor: Visitor, moves: int) -> Mouse:
    """Start a game against a bot and make a few moves."""
    visitor.new_game("skysummit", "Computer", "Easy")
    hands = Mouse(visitor, 5)
    for _ in range(moves):
        hands.move()
    visitor.until(lambda seen: seen.able, "the next turn")
    return hands


def test_a_reload_in_the_middle_of_a_game_and_of_a_move(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    hands = begun(ada, 2)
    before = ada.see()
    hands.click(before.cells[0])  # half a move, which is not kept
    ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
    ada.page.reload()
    after = ada.until(lambda seen: seen.able, "the same turn")
    assert (after.moves, after.cells) == (before.moves, before.cells)
    hands.move()
    assert ada.until(lambda seen: seen.able, "the next turn").moves == before.moves + 2


def test_the_home_page_leads_back_to_the_game(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    begun(ada, 1)
    code = ada.room()
    ada.go("/")
    ada.page.get_by_role("link", name="Back to").click()
    assert ada.room() == code
    assert ada.until(lambda seen: seen.able, "the game").moves == 2


def test_a_cut_connection_is_shown_and_comes_back(
    visit: Callable[..., Visitor], server: Process
) -> None:
    with Wire(server.port) as wire:
        ada = visit(wire.port)
        hands = begun(ada, 1)
        ada.cut = True
        wire.cut()
        ada.expect_text(LOST)
        before = ada.see().moves
        # A move made meanwhile is sent once when the connection is back.
        for _ in range(4):
            sight = ada.see()
            if not sight.able:
                break
            hands.choose(sight)
        wire.mend()
        ada.page.get_by_text(LOST).wait_for(state="detached")
        sight = ada.until(lambda seen: seen.able and seen.moves == before + 2, "the answer")
        hands.move()
        assert ada.until(lambda seen: seen.able, "the next turn").moves == before + 4


def test_an_offline_browser_shows_a_banner(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    hands = begun(ada, 1)
    ada.cut = True
    ada.context.set_offline(True)
    ada.page.get_by_text("connection").or_(ada.page.get_by_text("offline")).first.wait_for()
    ada.context.set_offline(False)
    ada.page.locator(".banner p").wait_for(state="detached")
    hands.move()
    assert ada.until(lambda seen: seen.able, "the next turn").moves == 4


def test_a_server_that_is_killed_comes_back_under_the_open_page(
    visit: Callable[..., Visitor], server: Process
) -> None:
    ada = visit()
    hands = begun(ada, 2)
    before = ada.see()
    ada.cut = True
    server.kill()
    ada.expect_text(LOST)
    server.start()
    ada.page.get_by_text(LOST).wait_for(state="detached")
    after = ada.until(lambda seen: seen.able, "the same turn")
    assert (after.moves, after.cells) == (before.moves, before.cells)
    hands.move()
    assert ada.until(lambda seen: seen.able, "the next turn").moves == before.moves + 2


def test_half_a_move_outlives_the_connection(
    visit: Callable[..., Visitor], server: Process
) -> None:
    with Wire(server.port) as wire:
        ada = visit(wire.port)
        hands = begun(ada, 1)
        hands.click(ada.see().cells[0])
        half = ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
        ada.cut = True
        wire.cut()
        ada.expect_text(LOST)
        assert ada.see() == half  # and nothing shifts under the pointer
        told: list[str] = []
        ada.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))),
        )
        wire.mend()
        ada.page.get_by_text(LOST).wait_for(state="detached")
        ada.until(lambda _: any('"turn"' in frame for frame in told), "the turn, asked for again")
        assert ada.see() == half
        hands.move()
        assert ada.until(lambda seen: seen.able, "the next turn").moves == half.moves + 2


def test_a_page_that_fails_shows_no_text_of_an_exception(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.page.route("**/api/games", lambda route: route.fulfill(json={"length": 1}))
    ada.go("/")
    ada.expect_text("Something went wrong")
    assert "function" not in ada.page.locator("main").inner_text()
    # The exception is in the console, where a developer finds it.
    assert any("function" in trouble for trouble in ada.troubles)
    ada.troubles.clear()
