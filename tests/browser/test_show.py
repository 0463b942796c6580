"""The show game on the home page and on its own, and the looks of boards and pieces."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_the_show_game_is_opened_from_the_home_page_and_goes_on(
    visit: Callable[..., Visitor],
) -> None:
    ada, ben = visit(), visit()
    page = ada.page
    ada.go("/")
    page.get_by_role("link", name="Watch the show game").click()
    moves = page.locator(".moves li button")
    expect(moves.nth(1)).to_be_attached()
    # The same game for all.
    ben.go("/show")
    expect(ben.page.locator(".moves li button").first).to_have_text(
        moves.first.text_content() or ""
    )
    ada.press("To the start")
    expect(page.get_by_role("button", name="One move back")).to_be_disabled()
    ada.press("To the latest move")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".tree .move").nth(2)).to_be_attached()


PIXELS = """async () => {
  const picture = document.querySelector('.look-previews canvas');
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  return picture.toDataURL();
}"""


def test_a_look_changes_every_board_and_is_kept(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    page = ada.page
    ada.go("/settings")
    page.locator(".look-previews").scroll_into_view_if_needed()
    expect(page.locator(".look-previews canvas").first).to_be_attached()
    seen: set[str] = set()
    for group, name in (("Board", "Slate"), ("Pieces", "Bold edges"), ("Board", "Paper")):
        before = page.evaluate(PIXELS)
        page.get_by_role("group", name=group, exact=True).get_by_role(
            "radio", name=name, exact=True
        ).check(force=True)
        page.wait_for_function(f"before => ({PIXELS})().then(now => now !== before)", arg=before)
        seen.add(page.evaluate(PIXELS))
    assert len(seen) == 3
    page.reload()
    expect(page.get_by_role("radio", name="Paper", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("Bold"))).to_be_checked()
