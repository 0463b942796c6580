"""Ways to make a move: drag, typing, hints, undo, confirmation, keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Spot, Visitor, choose_tile
from tests.server.serving import Guest, Process


def table(visitor: Visitor, game: str, opponent: str = "Same screen") -> Visitor:
    visitor.new_game(game, opponent, "Easy" if opponent == "Computer" else "")
    visitor.until(lambda seen: seen.able, "a turn")
    return visitor


def cell(visitor: Visitor, at: str) -> Spot:
    box = visitor.page.locator(f'.stage [role=gridcell][data-at="{at}"]').bounding_box()
    assert box is not None
    return Spot(at, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def moves(visitor: Visitor, count: int) -> list[str]:
    """Wait until the list has `count` moves, and return them."""
    visitor.until(lambda seen: seen.moves == count, f"{count} moves")
    return visitor.page.locator(".moves button.move").all_inner_texts()


def test_a_piece_is_dragged(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "caldera")
    source, target = cell(ada, "board:6,1"), cell(ada, "board:4,3")
    mouse = ada.page.mouse
    mouse.move(source.x, source.y)
    mouse.down()
    mouse.move(target.x, target.y + 5, steps=6)
    mouse.up()
    assert moves(ada, 1) == ["b1-d3"]


@pytest.mark.parametrize("ends", [("ground:9,0", "ground:9,1"), ("ground:9,1", "ground:9,0")])
def test_a_move_is_clicked_from_either_end(
    visit: Callable[..., Visitor], ends: tuple[str, str]
) -> None:
    ada = visit()
    ada.go("/new/ludus")
    choose_tile(ada.page.get_by_role("radio", name="Same screen"))
    more = ada.page.locator("details.more")
    if not more.evaluate("e => e.open"):
        more.locator("summary").click()
    choose_tile(ada.page.get_by_role("radio", name="Legion"))
    ada.page.locator(".new-game-start button").click()
    ada.room()
    ada.until(lambda seen: seen.able, "a turn")
    for at in ends:
        Mouse(ada).click(cell(ada, at))
    assert moves(ada, 1) == ["a2+b2"]


def test_a_drag_to_an_illegal_cell_is_explained_at_that_cell(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "caldera")
    source, target = cell(ada, "board:6,3"), cell(ada, "board:3,3")
    mouse = ada.page.mouse
    mouse.move(source.x, source.y)
    mouse.down()
    mouse.move(target.x, target.y, steps=6)
    mouse.up()
    bubble = ada.page.locator(".board-bubble")
    expect(bubble).to_contain_text("A crown goes one cell, in any direction.")
    expect(bubble).to_contain_text("C2")
    box = bubble.bounding_box()
    assert box is not None
    # Near the cell: at most two cells away.
    assert abs(box["x"] + box["width"] / 2 - target.x) < 200
    assert abs(box["y"] - target.y) < 200
    assert ada.see().moves == 0


def test_an_action_is_chosen_by_its_button_or_its_letter(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "caldera")
    smith, above = cell(ada, "board:6,2"), cell(ada, "board:5,2")
    ada.page.mouse.click(smith.x, smith.y)
    ada.page.locator('button[data-at="!forge"]').click()
    ada.page.mouse.click(above.x, above.y)
    assert moves(ada, 1) == ["c1^c2"]
    other, below = cell(ada, "board:0,2"), cell(ada, "board:1,2")
    ada.page.mouse.click(other.x, other.y)
    ada.page.keyboard.press("f")
    ada.page.mouse.click(below.x, below.y)
    assert moves(ada, 2) == ["c1^c2", "c7^c6"]


def test_where_two_moves_share_a_target_a_menu_opens(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "caldera")
    smith, above = cell(ada, "board:6,2"), cell(ada, "board:5,2")
    ada.page.mouse.click(smith.x, smith.y)
    ada.page.mouse.click(above.x, above.y)
    question = ada.page.get_by_role("dialog", name="Which move?")
    expect(question.get_by_role("button")).to_have_text(["Move", "Forge"])
    question.get_by_role("button", name="Forge").click()
    assert moves(ada, 1) == ["c1^c2"]


def test_a_move_is_typed_with_completion(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge")
    field = ada.page.get_by_role("combobox", name="Type a move")
    field.fill("c1")
    far = ["c1-c6", "c1-c5", "c1-c4", "c1-c3", "c1-c2"]
    expect(ada.page.get_by_role("option")).to_have_text(far)
    field.fill("c1-c2")
    field.press("Enter")
    assert moves(ada, 1) == ["c1-c2"]
    field.fill("d6-e4")
    field.press("Enter")
    ada.expect_text("A token is dragged along a row or a column.")
    assert ada.see().moves == 1


def test_a_move_chosen_early_is_played_on_ones_turn(
    visit: Callable[..., Visitor], server: Process
) -> None:
    with Guest(server.port) as host:
        room = host.create("caldera", "host", "open")
        host.enter(room)
        ada = visit()
        ada.go(f"/play/{room}")
        ada.press("Sit down as Obsidian")
        expect(ada.page.locator('.stage [aria-label="b7, your lancer"]')).to_be_attached()
        for at in ("board:0,1", "board:1,1"):
            spot = cell(ada, at)
            ada.page.mouse.click(spot.x, spot.y)
        ada.expect_text("Played on your turn, if it is legal then")
        turn = host.turn(room)
        first = turn["choices"][0]
        host.ask("play", room=room, ply=turn["ply"], move=first["move"])
        assert moves(ada, 2) == [first["notation"], "b7-b6"]


def test_a_hint_and_an_undo_against_a_bot(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "skysummit", "Computer")
    hands = Mouse(ada, 4)
    hands.move()
    ada.until(lambda seen: seen.able and seen.moves == 2, "the second turn")
    ada.press("Hint")
    ada.expect_text("Chance of winning")
    ada.press("Undo")
    ada.until(lambda seen: seen.able and seen.moves == 0, "the first turn again")
    hands.move()
    ada.until(lambda seen: seen.able and seen.moves == 2, "the second turn")


def test_a_rematch_against_a_bot_starts_at_once(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge", "Computer")
    Mouse(ada, 1).move()
    ada.until(lambda seen: seen.able and seen.moves >= 2, "the second turn")
    ada.press("Resign")
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ada.until(lambda seen: seen.outcome == "You lost", "the outcome")
    ada.press("Rematch")
    # The players swap seats: the bot may have moved already.
    ada.until(lambda seen: seen.able and seen.moves <= 1 and not seen.outcome, "the next game")


def test_a_move_is_confirmed_if_the_setting_asks_for_it(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.prefer({"Confirm every move": True})
    table(ada, "forge")
    source, target = cell(ada, "board:5,0"), cell(ada, "board:4,0")
    ada.page.mouse.click(source.x, source.y)
    ada.page.mouse.click(target.x, target.y)
    ada.page.get_by_role("button", name="Play this move").wait_for()
    assert ada.see().moves == 0
    ada.page.mouse.click(target.x, target.y)
    assert moves(ada, 1) == ["a1-a2"]


def boxes(visitor: Visitor, selector: str) -> list[FloatRect]:
    """The boxes of all elements that match."""
    found = [one.bounding_box() for one in visitor.page.locator(selector).all()]
    return [box for box in found if box is not None]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return (
        across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
    )


OPENINGS = [("forge", "board:5,1", "board:4,1"), ("caldera", "board:6,1", "board:4,3")]


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize(("game", "source", "target"), OPENINGS)
def test_the_name_of_a_piece_covers_no_cell_that_it_can_go_to(
    visit: Callable[..., Visitor], game: str, source: str, target: str, width: int, height: int
) -> None:
    ada = table(visit(viewport={"width": width, "height": height}), game)
    here, there = cell(ada, source), cell(ada, target)
    ada.page.mouse.move(here.x, here.y)
    tooltip = ada.page.locator(".board-tooltip")
    expect(tooltip).to_be_visible()
    before = tooltip.bounding_box()
    ada.page.mouse.click(here.x, here.y)
    ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
    expect(tooltip).to_be_visible()
    [name] = boxes(ada, ".board-tooltip")
    assert name == before  # neither the name nor the board shifts
    targets = boxes(ada, '[role=gridcell][aria-label$="can move here"]')
    assert targets
    kept = [*targets, *boxes(ada, '[role=gridcell][aria-selected="true"]')]
    assert [box for box in kept if overlap(name, box)] == []
    [stage] = boxes(ada, ".stage .board-stage")
    assert stage["x"] <= name["x"]
    assert name["x"] + name["width"] <= stage["x"] + stage["width"]
    assert stage["y"] <= name["y"]
    assert name["y"] + name["height"] <= stage["y"] + stage["height"]
    ada.page.mouse.click(there.x, there.y)
    moves(ada, 1)


def test_a_piece_is_moved_by_two_taps_with_no_name_in_the_way(
    visit: Callable[..., Visitor],
) -> None:
    ada = table(visit(viewport={"width": 390, "height": 844}, has_touch=True), "forge")
    here, there = cell(ada, "board:5,1"), cell(ada, "board:4,1")
    ada.page.touchscreen.tap(here.x, here.y)
    ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
    expect(ada.page.locator(".board-tooltip")).to_be_hidden()
    ada.page.touchscreen.tap(there.x, there.y)
    assert moves(ada, 1) == ["b1-b2"]


def test_escape_deselects_a_piece_that_was_clicked(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge")
    source = cell(ada, "board:5,0")
    ada.page.mouse.click(source.x, source.y)
    ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
    ada.page.keyboard.press("Escape")
    ada.until(lambda seen: seen.chosen == 0, "nothing chosen")
    # The same after a click on a button of the page.
    ada.press("Flip board")
    ada.press("Flip board")
    ada.page.mouse.click(source.x, source.y)
    ada.until(lambda seen: seen.chosen == 1, "the chosen piece")
    ada.page.keyboard.press("Escape")
    ada.until(lambda seen: seen.chosen == 0, "nothing chosen")
    assert ada.see().moves == 0


def test_escape_ends_the_drag_of_a_piece(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge")
    source, target = cell(ada, "board:5,0"), cell(ada, "board:4,0")
    mouse = ada.page.mouse
    mouse.move(source.x, source.y)
    mouse.down()
    mouse.move(target.x, target.y, steps=6)
    ada.page.keyboard.press("Escape")
    ada.until(lambda seen: seen.chosen == 0, "nothing chosen")
    mouse.up()
    mouse.click(source.x, source.y)
    assert ada.until(lambda seen: seen.chosen == 1, "the chosen piece").moves == 0
    expect(ada.page.locator(".board-bubble")).to_be_hidden()


def test_escape_in_a_dialog_or_a_field_leaves_the_board_alone(
    visit: Callable[..., Visitor],
) -> None:
    ada = table(visit(), "forge")
    source = cell(ada, "board:5,0")
    ada.page.mouse.click(source.x, source.y)
    ada.page.keyboard.press("?")
    help_ = ada.page.get_by_role("dialog", name="Keyboard and help")
    # A click beside the controls of a dialog leaves none of them focused.
    help_.get_by_role("heading").click()
    ada.page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    assert ada.see().chosen == 1
    field = ada.page.get_by_role("combobox", name="Type a move")
    field.fill("a1")
    field.press("Escape")
    expect(field).to_have_value("")
    assert ada.see().chosen == 1


def test_a_pending_move_is_played_or_cancelled_by_the_keys_on_its_buttons(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit()
    ada.prefer({"Confirm every move": True})
    table(ada, "forge")
    source, target = cell(ada, "board:5,0"), cell(ada, "board:4,0")
    confirm = ada.page.get_by_role("button", name="Play this move")
    for key, count in (("Escape", 0), ("Enter", 1)):
        ada.page.mouse.click(source.x, source.y)
        ada.page.mouse.click(target.x, target.y)
        confirm.wait_for()
        ada.page.keyboard.press(key)
        expect(confirm).to_have_count(0)
        ada.until(lambda seen, count=count: seen.moves == count, key)  # type: ignore[misc]


def test_the_question_mark_shows_every_key(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge")
    ada.page.keyboard.press("?")
    help_ = ada.page.get_by_role("dialog", name="Keyboard and help")
    for key in ("Arrows", "Enter", "Esc", "Tab"):
        expect(help_.get_by_text(key, exact=True).first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(help_).to_have_count(0)


def test_moves_are_announced_to_screen_readers(visit: Callable[..., Visitor]) -> None:
    ada = table(visit(), "forge")
    field = ada.page.get_by_role("combobox", name="Type a move")
    field.fill("a1-a2")
    field.press("Enter")
    expect(ada.page.locator(".board-live")).to_contain_text("from a1 to a2")
