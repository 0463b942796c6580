"""Programs: a token made on the page, a game against a program, and the revoked token."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from ludarium.agents import Agent, run
from ludarium.agents.sdk.room import RoomRefused
from tests.browser.hands import Mouse
from tests.browser.test_pages import violations
from tests.browser.visitor import Visitor


class First(Agent):
    """Plays the first legal move."""

    def choose(self, state: Any, legal_moves: list[Any]) -> Any:
        return legal_moves[0]


def test_a_bot_of_the_kit_takes_the_seat_that_the_form_keeps_for_it(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit()
    page = ada.page
    page.set_viewport_size({"width": 390, "height": 844})
    ada.go("/programs")
    page.get_by_label("Name of the program").fill("Botvinnik 9")
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("Token of Botvinnik 9", exact=True).input_value()
    assert violations(ada) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.set_viewport_size({"width": 1280, "height": 800})
    ada.new_game("skysummit", "A program")
    expect(page.get_by_text("A seat is kept for a program")).to_be_visible()
    room = page.url
    assert violations(ada) == []
    bot = threading.Thread(
        target=run, args=(First,), kwargs={"room": room, "token": token, "games": 1}
    )
    bot.start()
    expect(page.get_by_text("Botvinnik 9").first).to_be_visible()
    hands = Mouse(ada, 1)
    hands.move()
    hands.move()
    ada.press("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#outcome")).to_be_visible()
    bot.join()

    ada.go("/programs")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("You have no programs yet.")).to_be_visible()
    with pytest.raises(RoomRefused) as caught:
        run(First, room=room, token=token)
    assert caught.value.code == "wrong_token"
