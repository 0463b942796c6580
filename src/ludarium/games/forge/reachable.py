"""Forge: refuses positions that no game can reach."""

from __future__ import annotations

from itertools import permutations

from ludarium.core.errors import InvalidState
from ludarium.games.forge import board
from ludarium.games.forge.board import HOME_CELLS, SIZE
from ludarium.games.forge.rules import ForgePosition


def check_reachable(position: ForgePosition) -> None:
    """Refuse a running position, read without its last move, that no game can reach."""
    if sum(position.turns) >= position.turn_limit:
        raise InvalidState("impossible", "The game had already ended by the limit.")
    if position.swapped and (not position.may_swap or position.turns[0] == 0):
        raise InvalidState("impossible", "The seats are swapped once, after the first turn.")
    if position.ember_due and not position.owes_ember():
        raise InvalidState("impossible", "The seat owes no ember in this turn.")
    _check_forges(position)
    _check_fires(position)
    for side in range(2):
        if not position.has_way(side, 0):
            raise InvalidState("impossible", "Embers never cut a seat off from its forges.")
        _check_moves(position, side)
    # An ember that burnt out after the first of two passes may have been in the way.
    cleared = position.burn_turns and _embers_lit(position) > position.fires_lit
    if position.passes and not cleared and _can_act(position, 1 - position.side_to_move()):
        raise InvalidState("impossible", "A seat passes only if it cannot move.")


def _embers_lit(position: ForgePosition) -> int:
    values = position.values
    return int(values["onyx_embers"] + values["amber_embers"] - sum(position.left))


def _check_forges(position: ForgePosition) -> None:
    for side in range(2):
        if position.forges_held(side) >= position.hold:
            raise InvalidState("impossible", "The game had already been won on the forges.")
        strangers = position.tokens[side] & position.barred[side]
        if any(cell not in HOME_CELLS[side] for cell in board.mask_cells(strangers)):
            raise InvalidState("impossible", "Only its owner enters a closed forge.")
    if position.embers & (position.forges[0] | position.forges[1]):
        raise InvalidState("impossible", "No ember burns on a forge.")


def _check_fires(position: ForgePosition) -> None:
    """The embers on the board and in the stocks must add up, turn by turn."""
    values = position.values
    opening = values["opening_embers"] - position.opening_left
    lit = [values["onyx_embers"] - position.left[0], values["amber_embers"] - position.left[1]]
    later = [lit[0], lit[1] - opening]  # lit in turns
    if min(later) < 0 or any(later[side] > _lighting_turns(position, side) for side in range(2)):
        raise InvalidState("impossible", "There are not so many turns that light an ember.")
    burning = [position.fire_turn[fire] for fire in range(position.fires_lit)]
    if position.burn_turns == 0:
        if len(burning) != sum(lit):
            raise InvalidState("impossible", "Every ember that was lit still burns.")
        return
    total = sum(position.turns)
    turns = [turn for turn in burning if turn]
    if min(burning, default=0) < 0 or len(set(turns)) != len(turns):
        raise InvalidState("impossible", "A turn lights one ember.")
    if burning.count(0) != (opening if total < position.burn_turns else 0):
        raise InvalidState("impossible", "The embers of the opening burn for their time.")
    for side in range(2):
        mine = [turn for turn in turns if (turn + 1) % 2 == side]
        gone = range(1, total - position.burn_turns + 1)
        most = sum((turn + 1) % 2 == side and _lights(position, turn) for turn in gone)
        if not 0 <= later[side] - len(mine) <= most:
            raise InvalidState("impossible", "The stock of embers does not fit the board.")
        if not all(_lights(position, turn) for turn in mine):
            raise InvalidState("impossible", "There are not so many turns that light an ember.")


def _lights(position: ForgePosition, turn: int) -> bool:
    """Whether an ember may be lit in this turn of the game, counted from 1."""
    return not position.ember_every or (turn + 1) // 2 % position.ember_every == 0


def _lighting_turns(position: ForgePosition, side: int) -> int:
    """The turns so far in which the side could light an ember."""
    return position.turns[side] // (position.ember_every or 1)


def _check_moves(position: ForgePosition, side: int) -> None:
    """The tokens must stand where as many moves can lead."""
    values = position.values
    moves = position.turns[side] + (position.ember_due and position.side_to_move() == side)
    if not position.ember_every:
        moves -= values["amber_embers" if side else "onyx_embers"] - position.left[side]
        moves += side * (values["opening_embers"] - position.opening_left)
    needed = _moves_needed(position, side)
    if needed > moves or needed < moves == 1:
        raise InvalidState("impossible", "The tokens do not stand where so many moves lead.")


def _moves_needed(position: ForgePosition, side: int) -> int:
    """The fewest moves from the home cells to the tokens' cells on an open board."""
    places = board.mask_cells(position.tokens[side])

    def moves(home: int, place: int) -> int:
        rows, cols = abs(home // SIZE - place // SIZE), abs(home % SIZE - place % SIZE)
        legs = (rows, cols) if position.tracks.straight else (rows + cols,)
        return sum(-(-leg // position.tracks.reach) for leg in legs)

    return min(sum(map(moves, homes, places)) for homes in permutations(HOME_CELLS[side]))


def _can_act(position: ForgePosition, side: int) -> bool:
    if not position.ember_every and position.left[side] and position.ember_cells():
        return True
    return any(
        position.drag_targets(side, cell) for cell in board.mask_cells(position.tokens[side])
    )
