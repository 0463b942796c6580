"""A record from a file on the replay page: valid, broken or altered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

DEMO = Path(__file__).parents[2] / "src" / "ludarium" / "games" / "forge" / "demo.json"


def upload(visitor: Visitor, text: str) -> None:
    """Upload a file with this text."""
    file = {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    visitor.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def changed(**fields: object) -> str:
    """The record with other values."""
    return json.dumps({**json.loads(DEMO.read_text("utf-8")), **fields})


BAD = {
    "no JSON": ("{", "The record is not a JSON document."),
    "no record": ("[1]", "The document is not a game record."),
    "another move": (
        changed(moves=json.loads(DEMO.read_text("utf-8"))["moves"][::-1]),
        "The record was changed after it was written.",
    ),
    "another game": (changed(game="nothing"), "There is no such game"),
}


@pytest.mark.parametrize("what", BAD)
def test_an_invalid_file_is_explained(visit: Callable[..., Visitor], what: str) -> None:
    ada = visit()
    ada.cut = True  # the browser logs every refusal
    ada.go("/replay")
    upload(ada, BAD[what][0])
    alert = ada.page.get_by_role("alert")
    expect(alert).to_contain_text("This file cannot be shown.")
    expect(alert).to_contain_text(BAD[what][1])
    # The next file of the same name is read.
    upload(ada, DEMO.read_text("utf-8"))
    expect(ada.page.get_by_role("slider")).to_be_visible()


def test_a_record_is_played_through(visit: Callable[..., Visitor]) -> None:
    moves = len(json.loads(DEMO.read_text("utf-8"))["moves"])
    ada = visit()
    ada.go("/replay")
    upload(ada, DEMO.read_text("utf-8"))
    ada.page.get_by_role("button", name="One move forward").click()
    ada.expect_text(f"Move 1 of {moves}")
    ada.page.get_by_role("button", name="To the latest move").click()
    ada.expect_text(f"Move {moves} of {moves}")
    expect(ada.page.locator(".moves button.move")).to_have_count(moves)
    # Then another record.
    ada.page.get_by_role("button", name="Open another record").click()
    upload(ada, DEMO.read_text("utf-8"))
    ada.expect_text(f"Move 0 of {moves}")


def save_file(visitor: Visitor, link: Locator) -> str:
    """The text of the file that a link saves."""
    with visitor.page.expect_download() as download:
        link.click()
    return Path(download.value.path()).read_text("utf-8")


def fetch_file(_visitor: Visitor, link: Locator) -> str:
    """The same where no download can be observed: what the link would save."""
    found: str = link.evaluate(
        "async e => e.hasAttribute('download') ? (await fetch(e.href)).text() : ''"
    )
    return found


def test_what_is_downloaded_can_be_uploaded(visit: Callable[..., Visitor]) -> None:
    upload_saved_record(visit, save_file)


def upload_saved_record(
    visit: Callable[..., Visitor], save: Callable[[Visitor, Locator], str]
) -> None:
    """Save the record of a game, and open it again."""
    ada = visit()
    ada.new_game("forge", "Same screen")
    ada.until(lambda seen: seen.able, "a turn")
    field = ada.page.get_by_role("combobox", name="Type a move")
    field.fill("a1-a2")
    field.press("Enter")
    ada.until(lambda seen: seen.moves == 1, "the move")
    ada.page.get_by_role("tab", name="Game").click()
    text = save(ada, ada.page.get_by_role("link", name="Download the record"))
    ada.go("/replay")
    upload(ada, text)
    expect(ada.page.locator(".moves button.move")).to_have_text(["a1-a2"])
