"""Whether a position of Pyramids fits some course of a game: its turns, captures and eruptions."""

from __future__ import annotations

from ludarium.core.errors import InvalidState
from ludarium.games.pyramids import nests
from ludarium.games.pyramids.board import CELLS, CENTRE, CODE, COLOUR, FLOW, PIECES, RED, nest
from ludarium.games.pyramids.rules import PyramidsPosition


def check(position: PyramidsPosition) -> None:
    """Raise InvalidState if the counters contradict each other or what has become of the nests."""
    if position.power_used and not position.power_play:
        raise InvalidState("impossible", "This game is played without power plays.")
    finished = position.ply - position.quiet - position.power_used  # plies of finished turns
    if finished < 0:
        raise InvalidState("impossible", "The ply is smaller than the moves of this turn.")
    if finished >= position.ply_limit and position.ply != finished:
        raise InvalidState("impossible", "No turn begins after the last ply.")
    if not any(_fits(position, turns, finished) for turns in _turns(position, finished)):
        raise InvalidState("impossible", "The counters do not fit the captures and the seat.")
    if finished == 0:
        _check_untouched(position)


def _turns(position: PyramidsPosition, finished: int) -> tuple[int, int]:
    """The only numbers of finished turns worth a look: the most possible, and all of them barren.

    What can happen in some turns can also happen in more.
    """
    return finished - (finished - position.to_move) % position.seats, position.barren


def _fits(position: PyramidsPosition, turns: int, finished: int) -> bool:
    if turns < position.barren or turns % position.seats != position.to_move:
        return False
    captures = _captures(position)
    rich = turns - position.barren  # turns up to the last one that captured something
    longest = position.quiet_limit + 1 + (position.power_play and rich > 0)
    if not turns <= finished <= turns * longest:
        return False
    if FLOW * turns < PIECES and _displaced(position) > FLOW * turns:
        return False
    if rich == 0:
        return not any(captures)
    last = (rich - 1) % position.seats
    # It still has what it took last, unless it has had another turn to give it back.
    if captures[last] == 0 and not (position.power_play and position.barren >= position.seats):
        return False
    return all(
        count <= FLOW * ((rich - seat + position.seats - 1) // position.seats)
        for seat, count in enumerate(captures)
    )


def _captures(position: PyramidsPosition) -> list[int]:
    """What each seat has captured at least, this turn's power play included."""
    return [
        position.owned[seat] + (position.power_used and seat == position.to_move)
        for seat in range(position.seats)
    ]


def _displaced(position: PyramidsPosition) -> int:
    """How many pieces are certainly not where they stood at the start."""
    return PIECES - sum(_kept(position.stack(cell)) for cell in range(CELLS) if cell != CENTRE)


def _kept(stack: list[int]) -> int:
    """How many pieces of a stack may be what is left of a nest."""
    codes = [piece & CODE for piece in stack[:FLOW]]
    whole = nest(codes[0] >> COLOUR) if codes else []
    return next((i for i, code in enumerate(codes) if code != whole[i]), len(codes))


def _check_untouched(position: PyramidsPosition) -> None:
    """Before the first eruption the nests stand as they were set up (rule P1)."""
    stacks = [position.stack(cell) for cell in range(CELLS)]
    colours = [(stack[0] & CODE) >> COLOUR if stack else nests.NO_NEST for stack in stacks]
    if nests.has_equal_neighbours(colours):
        raise InvalidState("impossible", "Nests of one colour stand side by side at the start.")
    strayed = sum(position.caps >> cell & 1 and colours[cell] != RED for cell in range(CELLS))
    if strayed > position.quiet:
        raise InvalidState("impossible", "The caps start on the red nests.")
