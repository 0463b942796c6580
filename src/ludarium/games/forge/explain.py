"""Forge: parses typed and clicked moves, and explains refusals."""

from __future__ import annotations

import re

from ludarium.core.errors import IllegalMove
from ludarium.core.scene import parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.forge.board import SIZE, shortest_track, straight_track
from ludarium.games.forge.rules import ForgePosition
from ludarium.games.forge.state import MOVE_FIELDS
from ludarium.games.forge.view import SEAT_NAMES, ember_slot

MALFORMED_MOVE = IllegalMove(
    "malformed_move",
    'A move is {"action": "move", "sourceRow": r, "sourceCol": c, "destRow": r, "destCol": c}, '
    '{"action": "ember", "row": r, "col": c}, {"action": "swap"} or {"action": "pass"}.',
    "F5",
)
OFF_BOARD_CELL = IllegalMove("off_board", "Rows and columns are whole numbers from 0 to 5.", "F5")
MOVE_NOTATION = re.compile(r"([a-z][0-9])-([a-z][0-9])")
EMBER_NOTATION = re.compile(r"@([a-z][0-9])")


def parse_notation(position: ForgePosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    if written in ("pass", "swap"):
        return {"action": written}
    for action, pattern in (("move", MOVE_NOTATION), ("ember", EMBER_NOTATION)):
        if match := pattern.fullmatch(written):
            numbers = [number for name in match.groups() for number in parse_cell_name(name, SIZE)]
            return dict(zip(MOVE_FIELDS[action], [action, *numbers], strict=True))
    return None


def parse_path(position: ForgePosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    cells = [place[1:] for place in map(parse_spot, path) if place]
    if len(path) == 2 and len(cells) == 1 and path[0].startswith("embers"):
        if path[0] != ember_slot(position.to_move):
            raise IllegalMove("not_your_ember", "These embers are the other player's.", "F10")
        return {"action": "ember", "row": cells[0][0], "col": cells[0][1]}
    if not 1 <= len(cells) == len(path) <= 2:
        return None
    numbers = (*cells[0], *cells[-1])
    row, col = cells[0]
    own = position.tokens[position.side_to_move()]
    if len(path) == 1 and own >> SIZE * row + col & 1 and not position.lights_now():
        raise IllegalMove("stuck_token", "Nothing around that token is free.", "F2")
    return dict(zip(MOVE_FIELDS["move"], ("move", *numbers), strict=True))


def explain_move(position: ForgePosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    action = value.get("action") if isinstance(value, dict) else None
    if not isinstance(action, str) or value.keys() != set(MOVE_FIELDS.get(action, ())):
        return MALFORMED_MOVE
    if position.lights_now() and action != "ember":
        return _explain_ember_first(position)
    if action == "pass":
        return IllegalMove("must_move", "A player who can do anything else may not pass.", "F4")
    if action == "swap":
        return _explain_swap(position)
    numbers = [value[name] for name in MOVE_FIELDS[action][1:]]
    if not all(type(number) is int and 0 <= number < SIZE for number in numbers):
        return OFF_BOARD_CELL
    cells = [SIZE * row + col for row, col in zip(numbers[::2], numbers[1::2], strict=True)]
    if action == "ember":
        return _explain_no_ember(position) or _explain_ember(position, cells[0])
    return _explain_drag(position, *cells)


def _explain_ember_first(position: ForgePosition) -> IllegalMove:
    sentence = "The turn ends with an ember: light it first."
    if position.opening_left:
        sentence = "Before the first move Amber lights embers."
    return IllegalMove("ember_due", sentence, "F12")


def _explain_swap(position: ForgePosition) -> IllegalMove:
    sentence = "Sides are not swapped in this game."
    if position.may_swap:
        sentence = "Sides are swapped by the second player only, right after the first turn."
    return IllegalMove("no_swap", sentence, "F21")


def _explain_no_ember(position: ForgePosition) -> IllegalMove | None:
    """Why the seat cannot light an ember at all now; None if it can."""
    side = position.side_to_move()
    if not position.values["amber_embers" if side else "onyx_embers"]:
        sentence = f"{SEAT_NAMES[position.to_move]} lights no embers in this game."
    elif not position.left[side]:
        sentence = "All of your embers have been lit."
    elif position.lights_now() or not position.ember_every:
        return None
    elif position.owes_ember():
        sentence = "First move a token, then light the ember."
    else:
        sentence = "No ember is due in this turn."
    return IllegalMove("no_ember_due", sentence, "F10")


def _explain_ember(position: ForgePosition, cell: int) -> IllegalMove:
    bit = 1 << cell
    if (position.tokens[0] | position.tokens[1]) & bit:
        return IllegalMove("occupied", "A token stands on that cell.", "F13")
    if position.embers & bit:
        return IllegalMove("ember_there", "An ember already burns on that cell.", "F13")
    if (position.forges[0] | position.forges[1]) & bit:
        return IllegalMove("ember_on_forge", "No ember may be lit on a forge.", "F13")
    cut = [
        SEAT_NAMES[side ^ position.swapped] for side in range(2) if not position.has_way(side, bit)
    ]
    who = " and ".join(sorted(cut, reverse=True))
    return IllegalMove("cuts_off", f"That ember would cut {who} off from the forges.", "F13")


def _explain_drag(position: ForgePosition, source: int, target: int) -> IllegalMove:
    side = position.side_to_move()
    mine, theirs = position.tokens[side], position.tokens[1 - side]
    if theirs >> source & 1:
        return IllegalMove("not_your_token", "That token belongs to the other player.", "F18")
    if position.embers >> source & 1:
        return IllegalMove("ember_stays", "Embers never move.", "F2")
    if not mine >> source & 1:
        return IllegalMove("no_token", "No token stands on that cell.", "F5")
    if source == target:
        return IllegalMove("same_cell", "A token has to leave its cell.", "F20")
    if (mine | theirs) >> target & 1:
        return IllegalMove("occupied", "A token already stands where that one would go.", "F2")
    if position.embers >> target & 1:
        return IllegalMove("ember_there", "An ember burns where the token would go.", "F2")
    if position.barred[side] >> target & 1:
        return IllegalMove("foreign_forge", "Only its owner may enter that forge.", "F9")
    return _explain_way(position, side, source, target)


def _explain_way(position: ForgePosition, side: int, source: int, target: int) -> IllegalMove:
    free = position.free_cells(side)
    way, shortcut = (
        _find_way(position, source, target, cells) for cells in (free, free | position.barred[side])
    )
    if position.tracks.straight and not straight_track(source, target):
        return IllegalMove("not_straight", "A token is dragged along a row or a column.", "F19")
    if shortcut and (not way or len(shortcut) - 1 <= position.tracks.reach):
        return IllegalMove(
            "through_foreign_forge", "Only its owner may cross the forge on that way.", "F9"
        )
    if way:
        length = f"The shortest free way is {len(way) - 1} cells long"
        return IllegalMove(
            "too_far", f"{length}; a token goes {position.tracks.reach} at most.", "F20"
        )
    return IllegalMove("path_blocked", "Tokens or embers are in the way.", "F2")


def _find_way(position: ForgePosition, source: int, target: int, free: int) -> list[int]:
    """The way of a drag over these cells, both ends included; empty if there is none."""
    if not position.tracks.straight:
        return shortest_track(source, target, free)
    track = straight_track(source, target)
    return track if all(free >> cell & 1 for cell in track[1:]) else []
