"""Forge: parses typed and clicked moves, and explains refusals."""

from __future__ import annotations

import re

from ludarium.core.errors import IllegalMove
from ludarium.core.scene import parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.forge.board import SIZE, shortest_track
from ludarium.games.forge.rules import ForgePosition
from ludarium.games.forge.state import MOVE_FIELDS

MALFORMED_MOVE = IllegalMove(
    "malformed_move",
    'A move is {"action": "move", "sourceRow": r, "sourceCol": c, "destRow": r, "destCol": c}, '
    '{"action": "ember", "row": r, "col": c} or {"action": "pass"}.',
    "F5",
)
OFF_BOARD_CELL = IllegalMove("off_board", "Rows and columns are whole numbers from 0 to 5.", "F5")
SEAT_TITLES = ("Player 1", "Player 2")
MOVE_NOTATION = re.compile(r"([a-z][0-9])-([a-z][0-9])")
EMBER_NOTATION = re.compile(r"@([a-z][0-9])")


def parse_notation(position: ForgePosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    if written == "pass":
        return {"action": "pass"}
    for action, pattern in (("move", MOVE_NOTATION), ("ember", EMBER_NOTATION)):
        if match := pattern.fullmatch(written):
            numbers = [number for name in match.groups() for number in parse_cell_name(name, SIZE)]
            return dict(zip(MOVE_FIELDS[action], [action, *numbers], strict=True))
    return None


def parse_path(position: ForgePosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    if path == ("!pass",):
        return {"action": "pass"}
    cells = [place[1:] for place in map(parse_spot, path) if place]
    if not 1 <= len(cells) == len(path) <= 2:
        return None
    if len(path) == 1 and position.ember_due:
        return {"action": "ember", "row": cells[0][0], "col": cells[0][1]}
    numbers = (*cells[0], *cells[-1])
    row, col = cells[0]
    if len(path) == 1 and position.tokens[position.to_move] >> SIZE * row + col & 1:
        raise IllegalMove("stuck_token", "Nothing around that token is free.", "F2")
    return dict(zip(MOVE_FIELDS["move"], ("move", *numbers), strict=True))


def explain_move(position: ForgePosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    action = value.get("action") if isinstance(value, dict) else None
    if not isinstance(action, str) or value.keys() != set(MOVE_FIELDS.get(action, ())):
        return MALFORMED_MOVE
    if position.ember_due and action != "ember":
        return IllegalMove("ember_due", "The turn ends with an ember: light it first.", "F12")
    if action == "pass":
        return IllegalMove("must_move", "A seat that can move a token may not pass.", "F4")
    if action == "ember" and not position.ember_due:
        return IllegalMove("no_ember_due", _explain_no_ember(position), "F10")
    numbers = [value[name] for name in MOVE_FIELDS[action][1:]]
    if not all(type(number) is int and 0 <= number < SIZE for number in numbers):
        return OFF_BOARD_CELL
    if action == "ember":
        return _explain_ember(position, SIZE * numbers[0] + numbers[1])
    return _explain_drag(position, SIZE * numbers[0] + numbers[1], SIZE * numbers[2] + numbers[3])


def _explain_no_ember(position: ForgePosition) -> str:
    if not position.lights[position.to_move]:
        return f"{SEAT_TITLES[position.to_move]} lights no embers in this game."
    if position.owes_ember():
        return "First move a token, then light the ember."
    return "No ember is due in this turn."


def _explain_ember(position: ForgePosition, cell: int) -> IllegalMove:
    bit = 1 << cell
    if (position.tokens[0] | position.tokens[1]) & bit:
        return IllegalMove("occupied", "A token stands on that cell.", "F13")
    if position.embers & bit:
        return IllegalMove("ember_there", "An ember already burns on that cell.", "F13")
    if position.forges & bit:
        return IllegalMove("ember_on_forge", "No ember may be lit on a forge.", "F13")
    cut = [
        SEAT_TITLES[seat]
        for seat in range(2)
        if not position.shortest_way(seat, position.embers | bit)
    ]
    who = " and ".join(cut)
    return IllegalMove("cuts_off", f"That ember would cut {who} off from the forge.", "F13")


def _explain_drag(position: ForgePosition, source: int, target: int) -> IllegalMove:
    mine, theirs = position.tokens[position.to_move], position.tokens[1 - position.to_move]
    if theirs >> source & 1:
        return IllegalMove("not_your_token", "That token belongs to the other seat.", "F18")
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
    if position.barred[position.to_move] >> target & 1:
        return IllegalMove("foreign_forge", "Only its owner may enter that forge.", "F9")
    return _explain_way(position, source, target)


def _explain_way(position: ForgePosition, source: int, target: int) -> IllegalMove:
    free, barred = position.free_cells(position.to_move), position.barred[position.to_move]
    way, shortcut = (
        shortest_track(source, target, free),
        shortest_track(source, target, free | barred),
    )
    if shortcut and (not way or len(shortcut) - 1 <= position.reach):
        return IllegalMove(
            "through_foreign_forge", "Only its owner may cross the forge on that way.", "F9"
        )
    if way:
        length = f"The shortest free way is {len(way) - 1} cells long"
        return IllegalMove("too_far", f"{length}; a token goes {position.reach} at most.", "F20")
    return IllegalMove("path_blocked", "Tokens and embers close every way there.", "F2")
