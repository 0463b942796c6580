"""Trouble during a game: a reload, a cut connection, a killed server, a failing page."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor
from tests.browser.wire import Wire
from tests.server.serving import Process

LOST = "No connection. Trying again…"


class Held:
    """The messages of a visitor's connection; a test holds some kinds of them back."""

    def __init__(self, visitor: Visitor) -> None:
        self.kinds: set[str] = set()
        self.messages: list[str | bytes] = []
        self.reachable = True
        self.page: WebSocketRoute | None = None
        visitor.page.route_web_socket("**/ws", self._connect)

    def release(self) -> None:
        """Deliver the messages."""
        assert self.page is not None
        self.kinds = set()
        for message in self.messages:
            self.page.send(message)
        self.messages = []

    def _connect(self, page: WebSocketRoute) -> None:
        if self.reachable:
            self.page = page
            page.connect_to_server().on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        assert self.page is not None
        if json.loads(message)["type"] in self.kinds:
            self.messages.append(message)
        else:
            self.page.send(message)


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


def test_a_sent_move_is_not_offered_again_while_it_is_on_its_way(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit()
    held = Held(ada)
    ada.new_game("skysummit", "Same screen")
    hands = Mouse(ada, 5)
    sight = ada.until(lambda seen: seen.able, "the first turn")
    held.kinds = {"event", "done", "turn"}
    while sight.able:
        hands.choose(sight)
        ada.page.wait_for_timeout(50)
        sight = ada.see()
    ada.page.get_by_role("tab", name="Game", exact=True).click()
    assert held.page is not None
    held.page.send(json.dumps({"type": "watching", "room": ada.room(), "watchers": 3}))
    ada.page.get_by_text("3 spectators").wait_for()
    assert not ada.see().able
    held.release()
    ada.page.get_by_role("tab", name="Moves").click()
    ada.until(lambda seen: seen.able and seen.moves == 1, "the next turn")


def test_a_played_move_does_not_wait_for_its_reply(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    held = Held(ada)
    ada.new_game("skysummit", "Same screen")
    held.kinds = {"done"}
    Mouse(ada, 5).move()
    ada.cut = True
    held.reachable = False
    ada.context.set_offline(True)
    ada.page.locator(".banner p").wait_for()
    assert ada.see().chosen == 0
    expect(ada.page.locator(".queued")).to_have_count(0)
    held.reachable = True
    ada.context.set_offline(False)
    ada.page.locator(".banner p").wait_for(state="detached")
    held.kinds = set()
    assert Mouse(ada, 6).move().moves == 2


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
