"""Nothing covers the board or the navigation, and nothing moves under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# The places of all buttons and tabs that are not in a notice.
BUTTONS = """() => [...document.querySelectorAll('.room button')]
  .filter(e => !e.closest('.standing-offers') && e.offsetWidth)
  .map(e => { const b = e.getBoundingClientRect();
    return [e.ariaLabel || e.textContent, Math.round(b.x), Math.round(b.y)]; })"""
# How far the tip of a refusal is from the middle of a cell, and whether a tooltip is shown.
BUBBLE = """at => {
  const bubble = document.querySelector('.board-bubble:not([hidden])');
  const cell = document.querySelector(`[data-at="${at}"]`).getBoundingClientRect();
  const tip = bubble.getBoundingClientRect().x + parseFloat(bubble.style.getPropertyValue('--tip'));
  return {off: Math.abs(tip - cell.x - cell.width / 2), cell: cell.width,
    tooltip: !document.querySelector('.board-tooltip').hidden};
}"""


def box_of(locator: Locator) -> dict[str, float]:
    found: Any = locator.bounding_box()
    return {"top": found["y"], "left": found["x"]} | {
        "bottom": found["y"] + found["height"],
        "right": found["x"] + found["width"],
    }


def overlap(one: Locator, other: Locator) -> bool:
    """Whether two elements cover each other."""
    a, b = box_of(one), box_of(other)
    return (
        a["left"] < b["right"] - 1
        and b["left"] < a["right"] - 1
        and a["top"] < b["bottom"] - 1
        and b["top"] < a["bottom"] - 1
    )


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_result_is_beside_the_board(
    visit: Callable[..., Visitor], viewport: dict[str, int]
) -> None:
    ada = visit(viewport=viewport)
    ada.new_game("skysummit", "Computer", "Easy")
    hands = Mouse(ada, 1)
    hands.move()
    hands.move()
    ada.press("Resign")
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    result = ada.page.locator(".result")
    expect(result).to_contain_text("You lost")
    assert not overlap(result, ada.page.locator(".board-stage"))


def test_an_offer_moves_no_button(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(viewport=WIDE), visit()
    ann.new_game("skysummit", "A friend")
    bob.go(f"/play/{ann.room()}")
    bob.press("Sit down as Amber")
    ann.until(lambda seen: seen.able, "a turn")
    before = ann.page.evaluate(BUTTONS)
    bob.press("Offer a draw")
    expect(ann.page.locator(".offer")).to_contain_text("offers a draw")
    assert ann.page.evaluate(BUTTONS) == before
    ann.press("Decline")
    expect(ann.page.locator(".offer")).to_have_count(0)


@pytest.mark.parametrize("corner", ["board:4,0", "board:0,4", "board:0,0"])
def test_a_refusal_points_at_its_cell_and_no_tooltip_is_over_it(
    visit: Callable[..., Visitor], corner: str
) -> None:
    ada = visit(viewport=PHONE)
    ada.new_game("skysummit", "Same screen")
    hands = Mouse(ada, 3)
    for spot in ("board:2,2", "board:2,3", corner, "board:1,1"):
        seen = ada.until(lambda seen, at=spot: any(s.at == at for s in seen.cells), "a cell")  # type: ignore[misc]
        hands.click(next(cell for cell in seen.cells if cell.at == spot))
    ada.until(lambda seen: seen.able and seen.moves == 2, "the first move")
    cell = ada.page.locator(f'[data-at="{corner}"]').bounding_box()
    assert cell is not None
    # It belongs to the other player.
    ada.page.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(ada.page.locator(".board-bubble")).to_be_visible()
    found = ada.page.evaluate(BUBBLE, corner)
    assert found["off"] <= found["cell"] / 2
    assert not found["tooltip"]


def test_a_move_made_offline_waits_below_the_navigation(visit: Callable[..., Visitor]) -> None:
    ada = visit(viewport=WIDE)
    ada.new_game("skysummit", "Same screen")
    hands = Mouse(ada, 5)
    hands.move()
    ada.until(lambda seen: seen.able, "the next turn")
    ada.cut = True
    ada.context.set_offline(True)
    banner = ada.page.locator(".banner p")
    expect(banner).to_be_visible()
    assert not overlap(banner, ada.page.locator(".top"))
    hands.choose(ada.see())
    hands.choose(ada.until(lambda seen: seen.chosen == 1, "the first cell"))
    ada.expect_text("is sent when you are connected again")
    # The board marks both cells until the server has the move.
    ada.until(lambda seen: seen.chosen == 2, "the cells of the move")
    assert ada.see().moves == 1
    ada.context.set_offline(False)
    ada.until(lambda seen: seen.moves == 2 and seen.chosen == 0, "the move")
    expect(ada.page.locator(".queued")).to_have_count(0)


def test_the_lobby_has_its_filters_above_its_tables(visit: Callable[..., Visitor]) -> None:
    ada = visit(viewport=WIDE)
    ada.go("/lobby")
    bar, main = ada.page.locator(".lobby-bar"), ada.page.locator(".lobby-main")
    notices = ada.page.locator(".notices")
    expect(notices).to_be_visible()
    assert box_of(bar)["bottom"] <= box_of(main)["top"]
    assert box_of(bar)["right"] == pytest.approx(box_of(notices)["right"], abs=1)
    assert box_of(main)["right"] <= box_of(notices)["left"]
