"""My games, the profile, the key to another browser, and the deletion of everything."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.test_pages import violations
from tests.browser.visitor import Visitor
from tests.server.serving import Guest, Process


def test_games_follow_a_key_to_another_browser_and_can_be_deleted(
    visit: Callable[..., Visitor], server: Process
) -> None:
    ada = visit()
    page = ada.page
    ada.go("/settings")
    page.get_by_label("Name", exact=True).fill("Ada L.")
    page.get_by_role("button", name="Save").click()
    ada.expect_text("Saved")
    [cookie] = [each for each in ada.context.cookies() if each["name"] == "ludarium"]
    with Guest(server.port, f"ludarium={cookie['value']}") as tab:
        room = tab.create("skysummit", "host", "host")
        turn = tab.turn(room)
        tab.ask("play", room=room, ply=0, notation=turn["choices"][0]["notation"])
        tab.turn(room)
        tab.ask("resign", room=room, seat=0)

    page.get_by_role("button", name="Make a key").click()
    words = page.get_by_label("Your key", exact=True).input_value()
    assert len(words.split()) == 8
    assert violations(ada) == []

    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    phone.cut = True  # the browser logs the refusal
    other = phone.page
    phone.go("/key")
    other.get_by_label("Key", exact=True).fill("zoo " * 8)
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_text("No one has this key.")).to_be_visible()
    phone.go("/key#" + words.replace(" ", "-"))
    expect(other.get_by_label("Key", exact=True)).to_have_value(words)
    other.get_by_role("button", name="Continue").click()
    expect(other.get_by_role("heading", name="My games")).to_be_visible()
    expect(other.get_by_role("link", name="Replay")).to_have_count(1)
    expect(other.get_by_text("private", exact=True)).to_be_visible()
    other.get_by_role("combobox", name="Opponent").select_option("People")
    expect(other.get_by_text("No finished game matches.")).to_be_visible()
    assert violations(phone) == []
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.get_by_role("link", name="My public profile").click()
    expect(other.get_by_role("heading", name="Ada L.")).to_be_visible()
    expect(other.get_by_text("No public games yet.")).to_be_visible()

    phone.go("/settings")
    other.get_by_role("button", name="Delete everything").click()
    dialog = other.get_by_role("dialog", name="Delete everything of yours?")
    delete = dialog.get_by_role("button", name="Delete everything")
    expect(delete).to_be_disabled()
    dialog.get_by_role("textbox").fill("Ada L.")
    delete.click()
    other.wait_for_url(f"{phone.home}/")
    phone.go("/games")
    expect(other.get_by_text("No finished game matches.")).to_be_visible()
