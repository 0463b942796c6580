"""Pyramids: checks whether some course of a game can lead to a position."""

from __future__ import annotations

from ludarium.core.errors import InvalidState
from ludarium.games.pyramids import nests
from ludarium.games.pyramids.board import (
    CELLS,
    CENTRE_CELL,
    CODE_MASK,
    COLOUR_SHIFT,
    MAX_FLOW,
    PIECES,
    RED,
    nest_codes,
)
from ludarium.games.pyramids.rules import PyramidsPosition


def check_course(position: PyramidsPosition) -> None:
    """Raise InvalidState if the counters contradict each other or the stacks."""
    if position.power_used and not position.power_play:
        raise InvalidState("impossible", "This game is played without power plays.")
    finished = position.ply - position.quiet - position.power_used  # plies of finished turns
    if finished < 0:
        raise InvalidState("impossible", "The ply is smaller than the moves of this turn.")
    if finished >= position.ply_limit and position.ply != finished:
        raise InvalidState("impossible", "No turn begins after the last ply.")
    if not any(
        _fits_turns(position, turns, finished) for turns in _turn_counts(position, finished)
    ):
        raise InvalidState("impossible", "The counters do not fit the captures and the seat.")
    if finished == 0:
        _check_untouched(position)


def _turn_counts(position: PyramidsPosition, finished: int) -> tuple[int, int]:
    """The numbers of finished turns to check: the most possible, and barren turns only.

    Whatever can happen in some turns can also happen in more turns.
    """
    return finished - (finished - position.to_move) % position.seats, position.barren


def _fits_turns(position: PyramidsPosition, turns: int, finished: int) -> bool:
    if turns < position.barren or turns % position.seats != position.to_move:
        return False
    captures = _captured_counts(position)
    rich = turns - position.barren  # turns up to the last one that captured something
    longest = position.quiet_limit + 1 + (position.power_play and rich > 0)
    if not turns <= finished <= turns * longest:
        return False
    if MAX_FLOW * turns < PIECES and _count_displaced(position) > MAX_FLOW * turns:
        return False
    if rich == 0:
        return not any(captures)
    last = (rich - 1) % position.seats
    # The seat still holds its last capture, unless it gave it back in a later turn.
    if captures[last] == 0 and not (position.power_play and position.barren >= position.seats):
        return False
    return all(
        count <= MAX_FLOW * ((rich - seat + position.seats - 1) // position.seats)
        for seat, count in enumerate(captures)
    )


def _captured_counts(position: PyramidsPosition) -> list[int]:
    """The least number of captures of each seat, with the power play of this turn."""
    return [
        position.owned[seat] + (position.power_used and seat == position.to_move)
        for seat in range(position.seats)
    ]


def _count_displaced(position: PyramidsPosition) -> int:
    """The number of pieces that have certainly left their first cell."""
    return PIECES - sum(
        _count_kept(position.stack_on(cell)) for cell in range(CELLS) if cell != CENTRE_CELL
    )


def _count_kept(stack: list[int]) -> int:
    """The number of pieces of a stack that may be the rest of a nest."""
    codes = [piece & CODE_MASK for piece in stack[:MAX_FLOW]]
    whole = nest_codes(codes[0] >> COLOUR_SHIFT) if codes else []
    return next((i for i, code in enumerate(codes) if code != whole[i]), len(codes))


def _check_untouched(position: PyramidsPosition) -> None:
    """Before the first eruption the nests stand as they were set up (rule P1)."""
    stacks = [position.stack_on(cell) for cell in range(CELLS)]
    colours = [
        (stack[0] & CODE_MASK) >> COLOUR_SHIFT if stack else nests.NO_NEST for stack in stacks
    ]
    if nests.has_equal_neighbours(colours):
        raise InvalidState("impossible", "Nests of one colour stand side by side at the start.")
    strayed = sum(position.caps >> cell & 1 and colours[cell] != RED for cell in range(CELLS))
    if strayed > position.quiet:
        raise InvalidState("impossible", "The caps start on the red nests.")
