"""Finding a game: the count of people, the roster, room codes, filters, one click to a seat."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, choose_tile


def test_one_click_in_the_lobby_sits_down(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    ann.new_game("skysummit", "Anyone")
    bob.go("/lobby")
    join = bob.page.get_by_role("link", name="Join Guest")
    expect(join).to_have_count(1)
    bob.page.get_by_label("Game", exact=True).select_option(label="Ludus")
    expect(join).to_have_count(0)
    bob.page.get_by_label("Game", exact=True).select_option(label="Skysummit")
    bob.press("Play someone now")
    bob.until(lambda seen: seen.phase == "playing", "the game")
    assert "sit" not in bob.page.url
    ann.until(lambda seen: seen.able, "a turn")


def test_the_roster_leads_to_a_game_and_a_code_does_too(visit: Callable[..., Visitor]) -> None:
    ann, cy = visit(), visit()
    ann.new_game("skysummit", "Same screen")
    ann.until(lambda seen: seen.able, "a turn")
    ann.press("Share")
    ann.page.get_by_label("List this game in the lobby").check()
    ann.page.get_by_label("Label, for example the names of the players").fill("Kitchen final")
    ann.press("Save")
    code = ann.room()
    cy.go("/lobby")
    broadcast = cy.page.get_by_role("listitem").filter(has_text="Kitchen final")
    expect(broadcast.get_by_role("heading", name="Skysummit")).to_be_visible()
    cy.page.get_by_role("button", name="online").click()
    roster = cy.page.get_by_role("dialog")
    player = roster.get_by_role("listitem").filter(has_text="playing · Skysummit")
    player.get_by_role("link", name="Watch").click()
    cy.until(lambda seen: seen.phase == "playing", "the broadcast")
    expect(cy.page.locator(".status").get_by_text("Kitchen final")).to_be_visible()
    # A live picture in the lobby is no spectator, the page of the game is one.
    expect(ann.page.locator(".broadcast")).to_contain_text("1 spectator")
    cy.go("/lobby")
    expect(broadcast.locator("canvas")).to_be_visible()
    expect(ann.page.locator(".broadcast")).to_contain_text("0 spectators")
    cy.page.get_by_label("Room code").fill(f" {code.lower()} ")
    cy.press("Go to the room")
    cy.until(lambda seen: seen.phase == "playing", "the broadcast")
    ann.press("Stop sharing")
    cy.expect_text("You are no longer in this room")


def test_a_game_against_a_bot_starts_again_at_another_level(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.new_game("skysummit", "Computer", "Easy")
    Mouse(ada, 1).move()
    ada.press("Restart")
    dialog = ada.page.get_by_role("dialog")
    choose_tile(dialog.get_by_role("radio", name="Medium"))
    dialog.get_by_role("button", name="Restart").click()
    ada.until(lambda seen: seen.able and seen.moves == 0, "the next game")
    ada.expect_text("Medium bot")
    ada.press("Abort")
    dialog.get_by_role("button", name="Abort").click()
    ada.until(lambda seen: bool(seen.outcome), "the end")
    ada.page.get_by_label("Level").select_option("easy")
    ada.press("Rematch")
    ada.until(lambda seen: seen.phase == "playing" and not seen.outcome, "the rematch")
    ada.expect_text("Easy bot")


def test_a_table_of_three_mixes_people_and_levels(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    ann.go("/new/pyramids")
    choose_tile(ann.page.get_by_role("radio", name="Mixed table"))
    ann.page.get_by_label("Slate").select_option(label="Easy bot")
    ann.page.locator(".new-game-start button").click()
    bob.go(f"/play/{ann.room()}")
    bob.press("Sit down as Copper")
    ann.until(lambda seen: seen.able, "a turn")
    ann.expect_text("Easy bot")


def test_a_game_that_suggests_a_time_for_each_move_offers_it(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/forge")
    ada.page.locator("details.more summary").click()
    expect(ada.page.get_by_label("Seconds per move")).to_have_value("20")


def test_two_bots_play_while_one_watches(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/new/skysummit")
    choose_tile(ada.page.get_by_role("radio", name="Only watch"))
    ada.page.get_by_label("Azure").select_option(label="Easy bot")
    ada.page.get_by_label("Amber").select_option(label="Easy bot")
    ada.page.locator(".new-game-start button").click()
    ada.until(lambda seen: seen.moves >= 4, "moves")
    assert not ada.see().able
    expect(ada.page.locator(".plate")).to_contain_text(["Easy bot", "Easy bot"])


def test_the_home_page_shows_what_goes_on_and_names_the_game_that_play_starts(
    visit: Callable[..., Visitor],
) -> None:
    ann, bob = visit(), visit()
    ann.new_game("skysummit", "Anyone")
    bob.go("/")
    now = bob.page.get_by_role("region", name="Right now")
    expect(now).to_contain_text("1 table is waiting")
    now.get_by_role("link", name="Join").first.click()
    bob.until(lambda seen: seen.phase == "playing", "the game")
    ann.go("/")
    expect(ann.page.locator(".hero .button.primary")).to_have_text("Back to Skysummit")
    cy = visit()
    cy.go("/")
    title = cy.page.locator(".hero .picture").get_attribute("aria-label")
    assert title is not None
    name = title.split(":")[0]
    expect(cy.page.locator(".hero .button.primary")).to_have_text(f"Play {name}")
    cy.page.locator(".game-card .picture-link").first.click()
    cy.page.wait_for_url("**/new/*")
