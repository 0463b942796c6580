"""Sounds: moves, captures, eruptions, the user's turn; and mute with one click."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import PATIENCE, Visitor

# Records every tone that starts, by its wave and its first frequency.
EAR = """() => {
  window.heard = [];
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    this.first ??= value;
    return set.call(this, value, at);
  };
  const start = AudioScheduledSourceNode.prototype.start;
  const begin = function (...at) {
    if (this.frequency) window.heard.push(`${this.type} ${this.frequency.first}`);
    return start.apply(this, at);
  };
  for (const kind of [AudioScheduledSourceNode, OscillatorNode, AudioBufferSourceNode])
    if (Object.hasOwn(kind.prototype, 'start')) kind.prototype.start = begin;
}"""
# The tone that identifies each sound.
MOVE = "triangle 240"
CAPTURE = "square 170"
RAISE = "sine 130"
ERUPT = "sine 90"
TURN = "sine 660"
# A cell is raised, a piece is captured, and a vent erupts.
LINE = ["e1^e2", "e7^e6", "e1^e2", "b7-b5", "e1^e2", "b5-d3", "b1xd3", "f7-g7", "e1^e2"]


def listening(visitor: Visitor) -> Visitor:
    """A visitor whose page records sounds, with short animations."""
    visitor.context.add_init_script(f"({EAR})()")
    visitor.prefer({"Animation": "Fast", "A bot's move appears": "at once"})
    return visitor


def play(visitor: Visitor, notation: str) -> None:
    """Type a move."""
    before = visitor.until(lambda seen: seen.able, "a turn").moves
    field = visitor.page.get_by_role("combobox", name="Type a move")
    field.fill(notation)
    field.press("Enter")
    visitor.until(lambda seen: seen.moves == before + 1, notation)


def heard(visitor: Visitor) -> set[str]:
    """The sounds since the last call."""
    return set(visitor.page.evaluate("heard.splice(0)"))


def hear(visitor: Visitor, *tones: str) -> set[str]:
    """Wait until all of these sounds were played; returns all sounds."""
    end = time.monotonic() + PATIENCE
    found: set[str] = set()
    while not set(tones) <= (found := found | heard(visitor)):
        assert time.monotonic() < end, f"heard {found}, not {tones}"
        visitor.page.wait_for_timeout(20)
    return found


def test_moves_captures_and_eruptions_are_heard(visit: Callable[..., Visitor]) -> None:
    ada = listening(visit(quick=False))
    ada.new_game("caldera", "Same screen")
    tones = {"^": [RAISE], "-": [MOVE], "x": [MOVE, CAPTURE]}
    for notation in LINE[:-1]:
        play(ada, notation)
        wanted = tones[notation[2]]
        assert hear(ada, *wanted) == set(wanted)
    play(ada, LINE[-1])
    hear(ada, ERUPT, RAISE)


def test_one_click_in_the_header_turns_sounds_off(
    visit: Callable[..., Visitor],
) -> None:
    ada = listening(visit(quick=False))
    ada.new_game("caldera", "Same screen")
    play(ada, LINE[0])
    hear(ada, RAISE)
    switch = ada.page.get_by_role("banner").get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    play(ada, LINE[1])
    play(ada, LINE[2])  # this ends the animation before it
    assert heard(ada) == set()
    ada.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    play(ada, LINE[3])
    play(ada, LINE[4])
    assert heard(ada) == set()
    ada.until(lambda seen: seen.able, "the next turn")
    switch.click()
    play(ada, LINE[5])
    hear(ada, MOVE)


def test_the_users_turn_plays_a_sound_and_is_in_the_title(visit: Callable[..., Visitor]) -> None:
    ann, bob = listening(visit(quick=False)), visit()
    ann.new_game("forge", "A friend")
    bob.go(f"/play/{ann.room()}")
    bob.press("Sit down as Amber")
    ann.until(lambda seen: seen.able, "the first turn")
    expect(ann.page).to_have_title("● Your turn — Forge Grid Tactics")
    play(ann, "c1-c2")
    expect(ann.page).not_to_have_title("● Your turn — Forge Grid Tactics")
    heard(ann)
    play(bob, "d6-d5")
    hear(ann, TURN)
    expect(ann.page).to_have_title("● Your turn — Forge Grid Tactics")


def test_in_fullscreen_sounds_have_their_button_beside_the_board(
    visit: Callable[..., Visitor],
) -> None:
    ada = visit()
    ada.new_game("caldera", "Same screen")
    main = ada.page.get_by_role("main")
    switch = main.get_by_role("button", name="Sounds")
    expect(switch).to_be_hidden()
    main.get_by_role("button", name="Fullscreen").click()
    expect(switch).to_have_attribute("aria-pressed", "false")  # tests turn sounds off
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    main.get_by_role("button", name="Fullscreen").click()
    expect(switch).to_be_hidden()
